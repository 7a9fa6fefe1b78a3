/** How a payment that may have to be paid back is worked from its page. */
import { naira } from "@manilla/contract/formats";
import { refundCauses } from "@manilla/contract/payments/refund-words";
import { type OtherAct, type RecordDialog, type Work, linkAct } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { type Act, CreditDialog, dialogs, labels } from "./dialogs.tsx";

const { find, credit } = calls.refunds;
export type Case = Answer<typeof find>;

const dialogOf = (act: Act): RecordDialog<Case> => {
  const Chosen = dialogs[act];
  return ({ record, onClose }) => (
    <Chosen
      cases={[record]}
      brings_token={record.payment.brings_token && record.cause !== "claimed"}
      onClose={onClose}
    />
  );
};
const decides = (act: Act): OtherAct<Case> => {
  const dialog = dialogOf(act);
  return {
    name: act,
    act: ({ abilities }, show) => (abilities[act] ? undefined : { label: labels[act], run: () => show(dialog) }),
  };
};
const creditIt: OtherAct<Case> = {
  name: "credit",
  can: credit,
  act: ({ abilities }, show) =>
    abilities["credit"] === null ? { label: "Credit for now…", run: () => show(CreditDialog) } : undefined,
};

/** Where it is, and whose turn it is. */
function nextOf(found: Case): { says: string; acts: readonly string[] } {
  const { status, is_waiting, decision_reason, refunded_kobo, cause, abilities, alone_left_kobo } = found;
  const because = decision_reason ?? "";
  if (status === "refunded") return { says: `${naira(refunded_kobo)} is in the wallet again. ${because}`, acts: [] };
  if (status !== "open")
    return {
      says: `${status === "processed" ? "It was delivered after all." : "Closed without a refund."} ${because}`,
      acts: [],
    };
  if (is_waiting) return { says: "A second person has to decide. Nothing has moved yet.", acts: [] };
  if (abilities["refund"] === "own_money") return { says: "Nobody decides about their own money.", acts: [] };
  return {
    says: `${refundCauses[cause]}. You may refund up to ${naira(alone_left_kobo)} without a second person.`,
    acts: ["refund", "process", "cancel"],
  };
}

export const caseWork: Work<Case> = {
  acts: ({ kind, payment_id }) => [
    decides("refund"),
    decides("process"),
    decides("cancel"),
    creditIt,
    kind === "bill"
      ? linkAct("payment", "Open the bill", calls.billDesk.find, () => `/admin/bills-transactions/${payment_id}`)
      : linkAct("payment", "Open the transfer", calls.transfers.find, () => `/admin/transfers/${payment_id}`),
  ],
  next: nextOf,
  beside: ["process", "cancel"],
};
