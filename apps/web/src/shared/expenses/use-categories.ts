import { calls } from "../api/calls.gen.ts";
import { useCall } from "../api/use-call.ts";
import { useSession } from "../session/session.ts";

export interface Named {
  id: string;
  name: string;
}

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
