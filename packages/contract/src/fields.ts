/**
 * What a field is called and how it is shown, by its name: the same word from the database to the screen. The end of a name says
 * its kind (`_kobo`, `_on`, `_at`, `_percent`, `is_`); the table says only what the name does not.
 */
import { sentence } from "./formats.ts";

export type FieldKind = "text" | "money" | "percent" | "number" | "day" | "relative" | "badge" | "boolean" | "person";

export interface Field {
  label: string;
  kind: FieldKind;
}

const COUNTS = /_count$|^days_|^number$|_days$|^page_count$/;

function kindOf(name: string): FieldKind {
  if (name.endsWith("_kobo")) return "money";
  if (name.endsWith("_percent")) return "percent";
  if (name.endsWith("_on")) return "day";
  if (name.endsWith("_at")) return "relative";
  if (/^(is|has|may)_/.test(name)) return "boolean";
  if (name === "status") return "badge";
  if (COUNTS.test(name)) return "number";
  return "text";
}

/** Fields whose label or kind is not what their name says. */
const FIELDS: Readonly<Record<string, Partial<Field>>> = {
  amount_kobo: { label: "Amount" },
  annual_rate_percent: { label: "Rate a year" },
  arrears_bucket: { label: "Arrears" },
  created_at: { label: "Requested" },
  customer: { label: "Customer", kind: "person" },
  decline_reason: { label: "Declined because" },
  disbursed_on: { label: "Disbursed" },
  delivered: { label: "Delivered", kind: "number" },
  email: { label: "E-mail" },
  employee: { label: "Employee", kind: "person" },
  handed_over: { label: "Handed over", kind: "number" },
  instalment_count: { label: "Instalments" },
  item_count: { label: "Items" },
  maker: { label: "Requested by", kind: "person" },
  next_due_on: { label: "Next due" },
  outstanding_principal_kobo: { label: "Outstanding principal" },
  person: { label: "Person", kind: "person" },
  phone_end: { label: "Phone ends in" },
  principal_kobo: { label: "Amount" },
  purpose: { label: "What for" },
  reference: { label: "Reference" },
  requested_kobo: { label: "Asked for" },
  title: { label: "Request" },
  text: { label: "In their words" },
  total: { kind: "number" },
  total_kobo: { label: "Total to repay" },
};

/** The label and kind of a field. */
export function fieldOf(name: string): Field {
  const { label, kind } = FIELDS[name] ?? {};
  return { label: label ?? sentence(name.replace(/_(kobo|percent|on|at)$/, "")), kind: kind ?? kindOf(name) };
}
