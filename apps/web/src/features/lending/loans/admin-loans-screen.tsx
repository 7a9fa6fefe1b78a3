import { counted, naira, percent } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { useBookedColumns } from "../../../shared/figures/booked.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { AsAt } from "../../../shared/ui/kit.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { type LoanRow, loanColumns, requestColumns } from "./loan-columns.tsx";

const queues = {
  requests: {
    fixed: { status: ["requested", "pre_approved"] },
    lead: "People have asked; each request needs two verifications and a decision.",
    empty: "Nobody waits for a decision. New requests appear here at once.",
  },
  pending: {
    fixed: { status: ["approved", "offered", "accepted", "disbursing"] },
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
      {...(queue && { fixed: queue.fixed })}
      slots={{
        lead: queue?.lead ?? <Summary />,
        ...(!queue && { actions: <Link to="/admin/loans/statistics">Portfolio</Link> }),
        empty: { text: queue?.empty ?? "No loan has been asked for yet. Customers apply from their own pages." },
      }}
    />
  );
}

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

function actionsOf(row: LoanRow): readonly RowAction[] {
  const input = { params: { id: row.id }, body: {} };
  const facts = [
    { label: "Person", value: row.customer.name },
    { label: "Amount", kobo: row.principal_kobo },
    { label: "Instalments", value: row.instalment_count },
  ];
  const ways: RowAction[] = [
    { label: "Open the loan", to: `/admin/loans/${row.id}` },
    { label: "Open the person", to: `/admin/users/${row.customer.id}` },
  ];
  if (row.status !== "requested" && row.status !== "pre_approved") return ways;
  const missing = !row.officer_verified_at
    ? "The credit officer has not verified it yet."
    : !row.operations_verified_at
      ? "Operations has not verified it yet."
      : undefined;
  return [
    ...ways,
    {
      label: "Verify as officer",
      call: calls.loans.officersVerify,
      input,
      disabledBecause: row.officer_verified_at ? "The credit officer has verified it already." : undefined,
      confirm: { title: "Verify as credit officer?", facts, reason: "optional", yes: "Verify" },
      done: "Verified.",
    },
    {
      label: "Verify as operations",
      call: calls.loans.operationsVerify,
      input,
      disabledBecause: row.operations_verified_at ? "Operations has verified it already." : undefined,
      confirm: { title: "Verify as operations?", facts, reason: "optional", yes: "Verify" },
      done: "Verified.",
    },
    {
      label: "Approve",
      call: calls.loans.approve,
      input,
      disabledBecause: missing,
      confirm: { title: "Approve and send the offer?", facts, reason: "optional", yes: "Approve" },
      done: "Approved. The offer is on its way.",
    },
    {
      label: "Decline",
      call: calls.loans.decline,
      input,
      confirm: {
        title: "Decline this request?",
        body: "The person is told the reason.",
        facts,
        reason: "required",
        yes: "Decline",
        style: "danger",
      },
      done: "Declined.",
    },
  ];
}
