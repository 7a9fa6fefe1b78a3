/** Cashback on bills (R168): what people earned, and what was taken back of it. */
import { z } from "zod";
import { idParams, list } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";

const reads = { can: ["provider:can_view_users"] } as const;
const row = {
  id: z.uuid(),
  bill_id: z.uuid(),
  reference: z.string(),
  /** What was paid for, in words. */
  what: z.string(),
  paid_kobo: kobo,
  amount_kobo: kobo,
  taken_back_kobo: kobo,
  /** Taken from the next earnings. */
  owed_kobo: kobo,
  earned_at: moment,
  refunded_at: moment.nullable(),
};
const offers = {
  search: ["reference", "what"],
  filters: { is_refunded: { kind: "boolean", label: "Refunded" } },
  sorts: ["earned_at", "amount_kobo", "paid_kobo", "taken_back_kobo", "owed_kobo"],
  ranges: ["earned_at", "amount_kobo"],
  default_sort: "-earned_at",
} as const;

/** C174. */
export const listAll = list("/admin/transactions/cashback", {
  spec: "C174",
  summary: "Cashback on bills of all people",
  ...reads,
  ...offers,
  row: z.object({ ...row, user_id: z.uuid(), person: z.string() }),
});

/** C177. `{id}` is the person. */
export const ofPerson = list("/admin/personal/users/{id}/cashback", {
  spec: "C177",
  summary: "A person's cashback on bills",
  ...reads,
  ...offers,
  params: idParams,
  row: z.object(row),
});

/** C330. */
export const listOwn = list("/personal/users/transaction/cashbacks", {
  spec: "C330",
  summary: "The caller's cashback on bills",
  can: ["personal:can_view_statements"],
  ...offers,
  row: z.object(row),
});
