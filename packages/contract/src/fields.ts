/**
 * What a field is called and how it is shown, by its name: the same word from the database to the screen. The end of a name says
 * its kind (`_kobo`, `_on`, `_at`, `_percent`, `is_`); the table says only what the name does not.
 */
import { sentence } from "./formats.ts";

/**
 * How a value is shown. `word`: one of a set of names, as a word; `code`: set as code; `reference`: code that can be copied;
 * `person`: a record with names, or the row's own; `badge`: a status in its tone.
 */
export type FieldKind =
  | "text"
  | "word"
  | "code"
  | "reference"
  | "money"
  | "dollars"
  | "percent"
  | "number"
  | "date"
  | "day"
  | "relative"
  | "waiting"
  | "badge"
  | "id"
  | "phone"
  | "boolean"
  | "person";

export interface Field {
  label: string;
  kind: FieldKind;
  /** Of a column, in pixels, where most of its values need more than the rest leaves. */
  width?: number;
}

const COUNTS = /_count$|^days_|^number$|_days$|^(running|settled)_loans$/;

function kindOf(name: string): FieldKind {
  if (name.endsWith("_kobo")) return "money";
  if (name.endsWith("_cents")) return "dollars";
  if (name.endsWith("_percent")) return "percent";
  if (name.endsWith("_on")) return "day";
  if (name.endsWith("_at")) return "relative";
  if (/^(is|has|may)_/.test(name)) return "boolean";
  if (name === "id" || name === "phone") return name;
  if (/(^|_)status$/.test(name)) return "badge";
  if (COUNTS.test(name)) return "number";
  return "text";
}

/** Fields whose label, kind or width is not what their name says. */
const FIELDS: Readonly<Record<string, Partial<Field>>> = {
  admin: { label: "Handled by", kind: "person" },
  annual_rate_percent: { label: "Rate a year" },
  arrears_bucket: { label: "Arrears" },
  bank_name: { label: "Bank" },
  borrowed: { label: "Of them borrowed", kind: "number" },
  business_date: { label: "Business day", kind: "day" },
  category: { label: "Kind" },
  checker: { label: "Decided by", kind: "person" },
  asked_kobo: { label: "Asked" },
  created_at: { label: "Requested" },
  deducted_kobo: { label: "Kept back" },
  pay_day: { kind: "day" },
  shortfall_kobo: { label: "Less than asked" },
  customer: { kind: "person" },
  days_past_due: { label: "Days late" },
  decline_reason: { label: "Declined because" },
  delivered: { kind: "number" },
  disbursed_on: { label: "Disbursed" },
  email: { label: "E-mail", width: 240 },
  employee: { kind: "person" },
  handed_over: { kind: "number" },
  instalment_count: { label: "Instalments" },
  item_count: { label: "Items" },
  last_name: { label: "Name", kind: "person", width: 220 },
  loan_status: { label: "Loan status" },
  maker: { label: "Requested by", kind: "person" },
  outstanding_principal_kobo: { label: "Principal owed" },
  page_count: { label: "Pages" },
  payout_kobo: { label: "Pays out" },
  person: { kind: "person" },
  phone_end: { label: "Phone ends in" },
  principal_kobo: { label: "Principal" },
  purpose: { label: "What for" },
  rc_number: { label: "Registration number", kind: "reference" },
  requested_kobo: { label: "Requested" },
  score: { kind: "number" },
  source: { label: "Source", kind: "word" },
  subject_id: { label: "Subject", kind: "id" },
  text: { label: "In their words" },
  total: { kind: "number" },
  total_kobo: { label: "Cost and principal" },
  rules_say: { label: "The rules" },
  received_kobo: { label: "Received" },
  repaid_kobo: { label: "Total repayment" },
  vat_kobo: { label: "VAT" },
  updated_at: { label: "Changed" },
  user_id: { label: "Customer" },
};

export function fieldOf(name: string): Field {
  const { label, kind, width } = FIELDS[name] ?? {};
  return {
    label: label ?? sentence(name.replace(/^is_|_(kobo|percent|on|at|id)$/g, "")),
    kind: kind ?? kindOf(name),
    ...(width !== undefined && { width }),
  };
}
