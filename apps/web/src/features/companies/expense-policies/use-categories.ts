import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { useSession } from "../../../shared/session/session.ts";
import type { Named } from "./rule-words.ts";

/** The company's active categories, those below others under their names. */
export function useCategories(): readonly Named[] {
  const { user } = useSession();
  const { data } = useCall(calls.expenseCategories.tree, { params: { id: user.company_id ?? "" } });
  return (data?.categories ?? [])
    .filter(({ status }) => status === "active")
    .flatMap(({ id, name, below }) => [
      { id, name },
      ...below.filter(({ status }) => status === "active").map((one) => ({ id: one.id, name: `${name}: ${one.name}` })),
    ]);
}
