import { counted, naira, percent } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { useBookedColumns } from "../../../shared/figures/booked.ts";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { ListPage } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { AsAt } from "../../../shared/ui/kit.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { type LoanRow, loanColumns, requestColumns } from "./loan-columns.tsx";

/** Before a loan is paid out nothing of it can be late. */
const NOTHING_OWED = ["arrears_bucket", "days_past_due"];

const queues = {
  requests: {
    fixed: { status: ["requested", "pre_approved"] },
    without: NOTHING_OWED,
    lead: "Loan requests; each needs two verifications and a decision.",
    empty: "No request waits for a decision. New ones appear here at once.",
  },
  pending: {
    fixed: { status: ["approved", "offered", "accepted", "disbursing"] },
    without: NOTHING_OWED,
    lead: "Agreed but not yet with the person: the offer is out, accepted, or being paid.",
    empty: "No loan is between decision and payout.",
  },
} as const;
const isQueue = (name: string | undefined): name is keyof typeof queues => name !== undefined && name in queues;

/** R095, R096, R097: all loans, and the two queues in which somebody waits. */
export default function AdminLoansScreen(): ReactNode {
  const name = useLocation().pathname.split("/")[3];
  const booked = useBookedColumns(allColumns);
  const queue = isQueue(name) ? queues[name] : undefined;
  return (
    <ListPage
      key={name ?? "all"}
      call={calls.loans.listAll}
      columns={name === "requests" ? requestColumns : booked}
      href={(row) => `/admin/loans/${row.id}`}
      rowActions={actionsOf}
      views={name === "requests" ? requestViews : queue ? undefined : views}
      {...(queue && { fixed: queue.fixed, without: queue.without })}
      lead={queue?.lead ?? <Summary />}
      actions={!queue ? <Link to="/admin/loans/statistics">Portfolio</Link> : undefined}
      empty={queue?.empty ?? "No loan has been requested yet. Customers apply from their own pages."}
    />
  );
}

const views: readonly ReadyView[] = [
  { name: "Late", address: "f.status=past_due&sortColumn=days_past_due&sortOrder=desc", empty: "No loan is late" },
  {
    name: "Due this week",
    address: (facts) =>
      `f.status=running,past_due&rangeKey=next_due_on&rangeStart=${facts.today}&rangeEnd=${facts.in(6)}&sortColumn=next_due_on&sortOrder=asc`,
    empty: "Nothing falls due this week",
  },
  {
    name: "Cured since yesterday",
    address: (facts) => `rangeKey=cured_on&rangeStart=${facts.in(-1)}&rangeEnd=${facts.today}`,
    empty: "No late loan was cured",
  },
  { name: "Running", address: "f.status=running&sortColumn=next_due_on&sortOrder=asc", empty: "No loan is running" },
  {
    name: "Recently paid out",
    address: "f.status=running,past_due&sortColumn=disbursed_on&sortOrder=desc",
    empty: "No loan is running",
  },
];
const OLDEST = "sortColumn=created_at&sortOrder=asc";
const requestViews: readonly ReadyView[] = [
  { name: "Longest wait", address: OLDEST, first: ["super_admin"] },
  { name: "Officer's turn", address: `f.marks=none,operations&${OLDEST}`, empty: "No request waits for an officer" },
  {
    name: "Operations' turn",
    address: `f.marks=none,officer&${OLDEST}`,
    first: ["super_operations"],
    empty: "No request waits for operations",
  },
  { name: "Ready to decide", address: `f.marks=both&${OLDEST}`, empty: "No request is ready to decide" },
  {
    name: "Against rules",
    address: `f.rules_say=referred,declined&${OLDEST}`,
    empty: "The rules agree with every request that waits",
  },
  { name: "Mine", address: `f.assigned_to={me}&${OLDEST}`, empty: "No request here is of a person assigned to you" },
  { name: "Largest", address: "sortColumn=principal_kobo&sortOrder=desc" },
];
const allColumns = loanColumns((row) => `/admin/books/loan/${row.id}`);

function Summary(): ReactNode {
  const { data } = useCall(calls.loans.statistics, {});
  if (!data) return " ";
  return (
    <>
      {naira(data.outstanding_kobo)} principal owed on {counted(data.running, "running loan")},{" "}
      {naira(data.overdue_kobo)} overdue. Portfolio at risk from 30 days on:{" "}
      {percent(data.portfolio_at_risk_percent.from_30)}. <AsAt at={data.counted_at} />
    </>
  );
}

const { officersVerify, operationsVerify, approve, decline } = calls.loans;
const acts = rowActionsOf([officersVerify, operationsVerify, approve, decline]);

const actionsOf = (row: LoanRow): readonly RowAction[] => [
  { label: "Open the loan", to: `/admin/loans/${row.id}` },
  { label: "Open the person", to: `/admin/users/${row.customer.id}` },
  ...acts(row),
];
