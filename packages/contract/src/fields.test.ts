import { expect, it } from "vitest";
import { fieldOf } from "./fields.ts";

it.each([
  ["principal_kobo", { label: "Principal", kind: "money" }],
  ["annual_rate_percent", { label: "Rate a year", kind: "percent" }],
  ["due_on", { label: "Due", kind: "day" }],
  ["accepted_at", { label: "Accepted", kind: "relative" }],
  ["has_card", { label: "Has card", kind: "boolean" }],
  ["loan_status", { label: "Loan status", kind: "badge" }],
  ["id", { label: "Id", kind: "id" }],
  ["customer", { label: "Customer", kind: "person" }],
  ["email", { label: "E-mail", kind: "text", width: 240 }],
  ["_last_failure", { label: "Last failure", kind: "text" }],
  ["anything_new", { label: "Anything new", kind: "text" }],
])("says of %s what its name and the table say", (name, field) => {
  expect(fieldOf(name)).toEqual(field);
});
