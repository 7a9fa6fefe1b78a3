import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { bankStatements } = calls;

export const screens = [
  // Added: The bank's statements: those that wait for a decision, and those that can be taken back.
  listScreen("added", "reconciliation/statements", "Statements of the Bank", bankStatements.listAll, {
    columns: [
      ["statement_on", { card: "title", header: "Day" }],
      ["status", { badge: "bank_statement", card: "badge" }],
      ["closing_kobo", { header: "Closing balance", card: "field" }],
      ["opening_kobo", { header: "Opening balance" }],
      ["line_count", { header: "Lines", card: "field" }],
      "account",
      ["format", { header: "Format" }],
      ["file_name", { header: "File" }],
      ["fetched_by", { header: "Brought by" }],
      ["fetched_at", { header: "Came" }],
      ["taken_at", { header: "Taken", isHidden: true }],
      ["id", { isHidden: true }],
    ],
    href: "/admin/reconciliation/statements/{id}",
    lead: "Each statement, fetched or uploaded, with its outcome.",
    empty: "No statement came yet. It is fetched at the close of each day, or uploaded under Reconciliation.",
  }),
  // Added: One statement with its lines and what each does, before it is taken and afterwards.
  screen("added", "reconciliation/statements/{id}", "Statement of the Bank", "bank-statement", bankStatements.find),
];
