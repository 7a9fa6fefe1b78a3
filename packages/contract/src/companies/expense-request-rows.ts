/** What is shown of an expense request: in a list, and on its page. */
import { z } from "zod";
import { abilities } from "../action.ts";
import { kobo, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";
import { foreignCurrencies, requestKinds } from "./expense-lines.ts";
import { expenseRequestStates } from "./expense-request-states.ts";
import { effects } from "./policy-rules.ts";

/** Where the money of a request goes: the purse that the company gave, or the person's own verified bank account. */
export const payWays = ["purse", "account"] as const;
/** The same; what the company itself has bought, by a transfer, a bill or its card; and what it says it paid in another way, with the last salary for example. */
const paidWays = [...payWays, "company", "otherwise"] as const;

/** A request in a list. */
export const requestRow = z.object({
  id: z.uuid(),
  purpose: z.string(),
  kind: z.enum(requestKinds),
  person: z.object({ id: z.uuid(), name: z.string() }),
  /** The requester has left the company: what they spent themselves is paid to their own bank account. */
  has_left: z.boolean(),
  department: z.string().nullable(),
  /** Of the lines that were not refused. */
  amount_kobo: kobo,
  line_count: z.int(),
  /** The strongest that the policies said when it was submitted. */
  effect: z.enum(effects).nullable(),
  status: z.enum(expenseRequestStates.states),
  version: z.int(),
  created_at: moment,
  abilities,
});
/** An exact number of kilometres or days. */
const decimal = z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, { error: "this field must be a number, for example 12.5" });
const rate = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, { error: "this field must be a rate, for example 1534.2" });
/** What was spent in another currency, in its hundredths; naira for one of it, as of a day. */
const foreignAmount = z.strictObject({
  currency: z.enum(foreignCurrencies),
  amount: z.int().min(1, { error: "this field has to be at least 1" }).max(1e12),
  rate,
  rated_on: businessDate,
});

/** What its page shows. */
export const requestFound = requestRow.extend({
  approval_id: z.uuid().nullable(),
  advance_id: z.uuid().nullable(),
  /** Of an advance: what was retired of it, and what of that is pending. */
  retired_kobo: kobo,
  pending_kobo: kobo,
  reason: z.string().nullable(),
  /** The requester's verified bank account; null where there is none. */
  account: z.object({ bank_name: z.string(), account_no: z.string() }).nullable(),
  payment: z.object({ into: z.enum(paidWays), reference: z.string(), by: z.string(), at: moment }).nullable(),
  history: z.array(
    z.object({ id: z.uuid(), title: z.string(), by: z.string(), reason: z.string().nullable(), at: moment }),
  ),
  lines: z.array(
    z.object({
      number: z.int(),
      /** The purchase from the purse that it is, where it is one. */
      expense_id: z.uuid().nullable(),
      merchant: z.string(),
      category_id: z.uuid().nullable(),
      category: z.string().nullable(),
      amount_kobo: kobo,
      /** What a purchase was bought for, by the purse or by the company itself. */
      bought_kobo: kobo,
      spent_on: z.string(),
      units: z.string().nullable(),
      unit_rate_kobo: kobo.nullable(),
      foreign: foreignAmount.nullable(),
      splits: z.array(
        z.object({
          category_id: z.uuid().nullable(),
          category: z.string().nullable(),
          department_id: z.uuid().nullable(),
          department: z.string().nullable(),
          amount_kobo: kobo,
        }),
      ),
      is_refused: z.boolean(),
      says: z.array(z.string()),
      receipt_ids: z.array(z.uuid()),
    }),
  ),
  /** What paid for the lines of a purchase, each an expense of its own. */
  bought: z.array(
    z.object({
      expense_id: z.uuid(),
      line_number: z.int(),
      merchant: z.string(),
      amount_kobo: kobo,
      spent_on: z.string(),
      reference: z.string().nullable(),
    }),
  ),
});

const line = z.strictObject({
  merchant: z.string().trim().min(2, { error: "this field has to contain at least 2 characters" }).max(120),
  category_id: z.uuid().nullish(),
  /** Made by the server of units, or of a foreign amount, where there are. */
  amount_kobo: positiveKobo.nullish(),
  spent_on: businessDate,
  /** Of a retirement: what the purse paid by card or as a bill. It stays the one expense; place and day are its own, and the amount is at most its own. */
  expense_id: z.uuid().nullish(),
  /** Kilometres or days. */
  units: decimal.nullish(),
  foreign: foreignAmount.nullish(),
  /** Over categories and departments; their sum is the line's amount, to the kobo. */
  splits: z
    .array(
      z.strictObject({ category_id: z.uuid().nullish(), department_id: z.uuid().nullish(), amount_kobo: positiveKobo }),
    )
    .max(20)
    .default([]),
  /** One's own receipts that belong to nothing else. */
  receipt_ids: z.array(z.uuid()).max(20).default([]),
});
/** What is requested, as it is typed. */
export const requestContent = {
  kind: z.enum(requestKinds),
  purpose: z.string().trim().min(3, { error: "this field has to contain at least 3 characters" }).max(200),
  /** Of a retirement: the advance that was spent. */
  advance_id: z.uuid().nullish(),
  lines: z.array(line).min(1, { error: "a request has at least one line" }).max(100),
  /** Kept for later; else it goes to the chain at once. */
  is_draft: z.boolean(),
};

/** What the company pays by itself, and what a line can name. */
export const requestTerms = z.object({
  mileage_rate_kobo: kobo.nullable(),
  /** The least that the policies of one's roles say; null where they say nothing. */
  per_diem_kobo: kobo.nullable(),
  /** By how much a typed rate of exchange may differ from the published one before it is flagged. */
  rate_tolerance_percent: z.int(),
  /** The newest published rate of each currency that has one: naira for one of it. */
  rates: z.array(z.object({ currency: z.string(), rate: z.string(), rated_on: z.string() })),
  advances: z.array(z.object({ id: z.uuid(), purpose: z.string(), left_kobo: kobo })),
  /** What one's purse paid by card or as a bill, and no retirement has yet. */
  paid: z.array(
    z.object({
      id: z.uuid(),
      merchant: z.string(),
      amount_kobo: kobo,
      spent_on: z.string(),
      category_id: z.uuid().nullable(),
    }),
  ),
});
