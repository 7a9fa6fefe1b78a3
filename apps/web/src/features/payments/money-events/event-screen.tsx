import { moneySources } from "@manilla/contract/payments/money-event-kinds";
import { date, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { CompanyLink } from "../../../shared/companies/company-link.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Booked } from "../../../shared/books/booked.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { accountTypeOf, useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { otherSideOf, purposeOf } from "./list.tsx";
import { recordOf } from "./record-of.ts";

const { find } = calls.moneyEvents;
type Event = Answer<typeof find>;

const BOOKED: Partial<Record<Event["source"], "receipt" | "payout" | "transfer">> = {
  receipt: "receipt",
  payout: "payout",
  transfer: "transfer",
};

/** One movement of money: whose, for what, how it ended, and what was posted for it. */
export default function EventScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  const mayRead = useMay(calls.books.postings);
  return (
    <RecordPage
      call={find}
      width="text"
      title={(event) => `${naira(event.amount_kobo)} ${event.direction === "in" ? "in" : "out"}`}
      actions={(event) => {
        const record = event && recordOf(event, type);
        return (
          event && (
            <>
              <StatusBadge kind="transaction" status={event.status} />
              {record && <Link to={record.to}>{record.label}</Link>}
            </>
          )
        );
      }}
    >
      {(event) => (
        <>
          {event.is_unknown && (
            <Notice tone="warning">
              The provider has not said how it ended. It is asked again; nothing is sent twice.
            </Notice>
          )}
          <Panel title={moneySources[event.source]}>
            <Facts
              items={[
                { label: "For", value: purposeOf(event) },
                event.owner !== null && type === "admin" && { label: "Of", value: <Owner event={event} /> },
                otherSideOf(event) !== "" && { label: "Other side", value: otherSideOf(event) },
                { label: "Amount", value: naira(event.amount_kobo), figure: true },
                { label: "When", value: date(event.happened_at) },
                {
                  label: "Reference",
                  value: (
                    <Copyable text={event.reference} label="reference">
                      {event.reference}
                    </Copyable>
                  ),
                },
              ]}
            />
          </Panel>
          {mayRead && BOOKED[event.source] && <Booked subject={BOOKED[event.source]!} id={event.id} />}
        </>
      )}
    </RecordPage>
  );
}

const Owner = ({ event: { owner, user_id, company_id } }: { event: Event }): ReactNode =>
  company_id ? <CompanyLink id={company_id}>{owner}</CompanyLink> : <Link to={`/admin/users/${user_id}`}>{owner}</Link>;
