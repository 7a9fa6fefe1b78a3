import type { Tone } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column } from "../../../shared/list/columns.tsx";
import { listPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.charges.listCharges>;

/** What is known of a debit: money is never called received before the provider has said so. */
const known: Readonly<Record<Row["status"], [Tone, string]>> = {
  created: ["info", "Not sent yet"],
  sent: ["info", "Sent"],
  unknown: ["warning", "Asking the provider"],
  success: ["success", "Received"],
  failed: ["danger", "Failed"],
  abandoned: ["neutral", "Not finished"],
};

/** Debits of cards: what came, what failed and why, and those of which nobody knows yet how they ended. */
export default listPage(calls.charges.listCharges, {
  columns: [
    column("customer", { card: "title", width: 190 }),
    column("_known", {
      header: "What is known",
      render: ({ status, needs_review_at }) => (
        <ToneBadge tone={needs_review_at && status === "unknown" ? "danger" : known[status][0]}>
          {needs_review_at && status === "unknown" ? "No answer" : known[status][1]}
        </ToneBadge>
      ),
      card: "badge",
      width: 150,
    }),
    column("amount_kobo", { card: "field" }),
    column("failure", { header: "Why it failed", card: "field", width: 184 }),
    column("kind", { render: ({ kind }) => sentence(kind), width: 140 }),
    column("_loan", { header: "Loan", render: ({ loan }) => loan?.reference ?? "–", width: 176 }),
    column("created_at", { header: "Debited", card: "field" }),
    column("asked_times", { header: "Asked", isHidden: true }),
    column("received_kobo", { isHidden: true }),
    column("reference", { kind: "reference", isHidden: true }),
    column("settled_at", { header: "Answered", isHidden: true }),
    column("id", { isHidden: true }),
  ],
  href: ({ loan, customer }) => (loan ? `/admin/loans/${loan.id}` : `/admin/repayments/wallet/${customer.id}`),
  rowActions: (row) => [
    ...(["sent", "unknown"].includes(row.status)
      ? [
          {
            label: "Ask the provider…",
            call: calls.charges.queryCharge,
            input: { params: { id: row.id } },
            done: "The provider was asked; its answer is shown here.",
            confirm: {
              title: "Ask how this debit ended?",
              facts: [
                { label: "Debit", value: row.reference },
                { label: "Amount", kobo: row.amount_kobo },
              ],
              body: "The card is not debited again: the provider is only asked.",
              yes: "Ask",
            },
          },
        ]
      : []),
    { label: "Customer's payments", to: `/admin/repayments/wallet/${row.customer.id}` },
  ],
  views: [
    { name: "Without an answer", address: "f.status=sent,unknown", empty: "Every debit was answered" },
    { name: "Failed", address: "f.status=failed", empty: "No debit failed" },
  ],
  lead: "Every debit of a card. Without an answer we ask for the outcome and never send again.",
  empty: "No card was debited yet.",
});
