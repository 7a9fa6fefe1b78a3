/** What the letters say. The figures are those of the stored terms: letter, screen and schedule cannot differ. */
import { day, date as exactDate, rateInWords } from "@manilla/contract/formats";
import { quote } from "@manilla/credit";
import { type LetterContent, naira } from "../../../documents/letter.ts";
import type { LoanDetail } from "./queries.ts";

export interface Addressee {
  name: string;
  address: string | null;
}

/** The offer: total cost, instalment, every fee, penalty, first due date, annualised cost (business-rules §2). */
export function offerLetterContent(
  loan: Pick<LoanDetail, "reference" | "terms" | "penalty" | "product"> & { interest_on_overdue: boolean },
  to: Addressee,
  date: string,
  expires_on: string,
  { signatory, accepted }: { signatory: string; accepted: { name: string; at: Date } | null },
): LetterContent {
  const { instalments, totals, irr_percent } = quote(loan.terms);
  const first = instalments[0];
  const fees: [string, string][] = loan.terms.fees.map((fee) => [
    fee.name,
    `${naira(fee.kobo)} ${fee.when === "upfront" ? "once, taken from the amount paid out" : "with each instalment"}${fee.vat_kobo ? `, of which ${naira(fee.vat_kobo)} is VAT` : ""}`,
  ]);
  const cost = totals.interest_kobo + totals.fees_kobo;
  return {
    title: "Offer of a loan",
    reference: loan.reference,
    date,
    to: [to.name, ...(to.address ? [to.address] : [])],
    parts: [
      {
        text: `We are glad to offer you the loan below (${loan.product}). It starts only when you accept this offer. The offer is valid until ${day(expires_on)}.`,
      },
      { amount_kobo: loan.terms.principal_kobo, label: "Amount" },
      {
        facts: [
          [
            "Interest rate",
            `${rateInWords(loan.terms.annual_rate_percent)}, ${{ flat: "flat on the amount borrowed", declining: "on the declining balance", equal_principal: "on the declining balance, equal principal" }[loan.terms.method]}`,
          ],
          ["Number of instalments", String(loan.terms.instalments)],
          ["Instalment", first ? naira(first.total_kobo) : ""],
          ["First due date", day(loan.terms.first_due_on)],
          ["You receive", naira(totals.received_kobo)],
          ["You pay back (all instalments)", naira(totals.repaid_kobo)],
          ["Total interest", naira(totals.interest_kobo)],
          ["Total fees", `${naira(totals.fees_kobo)}, of which VAT ${naira(totals.vat_kobo)}`],
          ["Total cost of the loan (interest and fees)", naira(cost)],
          ["Yearly cost, everything counted", `${irr_percent}%`],
        ],
      },
      { heading: "Fees" },
      ...(fees.length > 0 ? [{ facts: fees }] : [{ text: "No fees are charged." }]),
      { heading: "If you pay late" },
      { text: loan.penalty },
      ...(loan.interest_on_overdue ? [] : [{ text: "What is overdue bears this penalty and no more interest." }]),
      { heading: "If you pay early" },
      {
        text: "You may pay early at any time. Money that comes before its due date pays the next instalment, which then asks only what is left, or nothing. Your payment goes first to penalties, then fees, then interest, then principal, oldest instalment first.",
      },
      { heading: "Schedule" },
      {
        table: {
          head: ["No.", "Due", "Principal", "Interest", "Fees", "Instalment", "Balance"],
          figures: [0, 2, 3, 4, 5, 6],
          rows: instalments.map((row) => [
            String(row.number),
            day(row.due_on),
            naira(row.principal_kobo),
            naira(row.interest_kobo),
            naira(row.fees_kobo),
            naira(row.total_kobo),
            naira(row.balance_kobo),
          ]),
        },
      },
      {
        text: "Due dates move with the day on which the money is paid out. We contact only you and guarantors that you have named yourself.",
      },
      {
        signatures: [
          ["For Manilla", signatory || "Manilla", `Offered on ${day(date)}`],
          accepted
            ? [
                "Accepted by the borrower",
                accepted.name,
                `${exactDate(accepted.at)} (Lagos time), signed in to their own account`,
              ]
            : ["Borrower", to.name, "Not accepted yet: it is accepted in the borrower’s account"],
        ],
      },
    ],
  };
}

/** What is still owed on a day, or that nothing is. */
export function indebtednessContent(
  loan: LoanDetail,
  to: Addressee,
  date: string,
  settling?: { total_kobo: bigint; valid_until: string },
): LetterContent {
  const due = loan.schedule.filter(({ due_on }) => due_on <= date).reduce((sum, row) => sum + row.outstanding_kobo, 0n);
  const owed = loan.schedule.reduce((sum, row) => sum + row.outstanding_kobo, 0n);
  const claimed = loan.claim_kobo - loan.recovered_kobo;
  const isOwing =
    claimed > 0n ||
    (owed > 0n && !["settled", "reimbursed", "declined", "withdrawn", "rejected"].includes(loan.status));
  const common = { reference: loan.reference, date, to: [to.name, ...(to.address ? [to.address] : [])] };
  // A loan that left the books has no rows to ask any more, its claim is due whole. The class that a rescheduled loan keeps is ours to watch.
  const asked: [string, string][] =
    claimed > 0n
      ? [
          ["Claimed since it was charged off", naira(loan.claim_kobo)],
          ["Due now", naira(claimed)],
        ]
      : [
          ["Outstanding principal", naira(loan.outstanding_principal_kobo)],
          ["Due now", naira(due)],
          ["All remaining instalments", naira(owed)],
          ["Days past due", String(loan.overdue_kobo > 0n ? loan.days_past_due : 0)],
        ];
  const ended = loan.settled_on ?? loan.recovered_on;
  if (!isOwing) {
    return {
      ...common,
      title: "Letter of no indebtedness",
      parts: [
        {
          text: `This is to confirm that ${to.name} owes nothing on the loan ${loan.reference} as at ${day(date)}${ended ? `; it was settled on ${day(ended)}` : ""}.`,
        },
        {
          facts: [
            ["Amount borrowed", naira(loan.principal_kobo)],
            ["Amount paid back", naira(loan.paid_kobo)],
          ],
        },
      ],
    };
  }
  return {
    ...common,
    title: "Letter of indebtedness",
    parts: [
      { text: `This is to confirm what ${to.name} owes on the loan ${loan.reference} as at ${day(date)}.` },
      {
        facts: [
          ["Amount borrowed", naira(loan.principal_kobo)],
          ["Paid so far", naira(loan.paid_kobo)],
          ...asked,
          ...(settling ? [["Settles the loan", naira(settling.total_kobo)] as [string, string]] : []),
        ],
      },
      ...(settling
        ? [
            {
              text: `${naira(settling.total_kobo)} ends the loan if we receive it on or before ${day(settling.valid_until)}. After that day another figure holds, because interest is counted by the day.`,
            },
          ]
        : []),
    ],
  };
}
