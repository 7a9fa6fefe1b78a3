/** Transfers of people and companies that a colleague looks at before they are sent: the money is held, not moved. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";
import { transferStates } from "./transfer-states.ts";

const decides = { audience: "admin", can: ["provider:can_fund_debit_wallet"] } as const;

export const listAll = list("/admin/transfer-reviews", {
  spec: "added",
  because: "What looks like a stolen account waits on a queue, with its reasons, until a colleague has looked.",
  summary: "Transfers that are held to be looked at, and what was decided",
  ...decides,
  row: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    /** Whose money it is, where that is a company. */
    company_id: z.uuid().nullable(),
    owner: z.string(),
    reference: z.string(),
    payee: z.string(),
    bank_name: z.string().nullable(),
    account_no: z.string().nullable(),
    amount_kobo: kobo,
    total_kobo: kobo,
    /** Each reason in words. */
    held_because: z.string(),
    status: z.enum(transferStates.states),
    review_note: z.string().nullable(),
    reviewed_by: z.string().nullable(),
    created_at: moment,
    reviewed_at: moment.nullable(),
    /** A second person is asked. */
    is_waiting: z.boolean(),
    version: z.int(),
    abilities,
  }),
  search: ["reference", "payee", "owner"],
  filters: {
    status: { kind: "choice", label: "State", options: transferStates.states },
    user_id: { kind: "id", label: "Person" },
    company_id: { kind: "id", label: "Company" },
  },
  sorts: ["created_at", "total_kobo"],
  ranges: ["created_at", "total_kobo"],
  default_sort: "-created_at",
});

const shows = ["owner", "payee", "bank_name", "account_no", "amount_kobo", "held_because", "reference"];
const refuses = {
  own_transfer: { status: 403, words: "Somebody else looks at your own transfer." },
  waiting: { status: 409, words: "A second person is being asked about this transfer.", is_hidden: true },
} as const;

export const letGo = action(
  transferStates,
  { name: "let_go", from: ["in_review"] },
  {
    asks: {
      label: "Let it go…",
      title: "Let this transfer go?",
      body: "Limits and balance are checked again, and it is sent at once. Where more leaves in the day than goes without us, a second person decides.",
      shows,
      reason: "required",
      yes: "Let it go",
      style: "primary",
      done: "Decided.",
    },
    refuses,
    call: post("/admin/transfer-reviews/{id}/let-go", {
      spec: "added",
      because: "A held transfer that is in order goes its way.",
      summary: "Let a held transfer go; above what leaves alone in a day a second person decides",
      ...decides,
      effect: "moves_money",
      step_up: true,
      params: idParams,
      body: form({ reason: reasonRule }),
      /** `approval_id` is null where it was sent. */
      response: z.object({ approval_id: z.uuid().nullable() }),
    }),
  },
);

export const stop = action(transferStates, "stop", {
  asks: {
    label: "Do not send it…",
    title: "Not send this transfer?",
    body: "The money is free in the wallet again, and the person reads your reason.",
    shows,
    reason: "required",
    yes: "Do not send it",
    style: "danger",
    done: "It is not sent. The money is free again.",
  },
  refuses,
  call: post("/admin/transfer-reviews/{id}/stop", {
    spec: "added",
    because: "A held transfer that is not in order ends, and its money is free again.",
    summary: "Do not send a held transfer; the person reads why",
    ...decides,
    effect: "moves_money",
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ approval_id: z.uuid().nullable() }),
  }),
});
