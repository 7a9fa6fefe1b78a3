/** VAT on fees by month: collected, taken back, remitted; from the ledger. */
import { z } from "zod";
import { get, list, post } from "../endpoint.ts";
import { kobo, positiveKobo } from "../money.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { businessDate, moment } from "../time.ts";
import { evidence } from "./slips.ts";

/** `yyyy-mm`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: "this field must be a month, year-month" });

export const months = get("/admin/books/vat", {
  spec: "added",
  because: "The VAT that fees carry is remitted to the state by month (decisions.md, VAT).",
  summary: "VAT by month: collected, taken back, owed, remitted, still to be remitted",
  can: ["provider:can_view_ledger"],
  response: z.object({
    months: z.array(
      z.object({
        month,
        collected_kobo: kobo,
        reversed_kobo: kobo,
        owed_kobo: kobo,
        remitted_kobo: kobo,
        open_kobo: kobo,
        /** Of this month and all before it. */
        still_owed_kobo: kobo,
        is_over: z.boolean(),
      }),
    ),
    /** What the account VAT payable holds now. */
    payable_kobo: kobo,
  }),
});

export const monthFile = get("/admin/books/vat/{month}/file", {
  spec: "added",
  because: "The return names each fee and its VAT.",
  summary: "A month's fees and their VAT as CSV",
  can: ["provider:can_view_ledger"],
  kind: "file",
  params: z.strictObject({ month }),
});

export const listAll = list("/admin/books/vat/remittances", {
  spec: "added",
  because: "An auditor asks for each payment to the tax authority and its receipt.",
  summary: "VAT remitted",
  can: ["provider:can_view_ledger"],
  row: z.object({
    id: z.uuid(),
    month,
    amount_kobo: kobo,
    reference: z.string(),
    paid_on: z.string(),
    recorded_by: z.string().nullable(),
    confirmed_by: z.string().nullable(),
    slip_id: z.uuid(),
    created_at: moment,
  }),
  search: ["reference"],
  filters: { month: "text" },
  sorts: ["paid_on", "amount_kobo"],
  ranges: ["paid_on"],
  default_sort: "-paid_on",
});

export const remit = post("/admin/books/vat/remittances", {
  spec: "added",
  because: "Paying VAT leaves the bank and ends a debt: two persons, with the tax authority's receipt.",
  summary: "Ask that VAT that was paid to the tax authority be recorded (a second person decides)",
  can: ["provider:can_remit_taxes"],
  effect: "moves_money",
  body: z.strictObject({
    month,
    amount_kobo: positiveKobo,
    reference: z.string().trim().min(3).max(60),
    paid_on: businessDate,
    slip_id: evidence.slip_id,
  }),
  response: secondPersonAsked,
});
