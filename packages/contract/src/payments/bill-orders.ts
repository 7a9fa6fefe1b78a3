/** Bills that are paid together, or only after somebody else of the company has agreed. */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { moment } from "../time.ts";
import { billOrderKindNames, MAX_ORDER_TEXT } from "./bill-order-kinds.ts";
import { billKindNames } from "./bill-kinds.ts";
import { billOrderStates } from "./bill-order-states.ts";
import { billStates } from "./bill-states.ts";

const kind = z.enum(billKindNames);
const requests = ["company:can_request_transfers"] as const;
const sees = ["company:can_view_bills", ...requests] as const;

const orderRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** "MTN for 08031234561", or how many there are. */
  what: z.string(),
  row_count: z.int(),
  /** Price and charges of all rows. */
  total_kobo: kobo,
  status: z.enum(billOrderStates.states),
  asked_by: z.string(),
  /** Rows that have their bill. */
  paid_count: z.int(),
  /** Rows that could not be paid. */
  left_out_count: z.int(),
  created_at: moment,
});

export const listOfCompany = list("/company/bill-orders", {
  spec: "added",
  because: "A company sees which bills wait for approval, and how those that it agreed to have ended.",
  summary: "Bills that the company was asked to pay from its wallet",
  can: sees,
  row: orderRow,
  search: ["reference"],
  filters: { status: { kind: "choice", label: "State", options: billOrderStates.states } },
  sorts: ["created_at", "total_kobo"],
  ranges: ["created_at", "total_kobo"],
  default_sort: "-created_at",
});

const item = z.object({
  row: z.int(),
  kind,
  service_name: z.string(),
  item_name: z.string(),
  customer_no: z.string(),
  customer_name: z.string().nullable(),
  amount_kobo: kobo,
  total_kobo: kobo,
  bill_id: z.uuid().nullable(),
  bill_status: z.enum(billStates.states).nullable(),
  /** Why it was not paid. */
  failure: z.string().nullable(),
});

export const find = get("/bill-orders/{id}", {
  spec: "added",
  because: "Each row of what is paid together has its own bill and its own end.",
  summary: "Bills that are paid together: each row with its bill, or why it has none",
  can: ["personal:can_pay_bills", ...sees],
  params: idParams,
  response: orderRow.extend({
    is_company: z.boolean(),
    decision_reason: z.string().nullable(),
    /** The request that waits, or has waited. */
    approval_id: z.uuid().nullable(),
    rows: z.array(item),
  }),
});

export const request = post("/company/bills", {
  spec: "added",
  because: "Companies pay bills of their own by chain; the specified calls pay a person's.",
  summary: "Ask to pay a bill from the company's wallet; its chain agrees",
  can: requests,
  guards: ["password_changed"],
  effect: "moves_money",
  notes:
    "The total is held until the chain has decided. What was verified is named by `verified_id`, a phone by `phone`.",
  body: form(
    {
      kind: "required",
      service: "nullable|max:40",
      phone: "nullable|phone",
      verified_id: "nullable",
      item: "nullable|max:200",
      amount_kobo: "required",
      is_again: "nullable",
    },
    { kind, verified_id: z.uuid().nullish(), amount_kobo: positiveKobo, is_again: z.boolean().optional() },
  ),
  response: z.object({ order: orderRow, approval_id: z.uuid().nullable() }),
});

const many = {
  can: ["personal:can_pay_bills", ...requests],
  guards: ["password_changed", "profile_approved"],
} as const;
const listed = form(
  {
    kind: `required|inArray:${billOrderKindNames.join(",")}`,
    text: `required|max:${MAX_ORDER_TEXT}`,
    is_again: "nullable",
  },
  { kind: z.enum(billOrderKindNames), is_again: z.boolean().optional() },
);

export const read = post("/bill-orders/read", {
  spec: "added",
  because:
    "Issue 14: buy for ten numbers from a file; a workbook is read here, and its rows are then checked as typed ones.",
  summary: "Read numbers from a CSV or XLSX, as rows that can be checked",
  ...many,
  notes:
    "Columns are found by their headings (phone, amount or bundle, network), else taken in this order. A cell that is calculated refuses the file.",
  files: { field: "file", accept: ["csv", "xlsx"], max_bytes: 1_048_576 },
  response: z.object({ text: z.string(), row_count: z.int() }),
});

export const check = post("/bill-orders/check", {
  spec: "added",
  because: "Issue 14: who buys for many numbers reads a verdict of each before anything moves.",
  summary: "What airtime or data for many numbers would cost, with a verdict of each row",
  ...many,
  notes:
    "A row is a phone, an amount or the name of a bundle, and where the number was ported its network; separated by commas, semicolons or tabs.",
  body: listed,
  response: z.object({
    rows: z.array(
      z.object({
        row: z.int(),
        phone: z.string(),
        service_name: z.string().nullable(),
        item_name: z.string().nullable(),
        total_kobo: kobo.nullable(),
        /** Why it is refused; null where it can be bought. */
        why: z.string().nullable(),
        /** What was mended in it. */
        note: z.string().nullable(),
      }),
    ),
    ready_count: z.int(),
    total_kobo: kobo,
    /** What can be paid from now. */
    available_kobo: kobo,
  }),
});

export const buyMany = post("/bill-orders", {
  spec: "added",
  because: "Issue 14: buy for ten numbers from a file; companies for five hundred, by their chain.",
  summary: "Buy airtime or data for many numbers: each row becomes one bill",
  ...many,
  effect: "moves_money",
  notes:
    "Nothing is bought while a row is refused. What was paid a moment ago is refused until `is_again` says that it is meant.",
  body: listed,
  response: z.object({ order: orderRow, approval_id: z.uuid().nullable() }),
});
