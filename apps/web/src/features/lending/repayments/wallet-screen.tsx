import { count, day, naira, shortReference, truncate } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useBooked } from "../../../shared/figures/booked.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Facts, LinkButton, Money, Panel } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useReceiptDialog } from "./receipt-columns.tsx";
import { channelName } from "./repayment-columns.tsx";

type Wallet = Answer<typeof calls.repayments.wallet>;

/** C109: what a person owes, has paid and has to their credit; how they pay; their latest payments (C110). */
export default function WalletScreen(): ReactNode {
  const booked = useBooked();
  const toBooks = (id: string): ReactNode => {
    const address = booked("user", id);
    return address && <Link to={address}>What was booked</Link>;
  };
  return (
    <RecordPage
      call={calls.repayments.wallet}
      title={({ customer }) => customer.name}
      lead={() => "Repayment wallet"}
      actions={(wallet, id) => (
        <>
          {toBooks(id)}
          {wallet && wallet.credit_balance_kobo > 0 && <Refund id={id} wallet={wallet} />}
        </>
      )}
    >
      {(wallet, id) => <Details id={id} wallet={wallet} />}
    </RecordPage>
  );
}

function Details({ id, wallet }: { id: string; wallet: Wallet }): ReactNode {
  const booked = useBooked()("user", id);
  const mayOpenCards = useMay(calls.charges.listAll);
  return (
    <>
      <Figures
        items={[
          { label: "Overdue", value: naira(wallet.overdue_kobo), tone: wallet.overdue_kobo > 0 ? "danger" : undefined },
          {
            label: "Due, overdue included",
            value: naira(wallet.due_kobo),
            ...(wallet.next_due_on && { note: `next ${day(wallet.next_due_on)}` }),
          },
          {
            label: "Principal still owed",
            value: naira(wallet.outstanding_principal_kobo),
            ...(booked && { href: booked }),
          },
          { label: "Credit balance", value: naira(wallet.credit_balance_kobo), ...(booked && { href: booked }) },
          { label: "Total paid", value: naira(wallet.paid_kobo), href: `/admin/repayments/wallet/${id}/history` },
        ]}
      />
      <div className="beside">
        <div>
          <Loans loans={wallet.loans} />
          <Latest id={id} />
          <Refunds wallet={wallet} />
        </div>
        <Panel title="How they pay">
          <Facts
            items={[
              {
                label: "Cards",
                value:
                  wallet.cards === 0 ? (
                    "None saved"
                  ) : !mayOpenCards ? (
                    count(wallet.cards)
                  ) : (
                    <Link to={`/admin/repayment-cards?f.user_id=${id}`}>{count(wallet.cards)}</Link>
                  ),
              },
              wallet.virtual_account
                ? {
                    label: "Own account number",
                    value: (
                      <>
                        {wallet.virtual_account.account_no ?? ""}
                        <br />
                        {wallet.virtual_account.bank_name}
                        <br />
                        <span className="muted">{wallet.virtual_account.account_name}</span>
                      </>
                    ),
                  }
                : { label: "Own account number", value: "None yet: they get one when they ask to pay by transfer" },
              { label: "Instalments", value: <Link to={`/admin/repayments?f.user_id=${id}`}>All of theirs</Link> },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

function Loans({ loans }: { loans: Wallet["loans"] }): ReactNode {
  const booked = useBooked();
  return (
    <Panel title="Loans" flush>
      <PlainTable
        empty="No loan was paid out to them"
        caption="Loans"
        rows={loans}
        columns={[
          {
            key: "_loan",
            render: (loan) => <Link to={`/admin/loans/${loan.id}`}>{loan.reference}</Link>,
            card: "title",
          },
          { key: "status", badge: "loan" },
          {
            key: "_principal_owed",
            render: (loan) => <Money kobo={loan.outstanding_principal_kobo} href={booked("loan", loan.id)} />,
            align: "right",
          },
          { key: "overdue_kobo" },
          { key: "days_past_due" },
        ]}
      />
    </Panel>
  );
}

/** All of the credit, to the account that was verified. */
function Refund({ id, wallet: { customer, credit_balance_kobo } }: { id: string; wallet: Wallet }): ReactNode {
  return (
    <ActionButton
      call={calls.repayments.refund}
      params={{ id }}
      body={{ amount_kobo: credit_balance_kobo, reason: "" }}
      done="Requested. A second person decides; nothing was sent yet."
      confirm={{
        title: "Ask to refund this credit?",
        body: "When a second person agrees, it goes to the customer's verified bank account.",
        facts: [
          { label: "Customer", value: customer.name },
          { label: "Amount", kobo: credit_balance_kobo },
        ],
        reason: "required",
        yes: "Ask to refund it",
      }}
    >
      Refund the credit…
    </ActionButton>
  );
}

/** Credit paid back; one whose outcome nobody knows can be given up by two people. */
function Refunds({ wallet }: { wallet: Wallet }): ReactNode {
  if (wallet.refunds.length === 0) return null;
  return (
    <Panel title="Refunds and withdrawals" flush>
      <PlainTable
        caption="Refunds"
        rows={wallet.refunds}
        columns={[
          { key: "reference", header: "Refund", card: "title" },
          { key: "created_at", header: "Requested", kind: "day" },
          { key: "status", header: "State", badge: "payout" },
          { key: "amount_kobo" },
          {
            key: "_",
            render: (refund) => refund.needs_review && <GiveUp refund={refund} customer={wallet.customer.name} />,
          },
        ]}
      />
    </Panel>
  );
}

function GiveUp({ refund, customer }: { refund: Wallet["refunds"][number]; customer: string }): ReactNode {
  return (
    <ActionButton
      call={calls.repayments.giveUpRefund}
      params={{ id: refund.id }}
      done="Requested. A second person decides; nothing has changed yet."
      confirm={{
        title: "Ask to give this refund up?",
        body: "Look for it on the bank's statement first. When a second person agrees, the money is customer credit again.",
        facts: [
          { label: "Refund", value: refund.reference },
          { label: "Customer", value: customer },
          { label: "Amount", kobo: refund.amount_kobo },
        ],
        reason: "required",
        yes: "Ask to give it up",
        style: "danger",
      }}
    >
      Give up
    </ActionButton>
  );
}

const PAGE_SIZE = 10;
const MAX_REFERENCE_LENGTH = 24;

function Latest({ id }: { id: string }): ReactNode {
  const booked = useBooked();
  const answer = useRecord(calls.repayments.walletHistory, { params: { id }, query: { limit: PAGE_SIZE } });
  const { data } = answer;
  const { look, dialog } = useReceiptDialog();
  return (
    <Panel
      title="Latest payments"
      actions={
        <Link to={`/admin/repayments/wallet/${id}/history`}>All{data ? ` ${count(data.total_count)}` : ""}</Link>
      }
      flush
    >
      <Answered of={answer} height={80}>
        {(data) => (
          <>
            {data.items.length === 0 && <Empty title="Nothing paid yet" />}
            {data.items.length > 0 && (
              <PlainTable
                caption="Latest payments"
                rows={data.items}
                columns={[
                  {
                    key: "_receipt",
                    render: (row) => (
                      <LinkButton onClick={() => look(row)}>
                        {truncate(shortReference(row.reference), MAX_REFERENCE_LENGTH)}
                      </LinkButton>
                    ),
                    card: "title",
                  },
                  { key: "received_on" },
                  { key: "_channel", render: (row) => channelName(row.channel) },
                  {
                    key: "_state",
                    render: (row) =>
                      row.reversed_at ? (
                        <ToneBadge tone="neutral">Reversed</ToneBadge>
                      ) : (
                        <ToneBadge tone="success">Received</ToneBadge>
                      ),
                  },
                  {
                    key: "_amount",
                    render: (row) => <Money kobo={row.amount_kobo} href={booked("receipt", row.id)} />,
                    align: "right",
                  },
                ]}
              />
            )}
            {dialog}
          </>
        )}
      </Answered>
    </Panel>
  );
}
