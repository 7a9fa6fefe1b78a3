/** How an expense request is worked from its page, by its requester, approver and payer. */
import { counted } from "@manilla/contract/formats";
import { type OtherAct, type Work, linkAct } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { LinkPaymentDialog } from "./link-payment.tsx";

const { create, find, linkPayment, pay, payOtherwise, remove, retire, update } = calls.expenseRequests;
const { account, purse } = pay.choices;
export type Request = Answer<typeof find>;

/** @param me who looks @param base of the addresses of their requests @param change opens the form */
export const requestWork = (me: string, type: string, change: () => void): Work<Request> => {
  const isOwn = (request: Request): boolean => request.person.id === me;
  const changeIt: OtherAct<Request> = {
    name: "change",
    can: update,
    act: (request) =>
      isOwn(request) && ["draft", "returned", "withdrawn"].includes(request.status)
        ? { label: "Change and ask…", run: change }
        : undefined,
  };
  const linkIt: OtherAct<Request> = {
    name: "link_payment",
    can: linkPayment,
    act: ({ abilities }, show) =>
      abilities["link_payment"] === null ? { label: "Link a payment…", run: () => show(LinkPaymentDialog) } : undefined,
  };
  return {
    acts: (request) => [
      changeIt,
      linkAct<Request>(
        "approval",
        isOwn(request) ? "See whose turn it is" : "Open the approval",
        calls.approvalChains.find,
        ({ approval_id, status }) => status === "pending" && approval_id && `/${type}/approvals/${approval_id}`,
      ),
      linkAct<Request>(
        "retire_by_request",
        "Show what it was spent on…",
        create,
        (found) =>
          isOwn(found) &&
          found.kind === "advance" &&
          found.status === "paid" &&
          `/${type}/expenses/requests/new?advance=${found.id}`,
      ),
      ...(request.account ? [account] : []),
      purse,
      payOtherwise,
      linkIt,
      retire,
      remove,
    ],
    beside: ["link_payment", payOtherwise.action.name],
    next: nextOf,
  };
};

/** A purchase is paid with the first of its lines that the company has bought. */
function paidWords({ kind, payment, lines }: Request): string {
  const agreed = lines.filter(({ is_refused }) => !is_refused);
  const bought = agreed.filter(({ bought_kobo }) => bought_kobo > 0).length;
  const isPart = kind === "purchase" && payment?.into === "company" && bought < agreed.length;
  return isPart ? `Paid in part: ${bought} of ${counted(agreed.length, "line")} bought.` : "Paid.";
}

function nextOf(request: Request): { says: string; acts: readonly string[] } {
  const { status, kind, account: to } = request;
  switch (status) {
    case "draft":
      return { says: "A draft, not submitted yet.", acts: ["change"] };
    case "returned":
      return { says: "Returned to the requester: it can be changed and submitted again.", acts: ["change"] };
    case "withdrawn":
      return { says: "Withdrawn by the requester.", acts: ["change"] };
    case "pending":
      return { says: "It waits for the chain of the company.", acts: ["approval"] };
    case "approved": {
      const toWhoAsked = [pay.choices.account.action.name, pay.choices.purse.action.name];
      // Money to the requester is the exception: the first button, pressed without reading, would pay a second time.
      if (kind === "purchase")
        return {
          says: `Approved: the company buys it. Link its payment${request.has_left ? "" : ", or pay the requester"}.`,
          acts: ["link_payment", ...toWhoAsked],
        };
      if (request.has_left)
        return {
          says: to
            ? "Approved, and not paid yet. The requester has left: it goes to their own bank account."
            : "Approved, and not paid yet. The requester has left and has no verified bank account with us.",
          acts: [to ? pay.choices.account.action.name : payOtherwise.action.name],
        };
      return {
        says: to ? "Approved, and not paid yet." : "Approved, and not paid yet: it can go into the purse.",
        acts: toWhoAsked,
      };
    }
    case "paying":
      return { says: "On its way to the bank.", acts: [] };
    case "paid":
      return kind === "advance"
        ? { says: "Paid. The requester shows what it was spent on.", acts: ["retire_by_request", retire.action.name] }
        : { says: paidWords(request), acts: [] };
    case "retired":
      return { says: "Paid, and its spending is shown.", acts: [] };
    default:
      return { says: "Decided: nothing is paid.", acts: [] };
  }
}
