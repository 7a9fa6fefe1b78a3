/** Transfers of people and companies, and batches of companies as a whole, that a colleague looks at before they are sent: the money is held, not moved. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";
import { transferBatchStates } from "./transfer-batch-states.ts";
import { transferStates } from "./transfer-states.ts";

const states = [...new Set([...transferStates.states, ...transferBatchStates.states])];
const decides = { audience: "admin", can: ["provider:can_fund_debit_wallet"] } as const;

export const listAll = list("/admin/transfer-reviews", {
  spec: "added",
  because: "What looks like a stolen account waits on a queue, with its reasons, until a colleague has looked.",
  summary: "Transfers and batches held for review, and the decisions",
  ...decides,
  row: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    /** Whose money it is, where that is a company. */
    company_id: z.uuid().nullable(),
    owner: z.string(),
    /** A batch of a company, decided as a whole. */
    is_batch: z.boolean(),
    reference: z.string(),
    payee: z.string(),
    bank_name: z.string().nullable(),
    account_no: z.string().nullable(),
    amount_kobo: kobo,
    total_kobo: kobo,
    /** Each reason in words. */
    held_because: z.string(),
    status: z.enum(states),
    review_note: z.string().nullable(),
    reviewed_by: z.string().nullable(),
    created_at: moment,
    reviewed_at: moment.nullable(),
    /** Waits for a second person. */
    is_waiting: z.boolean(),
    version: z.int(),
    abilities,
  }),
  search: ["reference", "payee", "owner"],
  filters: {
    status: { kind: "choice", label: "State", options: states },
    user_id: { kind: "id", label: "Person" },
    company_id: { kind: "id", label: "Company" },
  },
  sorts: ["created_at", "total_kobo"],
  ranges: ["created_at", "total_kobo"],
  default_sort: "-created_at",
});

export const batchRows = list("/admin/transfer-reviews/{id}/rows", {
  spec: "added",
  because: "The approver of a batch sees its payees, and which of them the company has never paid.",
  summary: "The rows of a batch that was held, each with whether the company knew its account",
  ...decides,
  params: idParams,
  row: z.object({
    id: z.string(),
    number: z.int(),
    /** The company had neither paid this account nor had it as a beneficiary when the batch was held. */
    is_new: z.boolean(),
    /** As the bank calls the account. */
    payee: z.string(),
    bank: z.string(),
    account_no: z.string().nullable(),
    amount_kobo: kobo,
    narration: z.string().nullable(),
  }),
  search: ["payee", "last four digits"],
  filters: { is_new: { kind: "boolean", label: "New to the company" } },
  sorts: ["number", "amount_kobo"],
  default_sort: "number",
});

const shows = ["owner", "payee", "bank_name", "account_no", "amount_kobo", "held_because", "reference"];
const refuses = {
  not_of_this_kind: { status: 409, words: "A batch is decided as a whole, a transfer by itself.", is_hidden: true },
  own_transfer: { status: 403, words: "Somebody else looks at your own money." },
  waiting: { status: 409, words: "A second person has to decide about it.", is_hidden: true },
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
      because: "A held transfer in order is released.",
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
    because: "A held transfer not in order is cancelled, and its money released.",
    summary: "Do not send a held transfer; the person reads why",
    ...decides,
    effect: "moves_money",
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ approval_id: z.uuid().nullable() }),
  }),
});

const batchShows = ["owner", "payee", "amount_kobo", "held_because", "reference"];
export const letBatchGo = action(
  transferBatchStates,
  { name: "let_batch_go", from: ["in_review"] },
  {
    asks: {
      label: "Let it go…",
      title: "Let this batch go?",
      body: "Its rows, limits and balance are checked again, and the whole is sent. Where more leaves in the day than goes without us, a second person decides.",
      shows: batchShows,
      reason: "required",
      yes: "Let it go",
      style: "primary",
      done: "Decided.",
    },
    refuses,
    call: post("/admin/transfer-reviews/batches/{id}/let-go", {
      spec: "added",
      because: "A held batch in order is released as a whole.",
      summary: "Let a held batch go; above what leaves alone in a day a second person decides",
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

export const stopBatch = action(transferBatchStates, "stop_batch", {
  asks: {
    label: "Do not send it…",
    title: "Not send this batch?",
    body: "None of its rows is sent, the money is available in the wallet again, and the submitter reads your reason.",
    shows: batchShows,
    reason: "required",
    yes: "Do not send it",
    style: "danger",
    done: "It is not sent. The money is free again.",
  },
  refuses,
  call: post("/admin/transfer-reviews/batches/{id}/stop", {
    spec: "added",
    because: "A held batch not in order is cancelled, and its money released.",
    summary: "Do not send a held batch; who submitted it reads why",
    ...decides,
    effect: "moves_money",
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ approval_id: z.uuid().nullable() }),
  }),
});
