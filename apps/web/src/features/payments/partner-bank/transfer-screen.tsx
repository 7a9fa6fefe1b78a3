import { CompanyLink } from "../../../shared/companies/company-link.tsx";
import { date, day, naira } from "@manilla/contract/formats";
import { heldReasons } from "@manilla/contract/payments/inbound-credit-states";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Booked } from "../../../shared/books/booked.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { type Credit, creditWork } from "./transfer-work.ts";

const { incomingOne } = calls.partnerBank;

/** One transfer that came in: both parties, why it is held, what the statement says, and its postings. */
export default function TransferScreen(): ReactNode {
  return (
    <RecordPage
      call={incomingOne}
      title={({ credit }) => `${naira(credit.amount_kobo)} from ${credit.sender}`}
      height={320}
    >
      {({ credit }) => <Details credit={credit} />}
    </RecordPage>
  );
}

function Details({ credit }: { credit: Credit }): ReactNode {
  const mayLook = useMay(calls.books.postings);
  const { held_because, is_waiting, receipt_id, payout_id } = credit;
  return (
    <>
      <WorkBar of={credit} work={creditWork} label={`the transfer from ${credit.sender}`} />
      {held_because && (
        <Notice tone="warning">
          {heldReasons[held_because]}. It is released by itself as soon as the wallet may take it
          {is_waiting ? "; a second person decides whether it goes back." : "."}
        </Notice>
      )}
      <div className="beside">
        <div>
          <Panel title="The transfer">
            <Facts items={factsOf(credit)} />
          </Panel>
        </div>
        <div>
          <Panel title="From">
            <Facts
              items={[
                { label: "Name", value: credit.sender },
                { label: "Bank", value: credit.sender_bank },
                { label: "Account", value: credit.sender_account ?? "The bank did not say it" },
              ]}
            />
          </Panel>
          <Panel title="To">
            <Facts
              items={[
                { label: "Wallet of", value: <Owner credit={credit} /> },
                { label: "Account", value: credit.account },
              ]}
            />
          </Panel>
        </div>
      </div>
      {mayLook && receipt_id && <Booked subject="receipt" id={receipt_id} />}
      {mayLook && payout_id && <Booked subject="payout" id={payout_id} />}
    </>
  );
}

function factsOf(credit: Credit) {
  const { item_id, item_status, sent_at, released_on, payout_id } = credit;
  return [
    { label: "State", value: <StatusBadge kind="inbound_credit" status={credit.status} /> },
    {
      label: "Session id",
      value: (
        <Copyable text={credit.session_id} label="session id">
          <code>{credit.session_id}</code>
        </Copyable>
      ),
    },
    { label: "For what", value: credit.narration },
    credit.payment_reference !== "" && { label: "Sender’s reference", value: credit.payment_reference },
    sent_at !== null && { label: "Sent", value: date(sent_at) },
    { label: "Came", value: date(credit.created_at) },
    released_on !== null && { label: "Released", value: day(released_on) },
    item_id !== null && {
      label: "Bank’s statement",
      value: (
        <>
          {item_status && <StatusBadge kind="reconciliation" status={item_status} />}{" "}
          <Link to={`/admin/reconciliation/${item_id}`}>Open</Link>
        </>
      ),
    },
    payout_id !== null && { label: "Went back by", value: <Link to={`/admin/payments/${payout_id}`}>The payout</Link> },
  ];
}

function Owner({ credit: { owner, user_id, company_id } }: { credit: Credit }): ReactNode {
  if (user_id) return <Link to={`/admin/users/${user_id}`}>{owner}</Link>;
  if (company_id) return <CompanyLink id={company_id}>{owner}</CompanyLink>;
  return "Nobody is known";
}
