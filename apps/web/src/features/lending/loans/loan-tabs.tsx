/** The loan's payments and debits, and the contacts with its borrower. */
import { day, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { contactChannelNames, contactOutcomeNames } from "../../../shared/people/contact-words.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Panel, When } from "../../../shared/ui/kit.tsx";
import type { Loan } from "./loan-parts.tsx";

const MOST = 100;
const ofLoan = (id: string) => ({ query: { limit: MOST, filter: JSON.stringify({ loan_id: id }) } }) as never;

/** What was received on the loan, and each try of a card. */
export function LoanPayments({ loan }: { loan: Loan }): ReactNode {
  const receipts = useRecord(calls.repayments.listReceipts, ofLoan(loan.id));
  const mayBooks = useMay(calls.books.postings);
  const mayDebits = useMay(calls.charges.listCharges);
  return (
    <div className="stack">
      <Panel
        title="Received"
        actions={<Link to={`/admin/repayments/receipts?f.loan_id=${loan.id}`}>Open the list</Link>}
        flush
      >
        <Answered of={receipts} height={120}>
          {({ items }) => (
            <PlainTable
              caption="Received on this loan"
              empty="Nothing was received on this loan yet"
              rows={items}
              columns={[
                { key: "received_on", header: "Received", card: "title", render: (row) => day(row.received_on) },
                {
                  key: "amount_kobo",
                  render: (row) =>
                    mayBooks ? (
                      <Link to={`/admin/books/receipt/${row.id}`}>{naira(row.amount_kobo)}</Link>
                    ) : (
                      naira(row.amount_kobo)
                    ),
                },
                { key: "channel", render: (row) => sentence(row.channel) },
                { key: "reference", kind: "reference" },
                { key: "_state", header: "State", render: (row) => (row.reversed_at ? "Reversed" : "Counts") },
              ]}
            />
          )}
        </Answered>
      </Panel>
      {mayDebits && <Debits loan={loan} />}
    </div>
  );
}

function Debits({ loan }: { loan: Loan }): ReactNode {
  const charges = useRecord(calls.charges.listCharges, ofLoan(loan.id));
  return (
    <Panel
      title="Debits"
      actions={<Link to={`/admin/repayments/debits?f.loan_id=${loan.id}`}>Open the list</Link>}
      flush
    >
      <Answered of={charges} height={120}>
        {({ items }) => (
          <PlainTable
            caption="Debits for this loan"
            empty="No card was debited for this loan yet"
            rows={items}
            columns={[
              { key: "created_at", header: "When", card: "title", render: (row) => <When at={row.created_at} /> },
              { key: "amount_kobo" },
              { key: "status", render: (row) => <StatusBadge kind="transaction" status={row.status} /> },
              {
                key: "failure",
                header: "Why",
                canWrap: true,
                render: (row) => (row.failure ? sentence(row.failure) : "–"),
              },
            ]}
          />
        )}
      </Answered>
    </Panel>
  );
}

/** Calls, messages and promises of the borrower. A contact is logged from the next step. */
export function LoanContacts({ loan }: { loan: Loan }): ReactNode {
  const contacts = useRecord(calls.assignments.contacts, { params: { id: loan.customer.id } });
  return (
    <Panel
      title="Contacts"
      actions={<Link to={`/admin/users/${loan.customer.id}?tab=contacts`}>All about the person</Link>}
      flush
    >
      <Answered of={contacts} height={120}>
        {({ contacts: rows }) => (
          <PlainTable
            caption="Contacts with the borrower"
            empty="No contact was logged"
            rows={rows}
            columns={[
              { key: "contacted_at", header: "When", card: "title", render: (row) => <When at={row.contacted_at} /> },
              { key: "channel", header: "How", render: (row) => contactChannelNames[row.channel] },
              {
                key: "outcome",
                render: (row) => <Toned status={row.outcome} label={contactOutcomeNames[row.outcome]} />,
              },
              {
                key: "promised_on",
                header: "Promise",
                render: (row) =>
                  row.promised_on === null
                    ? "–"
                    : `${row.promised_kobo === null ? "" : `${naira(row.promised_kobo)} by `}${day(row.promised_on)}`,
              },
              {
                key: "call_again_on",
                header: "Call again",
                render: (row) => (row.call_again_on === null ? "–" : day(row.call_again_on)),
              },
              { key: "admin", header: "By", render: (row) => `${row.admin.name} ${row.admin.last_name}` },
              { key: "note", canWrap: true },
            ]}
          />
        )}
      </Answered>
    </Panel>
  );
}
