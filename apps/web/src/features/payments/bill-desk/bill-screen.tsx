import { naira } from "@manilla/contract/formats";
import { billKinds, billProviders, customerLabels, groupedToken } from "@manilla/contract/payments/bill-kinds";
import { billSources } from "@manilla/contract/payments/bill-states";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { BookedLines } from "../../../shared/books/booked-lines.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { Timeline } from "../../../shared/record/timeline.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { type Bill, billWork } from "./bill-work.ts";

const { find } = calls.billDesk;

/** A bill as the desk works on it: what it is, what happened, what was booked, and what can be done. */
export default function BillScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ reference }) => reference}
      actions={(bill) => bill && <StatusBadge kind="bill" status={bill.status} />}
    >
      {(bill) => (
        <>
          <WorkBar of={bill} work={billWork} label={`the bill ${bill.reference}`} />
          {bill.failure && bill.status !== "delivered" && <Notice tone="warning">{bill.failure}</Notice>}
          <Details bill={bill} />
          <Panel title="What happened" flush>
            <Timeline entries={bill.timeline} />
          </Panel>
          <BookedLines lines={bill.postings} />
        </>
      )}
    </RecordPage>
  );
}

const Details = ({ bill }: { bill: Bill }): ReactNode => (
  <Panel title="Bill">
    <Facts
      items={[
        { label: "Person", value: <Link to={`/admin/users/${bill.user_id}`}>{bill.person}</Link> },
        { label: billKinds[bill.kind], value: `${bill.service_name}, ${bill.item_name.toLowerCase()}` },
        { label: customerLabels[bill.kind], value: bill.customer_no },
        bill.customer_name !== null && { label: "In the name of", value: bill.customer_name },
        { label: "Price", value: naira(bill.amount_kobo), figure: true },
        { label: "Fee and VAT", value: naira(bill.fee_kobo + bill.vat_kobo), figure: true },
        bill.commission_kobo !== null && { label: "Commission", value: naira(bill.commission_kobo), figure: true },
        { label: "Paid from", value: billSources[bill.paid_from] },
        { label: "Provider", value: billProviders[bill.provider] },
        bill.refused_by.length > 0 && {
          label: "Refused by",
          value: bill.refused_by.map((provider) => billProviders[provider]).join(", "),
        },
        bill.provider_reference !== null && { label: "Provider's reference", value: bill.provider_reference },
        bill.tokens.length > 0 && { label: "Token", value: bill.tokens.map(groupedToken).join(", then ") },
        bill.asked_times > 0 && { label: "Asked", value: `${bill.asked_times} times` },
        bill.next_question_at !== null && { label: "Asked again", value: <When at={bill.next_question_at} /> },
        { label: "Accepted", value: <When at={bill.created_at} /> },
        bill.ended_at !== null && { label: "Ended", value: <When at={bill.ended_at} /> },
      ]}
    />
  </Panel>
);
