import { count } from "@manilla/contract/formats";
import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { type Inverse, undoing } from "../form/action-button.tsx";
import { toast } from "../ui/toasts.tsx";
import { fullName } from "./names.ts";

const { assign, giveBack } = calls.assignments;
type Results = Answer<typeof assign>["results"];

function refused(answer: unknown): string | undefined {
  const { results } = answer as { results: Results };
  const [first, ...others] = results.filter(({ is_done }) => !is_done);
  if (!first) return undefined;
  const kept = others.length + 1;
  return kept === results.length
    ? `It could not be taken back. ${first.reason}`
    : `${count(results.length - kept)} of ${count(results.length)} were taken back. ${first.reason}`;
}

/** Gives each case back to whom it was before, or to nobody; nothing where none has moved. */
export function backOf(results: Results): Inverse | undefined {
  const cases = results
    .filter(({ is_done, admin, before }) => is_done && admin?.id !== before?.id)
    .map(({ user_id, admin, before }) => ({ user_id, from: admin?.id ?? null, to: before?.id ?? null }));
  return cases.length > 0 ? { call: giveBack, input: { body: { cases } }, refused } : undefined;
}

/** Says that nobody handles these cases any more, or why not, and offers to return them to their former handlers, as the server says. */
export function sayUnassigned(answer: unknown): void {
  const { results } = answer as { results: Results };
  const kept = results.find(({ is_done }) => !is_done);
  if (kept) return toast(kept.reason ?? "It was refused.", { tone: "danger" });
  toast("Nobody handles it now.", { tone: "success", ...undoing(backOf(results)) });
}

/**
 * Says who has a case now, and offers to give it back to whom it was before.
 * @param whose the case in words: "The case", a person's name
 */
export function sayAssigned(results: Results, whose: string): void {
  const [result] = results;
  if (!result?.is_done) return toast(result?.reason ?? "It was refused.", { tone: "danger" });
  toast(`${whose} goes to ${result.admin ? fullName(result.admin) : "a colleague"}.`, {
    tone: "success",
    ...undoing(backOf(results)),
  });
}
