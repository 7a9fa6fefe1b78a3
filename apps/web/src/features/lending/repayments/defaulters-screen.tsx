import { badge, type Tone } from "@manilla/contract/badges";
import { counted, naira, shortDay } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { useBookedColumns } from "../../../shared/figures/booked.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { lossOf } from "../../../shared/loans/receiving/loss.ts";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { ContactDialog } from "../../../shared/people/contact-dialog.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Failure, Skeleton } from "../../../shared/ui/kit.tsx";

type Row = RowOf<typeof calls.repayments.defaults>;
/** As tiles and filters write them. */
const bucketNames = { "1-30": "1–30 days", "31-60": "31–60 days", "61-90": "61–90 days", "91+": "91+ days" };
const tones: Record<string, Tone> = { "1-30": "warning", "31-60": "warning", "61-90": "danger", "91+": "danger" };

/** Tries of a card after which a person calls: one more try is no plan. */
const FAILING_FROM = 3;

/** What somebody does about it next, by the call that was agreed, what was promised, how often the card failed, and who has it. */
function nextAct(row: Row): ReactNode {
  if (row.asks_for_time) return <ToneBadge tone="warning">Answer: asks for time</ToneBadge>;
  if (row.is_call_due) return <ToneBadge tone="danger">Call: agreed</ToneBadge>;
  if (row.is_promise_broken) return <ToneBadge tone="danger">Call: broken</ToneBadge>;
  const waits = row.promised_on && !row.is_promise_broken ? row.promised_on : undefined;
  if (row.call_again_on && (!waits || row.call_again_on < waits)) return `Call, ${shortDay(row.call_again_on)}`;
  if (row.promised_on) return `Wait, ${shortDay(row.promised_on)}`;
  if (row.collection_attempts >= FAILING_FROM) return <ToneBadge tone="danger">Call: card fails</ToneBadge>;
  return row.assigned_to ? "Call" : "Give to somebody";
}

const shown = columns<Row>([
  column("customer", { card: "title", width: 180 }),
  column("days_past_due", {
    header: "Late",
    card: "badge",
    align: "right",
    render: (row) => counted(row.days_past_due, "day"),
    width: 84,
  }),
  column("overdue_kobo", { opens: (row) => `/admin/books/loan/${row.id}`, card: "field" }),
  column("outstanding_principal_kobo", { header: "Principal owed", opens: (row) => `/admin/books/loan/${row.id}` }),
  column("last_paid_on", { header: "Paid on" }),
  column("last_failure", {
    header: "Last try",
    render: (row) =>
      row.last_failure ? (
        <span title={`${row.last_failure}, tried ${counted(row.collection_attempts, "time")}`}>
          {row.collection_attempts}×: {row.last_failure}
        </span>
      ) : (
        <span className="muted">{row.has_card ? "Not tried" : "No card"}</span>
      ),
    width: 140,
  }),
  column("promised_on", { header: "Promise", card: "field" }),
  column("call_again_on", { header: "Call again", isHidden: true }),
  column("_next", { header: "Next act", render: nextAct, card: "field", width: 148 }),
  column("assigned_to", { header: "With", kind: "person", width: 120 }),
  column("reference", { header: "Loan", kind: "code", isHidden: true }),
  column("arrears_bucket", { words: bucketNames, isHidden: true }),
  column("oldest_due_on", { header: "Due since", isHidden: true }),
  column("promised_kobo", { isHidden: true }),
  column("collection_attempts", { header: "Times tried", kind: "number", isHidden: true }),
  column("phone", { isHidden: true }),
  column("status", { header: "Loan status", badge: "loan", isHidden: true }),
  column("is_non_performing", { header: "Non-performing", isHidden: true }),
  column("product", { isHidden: true }),
  column("id", { isHidden: true }),
]);

const views: readonly ReadyView[] = [
  { name: "Mine", address: ({ me }) => `f.assigned_to=${me}`, empty: "No late loan is assigned to you" },
  {
    name: "To call today",
    address: ({ today }) => `f.call_again_on=..${today}`,
    empty: "No call was agreed for today or before",
  },
  {
    name: "Promised today",
    address: ({ today }) => `f.promised_on=${today}..${today}`,
    empty: "No promise falls due today",
  },
  { name: "Promise broken", address: (facts) => `f.promised_on=..${facts.in(-1)}`, empty: "No promise is broken" },
  { name: "Asks for time", address: "f.asks_for_time=yes", empty: "Nobody who is late asks for time" },
  {
    name: "Card keeps failing",
    address: `f.collection_attempts=${FAILING_FROM}..&sortColumn=days_past_due&sortOrder=desc`,
    empty: "No card has failed three times",
  },
  {
    name: "New",
    address: "f.days_past_due=1..7&sortColumn=days_past_due&sortOrder=asc",
    empty: "No loan became late this week",
  },
];

function rowActions(row: Row, contact: ((row: Row) => void) | undefined): RowAction[] {
  return [
    ...(row.asks_for_time
      ? [{ label: "Answer the request for time", to: "/admin/repayments/time-requests?f.status=pending" }]
      : []),
    ...(contact ? [{ label: "Log a contact or promise…", run: () => contact(row) }] : []),
    { label: "Open the loan", to: `/admin/loans/${row.id}` },
    { label: "Customer's payments", to: `/admin/repayments/wallet/${row.customer.id}` },
    { label: "What is due", to: `/admin/repayments/settle?f.loan_id=${row.id}` },
    ...(row.status === "past_due" ? [lossOf(row, "off")] : []),
    ...(["past_due", "charged_off"].includes(row.status) ? [lossOf(row, "loss")] : []),
  ];
}

/** The amount in each bucket; each opens its loans. */
function Buckets(): ReactNode {
  const [search] = useSearchParams();
  const { data, error, refetch } = useRecord(calls.loans.statistics, {});
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={72} />;
  const current = search.get("f.arrears_bucket");
  const late = data.by_bucket.filter(({ bucket }) => bucket !== "current");
  return (
    <Figures
      isStrip
      items={late.map((row) => ({
        label: `${row.bucket.replace("-", "–")} days late`,
        value: naira(row.outstanding_kobo),
        note: counted(row.count, "loan"),
        isCurrent: current === row.bucket,
        href: current === row.bucket ? "?" : `?f.arrears_bucket=${encodeURIComponent(row.bucket)}`,
        tone: row.count > 0 ? tones[row.bucket] : undefined,
      }))}
    />
  );
}

/** R121: loans that are behind, the latest first. */
export default function DefaultersScreen(): ReactNode {
  const mayCount = useMay(calls.loans.statistics);
  const mayContact = useMay(calls.assignments.markAsContacted);
  const [called, setCalled] = useState<Row>();
  return (
    <>
      <ListPage
        call={calls.repayments.defaults}
        columns={useBookedColumns(shown)}
        views={views}
        href={(row) => `/admin/loans/${row.id}`}
        rowActions={(row) => rowActions(row, mayContact ? setCalled : undefined)}
        lead={`Loans with something overdue, ${badge("loan", "charged_off").label.toLowerCase()} ones too. The tiles give the principal owed.`}
        above={mayCount ? <Buckets /> : undefined}
        empty="No loan is overdue. Loans appear here the day after an instalment stays unpaid."
      />
      {called && (
        <ContactDialog userId={called.customer.id} name={called.customer.name} onClose={() => setCalled(undefined)} />
      )}
    </>
  );
}
