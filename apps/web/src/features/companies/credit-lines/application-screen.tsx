import { count, counted, day, naira, percent } from "@manilla/contract/formats";
import { lazy, type ReactNode } from "react";
import { Link } from "react-router";
import { isPossible } from "../../../shared/actions/facts.ts";
import { type OtherAct, type Work, WorkBar } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { Signatures } from "./signatures.tsx";

const { decline, find, offer } = calls.creditLines;
export type Application = Answer<typeof find>;

const OfferDialog = lazy(() => import("./offer-dialog.tsx"));
const DeclineDialog = lazy(() => import("./decline-dialog.tsx"));
const offerIt: OtherAct<Application> = {
  name: "offer",
  can: offer,
  act: (found, show) =>
    isPossible(offer, found) ? { label: "Offer a line…", run: () => show(OfferDialog) } : undefined,
};
const declineIt: OtherAct<Application> = {
  name: "decline",
  can: decline,
  act: (found, show) =>
    isPossible(decline, found) ? { label: "Decline…", run: () => show(DeclineDialog), style: "danger" } : undefined,
};

const SAYS: Readonly<Record<Application["status"], string>> = {
  draft: "Not sent yet",
  requested: "Waits for a decision",
  offered: "Waits for the company's signatures",
  granted: "Granted",
  declined: "Declined",
  withdrawn: "Withdrawn by the company",
  lapsed: "The offer was not signed in time",
};
const work: Work<Application> = {
  acts: () => [offerIt, declineIt],
  next: ({ status, is_waiting }) => ({
    says: is_waiting ? "An offer waits for a second person" : SAYS[status],
    acts: is_waiting ? [] : ["offer"],
  }),
  beside: ["decline"],
};

/** A company's application for a line, with what our own books know of the company. */
export default function ApplicationScreen(): ReactNode {
  return (
    <RecordPage call={find} title={({ company }) => company}>
      {(found) => (
        <>
          <WorkBar of={found} work={work} label={`the application of ${found.company}`} />
          <Details found={found} />
        </>
      )}
    </RecordPage>
  );
}

function Details({ found }: { found: Application }): ReactNode {
  const { known, line } = found;
  return (
    <>
      {found.is_waiting && (
        <Notice tone="warning">
          An offer waits for a second person, <Link to="/admin/approvals">among the approvals</Link>.
        </Notice>
      )}
      <Figures
        items={[
          { label: "Asked for", value: naira(found.amount_kobo) },
          {
            label: "Suggested",
            value: naira(known.suggested_kobo),
            note: `from ${naira(known.monthly_average_kobo)} that come in a month`,
          },
          {
            label: "Paid into its wallet",
            value: naira(known.paid_in_kobo),
            note: `in ${counted(known.months, "month")}`,
            href: `/admin/wallet/${found.company_id}`,
          },
          { label: "Owed by its people", value: naira(known.people_owe_kobo) },
          {
            label: "Their late loans",
            value: count(known.people_late),
            ...(known.people_late > 0 && { tone: "danger" as const }),
          },
        ]}
      />
      <div className="panels">
        <Panel title="Application" actions={<StatusBadge kind="line" status={found.status} />}>
          <Facts
            items={[
              { label: "Company", value: <Link to={`/admin/companies/${found.company_id}`}>{found.company}</Link> },
              { label: "For", value: found.purpose },
              { label: "Sells in a month, it says", value: naira(found.monthly_turnover_kobo) },
              { label: "Asked", value: <When at={found.created_at} /> },
              { label: "With us since", value: <When at={known.since} /> },
              { label: "People", value: count(known.people) },
              found.declined_because && { label: "Declined because", value: found.declined_because },
            ]}
          />
        </Panel>
        <Panel title={line ? "Its line" : "Offer"}>
          <Facts
            items={[
              line && { label: "Limit", value: naira(line.limit_kobo), figure: true },
              line && { label: "Drawn", value: naira(line.drawn_kobo), figure: true },
              line && { label: "Left", value: naira(line.available_kobo), figure: true },
              !line &&
                found.offered_kobo !== null && { label: "Offered", value: naira(found.offered_kobo), figure: true },
              found.annual_rate_percent !== null && { label: "Rate a year", value: percent(found.annual_rate_percent) },
              found.status === "offered" &&
                found.offer_expires_on !== null && { label: "To be signed until", value: day(found.offer_expires_on) },
            ]}
          />
          {!line && found.offered_kobo === null && <p className="muted">Nothing was offered yet.</p>}
          <Signatures signatories={found.signatories} />
        </Panel>
      </div>
    </>
  );
}
