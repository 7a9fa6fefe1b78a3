import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { takeBack } from "../form/action-button.tsx";
import { toast } from "../ui/toasts.tsx";
import { fullName } from "./names.ts";

const { assign, unassign } = calls.assignments;

/**
 * Says who has a case now, and offers to give it back to whom it was before.
 * @param whose the case in words: "The case", a person's name
 * @param before who had it; nobody where it is not given
 */
export function sayAssigned(
  [result]: Answer<typeof assign>["results"],
  whose: string,
  before: { id: string } | null | undefined,
): void {
  if (!result?.is_done) return toast(result?.reason ?? "It was refused.", { tone: "danger" });
  const user_ids = [result.user_id];
  const inverse = before
    ? { call: assign, input: { body: { user_ids, admin_id: before.id } } }
    : { call: unassign, input: { body: { user_ids } } };
  toast(`${whose} goes to ${result.admin ? fullName(result.admin) : "a colleague"}.`, {
    tone: "success",
    ...(result.admin?.id !== before?.id && { action: { label: "Undo", run: () => takeBack(inverse) } }),
  });
}
