/** Receipts of what people spend for their company: photographed or chosen, kept with their line or expense, or alone until they find theirs. */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, koboText } from "../money.ts";
import { businessDate, moment } from "../time.ts";

const can = ["personal:can_view_expenses", "company:can_view_expense_requests"] as const;
const guards = ["password_changed", "profile_approved", "company_profile_updated", "company_subscribed"] as const;
const own = { can, guards } as const;

/** An expense that a receipt seems to belong to. */
const match = z.object({ id: z.uuid(), merchant: z.string(), amount_kobo: kobo, spent_on: z.string() });

export const receiptRow = z.object({
  id: z.uuid(),
  name: z.string(),
  media_type: z.string(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  merchant: z.string().nullable(),
  amount_kobo: kobo.nullable(),
  spent_on: z.string().nullable(),
  expense_id: z.uuid().nullable(),
  request_id: z.uuid().nullable(),
  line_number: z.int().nullable(),
  /** The same file is here another time: flagged, not blocking. */
  is_twice: z.boolean(),
  created_at: moment,
});

export const upload = post("/companies/expense/receipts", {
  spec: "added",
  because: "A receipt is sent when the money is spent, before or after the request.",
  summary:
    "Send a receipt: of an expense of one's own, or alone; alone it merges into the one expense that it is certainly of",
  ...own,
  files: { field: "receipt", accept: ["jpeg", "png", "pdf"], max_bytes: 10 * 1_048_576 },
  body: form(
    {
      expense_id: "nullable",
      merchant: "nullable|min:2|max:120",
      amount_kobo: "nullable",
      spent_on: "nullable",
      stays_alone: "nullable|inArray:yes,no",
    },
    {
      expense_id: z.uuid().optional(),
      amount_kobo: koboText.optional(),
      spent_on: businessDate.optional(),
      /** It is for a line of a request: no expense takes it by itself. */
      stays_alone: z.enum(["yes", "no"]).optional(),
    },
  ),
  response: z.object({ receipt: receiptRow }),
});

export const listOwn = list("/companies/expense/receipts", {
  spec: "added",
  because: "Receipts that arrived alone are merged into their expenses.",
  summary: "One's own receipts that belong to no expense yet, each with the expenses that it seems to be of",
  ...own,
  row: receiptRow.extend({ matches: z.array(match) }),
  search: ["merchant"],
  filters: { amount_kobo: "kobo", is_twice: { kind: "boolean", label: "There twice" } },
  sorts: ["created_at", "spent_on", "amount_kobo"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

const received = z.object({ receipts: z.array(receiptRow) });

export const ofExpense = get("/companies/expenses/{id}/receipts", {
  spec: "added",
  because: "An expense is looked at with its receipts.",
  summary: "The receipts of an expense; its owner also sees which of their own might be of it",
  can: ["company:can_view_expenses", "personal:can_view_expenses"],
  guards,
  params: idParams,
  response: received.extend({ candidates: z.array(receiptRow) }),
});

export const ofRequest = get("/companies/expense/request/{id}/receipts", {
  spec: "added",
  because: "The approver of a request sees its receipts.",
  summary: "The receipts of a request, for its requester, its approvers, and those who may see all",
  ...own,
  params: idParams,
  response: received,
});

export const file = get("/companies/expense/receipts/{id}/file", {
  spec: "added",
  because: "A receipt is read before it is decided.",
  summary: "The receipt itself",
  can: ["personal:can_view_expenses", "company:can_view_expense_requests", "company:can_view_expenses"],
  guards,
  kind: "file",
  params: idParams,
});

export const attach = post("/companies/expense/receipts/{id}/attach", {
  spec: "added",
  because: "A receipt that arrived alone becomes a part of its expense.",
  summary: "Merge one's own receipt into one's own expense",
  ...own,
  params: idParams,
  body: form({ expense_id: "required" }, { expense_id: z.uuid() }),
  response: z.object({ receipt: receiptRow }),
});

export const detach = post("/companies/expense/receipts/{id}/detach", {
  spec: "added",
  because: "A merge that was wrong is undone.",
  summary: "Take one's own receipt out of the expense that it was merged into",
  ...own,
  params: idParams,
  response: z.object({ receipt: receiptRow }),
});

export const remove = post("/companies/expense/receipts/{id}/delete", {
  spec: "added",
  because: "A picture that shows nothing is taken away.",
  summary: "Delete one's own receipt, as long as it belongs to no expense",
  ...own,
  params: idParams,
  response: z.object({}),
});
