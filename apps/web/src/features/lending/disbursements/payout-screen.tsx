import { moneyPurposes } from "@manilla/contract/payments/money-event-kinds";
import { date, day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { Identity, Phone } from "../../../shared/record/identity.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { Timeline } from "../../../shared/record/timeline.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Money, Panel } from "../../../shared/ui/kit.tsx";
import { type PayoutDetail, payoutWork } from "./payout-work.tsx";
import { stageOf } from "./stages.tsx";

/** N05, one payout: where the money is, the next step, the account, the attempts, and all that happened. */
export default function PayoutScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.disbursements.payout}
      title={({ payout }) => `Payout to ${payout.customer.name}`}
      height={320}
    >
      {({ payout }) => <Details payout={{ ...payout, abilities: {} }} />}
    </RecordPage>
  );
}

const reference = (text: string, label: string): ReactNode => (
  <Copyable text={text} label={label}>
    <code>{text}</code>
  </Copyable>
);

function Details({ payout }: { payout: PayoutDetail }): ReactNode {
  const { customer, loan } = payout;
  return (
    <>
      <Identity
        sum={
          <>
            {naira(payout.amount_kobo)} <StatusBadge kind="payout" status={stageOf(payout)} />
          </>
        }
        who={
          <>
            <Link to={`/admin/users/${customer.id}`}>{customer.name}</Link>{" "}
            <span className="muted">
              · {payout.bank_name} {payout.account_no} ·{" "}
              {loan ? loan.product : (moneyPurposes[payout.purpose] ?? "Transfer")}
            </span>
          </>
        }
        ids={
          <>
            {reference(payout.reference, "payout reference")}
            {loan && <Link to={`/admin/loans/${loan.id}`}>{loan.reference}</Link>}
            {customer.phone && <Phone number={customer.phone} />}
          </>
        }
      />
      <WorkBar of={payout} work={payoutWork} label={`payout ${payout.reference}`} />
      <div className="beside">
        <div>
          <Panel title="What happened" flush>
            <Timeline entries={payout.entries} />
          </Panel>
          {payout.attempts.length > 1 && <Attempts payout={payout} />}
        </div>
        <div>
          <Account payout={payout} />
          <TheMoney payout={payout} />
        </div>
      </div>
    </>
  );
}

const Attempts = ({ payout }: { payout: PayoutDetail }): ReactNode => (
  <Panel title="Attempts" flush>
    <PlainTable
      caption="All payouts of this loan"
      rows={payout.attempts}
      columns={[
        {
          key: "_payout",
          header: "Payout",
          card: "title",
          render: ({ id, reference: name }) =>
            id === payout.id ? `${name}, this one` : <Link to={`/admin/payments/${id}`}>{name}</Link>,
        },
        { key: "_status", header: "Status", render: (row) => <StatusBadge kind="payout" status={stageOf(row)} /> },
        { key: "failure", header: "Why", canWrap: true },
        { key: "created_at", header: "Asked for" },
      ]}
    />
  </Panel>
);

/** Where it goes, and what the bank says whose account that is. */
const Account = ({ payout }: { payout: PayoutDetail }): ReactNode => (
  <Panel title="To">
    <Facts
      items={[
        { label: "Bank", value: payout.bank_name },
        { label: "Account", value: payout.account_no },
        {
          label: "The bank’s name for it",
          value: (
            <>
              {payout.account_name}{" "}
              <ToneBadge tone={payout.is_same_name ? "success" : "danger"}>
                {payout.is_same_name ? "Agrees" : "Differs"}
              </ToneBadge>
            </>
          ),
        },
        {
          label: "Account changed",
          value: payout.account_changed_at ? date(payout.account_changed_at) : "Never since it was added",
        },
      ]}
    />
  </Panel>
);

function TheMoney({ payout }: { payout: PayoutDetail }): ReactNode {
  const mayLook = useMay(calls.books.postings);
  const mayReconcile = useMay(calls.reconciliation.find);
  const isBooked = ["success", "returning", "reversed"].includes(payout.status);
  return (
    <Panel title="The money">
      <Facts
        items={[
          payout.loan && { label: "Principal", value: naira(payout.loan.principal_kobo) },
          payout.loan && { label: "Fees kept", value: naira(payout.fees_kobo) },
          {
            label: "Receives",
            value: (
              <Money
                kobo={payout.amount_kobo}
                href={mayLook && isBooked ? `/admin/books/payout/${payout.id}` : undefined}
              />
            ),
          },
          payout.made_by && { label: "Asked for by", value: `${payout.made_by}, ${date(payout.created_at)}` },
          { label: "Sent", value: payout.sent_at ? date(payout.sent_at) : "Not sent" },
          payout.settled_on && { label: "Settled", value: day(payout.settled_on) },
          payout.failure && { label: "Why", value: payout.failure },
          payout.provider_reference && {
            label: "Provider’s reference",
            value: reference(payout.provider_reference, "provider’s reference"),
          },
          ...payout.expected.map(({ id, subject_type, status }) => ({
            label: subject_type === "payout" ? "Bank’s statement" : "Its return at the bank",
            value: (
              <>
                <StatusBadge kind="reconciliation" status={status} />{" "}
                {mayReconcile && <Link to={`/admin/reconciliation/${id}`}>Open</Link>}
              </>
            ),
          })),
        ]}
      />
    </Panel>
  );
}
