/** How a person's case is worked: the next step by its state, and the rest (design/desk.md, c). */
import type { ActingCall } from "../../../shared/actions/facts.ts";
import type { Inverse } from "../../../shared/form/action-button.tsx";
import type { OtherAct, Work } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ComplaintDialog } from "./complaint-dialog.tsx";
import { RequestDocumentsDialog } from "./document-forms.tsx";
import type { asCase } from "./parts.tsx";

export type Case = ReturnType<typeof asCase>;

const { setStatus, verify, activate, markUncertain, unmarkUncertain, decline, deactivate, blacklist, unblacklist } =
  calls.people;
const { preApprove, toDocProcessor, toProcessing, reconsider } = setStatus.choices;
/** The decisions of every day, in their usual order. */
export const usual: readonly ActingCall[] = [
  verify,
  preApprove,
  activate,
  markUncertain,
  toDocProcessor,
  toProcessing,
  decline,
];

const queues: readonly string[] = ["processing", "doc-processor"];

/** What a decision's Undo does: moving a case between queues, and a mark, can be taken back; what the person is notified of cannot. @param queue where the case is */
export function inverseOf(call: ActingCall, id: string, queue: string): Inverse | undefined {
  if (call.action.name === markUncertain.action.name)
    return { call: unmarkUncertain, input: { body: { user_id: id } } };
  return queues.includes(String(call.action.sends?.["status"])) && queues.includes(queue)
    ? { call: setStatus, input: { body: { user_ids: [id], status: queue, reason: "Taken back" } } }
    : undefined;
}

const askForPapers: OtherAct<Case> = {
  name: "ask_for_papers",
  can: calls.documents.request,
  act: (_, show) => ({
    label: "Ask for papers…",
    run: () => show(({ record, onClose }) => <RequestDocumentsDialog person={record} onClose={onClose} />),
  }),
};
const recordComplaint: OtherAct<Case> = {
  name: "record_complaint",
  can: calls.complaints.record,
  act: (_, show) => ({
    label: "Record a complaint…",
    run: () => show(({ record, onClose }) => <ComplaintDialog person={record} onClose={onClose} />),
  }),
};
const checkPapers: OtherAct<Case> = {
  name: "check_papers",
  can: calls.documents.listOf,
  act: ({ queue }) => (queue === "doc-processor" ? { label: "Check the papers", to: "?tab=documents" } : undefined),
};
const appeal: OtherAct<Case> = {
  name: "appeal",
  can: calls.appeals.listAll,
  act: ({ last_name, status }) =>
    status === "declined"
      ? { label: "Look at appeals", to: `/admin/users/appeal-requests?search=${encodeURIComponent(last_name)}` }
      : undefined,
};

/** By the profile's state; an open case also by the queue in which it waits. */
function nextOf({ status, queue }: Case): { says: string; acts: readonly string[] } {
  switch (status) {
    case "verified":
      return { says: "Verified. Risk pre-approves it next.", acts: ["pre_approve"] };
    case "pre-approved":
      return { says: "Pre-approved. Risk activates it, when two have looked.", acts: ["activate"] };
    case "activated":
      return { says: "Active: this person may borrow. Nothing waits here.", acts: [] };
    case "declined":
      return { says: "Declined. Risk decides an appeal, if there is one.", acts: ["appeal", "reconsider"] };
    case "deactivated":
      return { says: "Deactivated. Risk may let them borrow again.", acts: ["reconsider"] };
    default:
  }
  if (queue.startsWith("incomplete"))
    return { says: "Papers are missing. Operations or sales asks for them.", acts: ["ask_for_papers"] };
  if (queue === "doc-processor") return { says: "Operations checks the papers next.", acts: ["check_papers"] };
  return { says: "Risk verifies this case next.", acts: ["verify"] };
}

export const personWork: Work<Case> = {
  acts: () => [
    ...usual,
    checkPapers,
    askForPapers,
    recordComplaint,
    appeal,
    reconsider,
    deactivate,
    calls.profiles.requeue,
    calls.profiles.activatePostNoDebit,
    blacklist,
    unblacklist,
  ],
  beside: ["decline"],
  isWhole: (act) => usual.includes(act),
  next: nextOf,
};
