import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useBooked, useBookedColumns } from "../../../shared/figures/booked.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import type { Selection } from "../../../shared/list/selection.ts";
import { useMay } from "../../../shared/session/session.ts";
import { type Receiving, receivingDialogs } from "../../../shared/loans/receiving/dialogs.ts";
import { whyNotPayable } from "../../../shared/loans/receiving/receivable.ts";
import { type Repayment, repaymentColumns } from "./repayment-columns.tsx";
import { SettleMany } from "./settle-many.tsx";

interface Asked {
  what: Receiving;
  row: Repayment;
}

function rowActions(
  row: Repayment,
  mayReceive: boolean,
  mayWaive: boolean,
  booked: string | undefined,
  ask: (what: Receiving) => void,
): RowAction[] {
  const isLost = row.status === "written_off";
  const isOpen = mayReceive && (isLost || whyNotPayable(row) === null);
  return [
    ...(isOpen
      ? [
          { label: "Settle…", run: () => ask("settle") },
          { label: "Record a part…", run: () => ask("part") },
          ...(isLost ? [] : [{ label: "Record money of an earlier day…", run: () => ask("earlier") }]),
        ]
      : []),
    // What was charged off is no longer debited.
    ...(isOpen && !isLost && row.has_card && row.status !== "scheduled"
      ? [{ label: "Try the card…", run: () => ask("card") }]
      : []),
    ...(mayWaive && !whyNotPayable(row) && row.status !== "scheduled" && row.penalty_kobo + row.fees_kobo > 0
      ? [{ label: "Waive a charge…", run: () => ask("waive") }]
      : []),
    { label: "Customer's payments", to: `/admin/repayments/wallet/${row.customer.id}` },
    ...(booked ? [{ label: "What was booked", to: booked }] : []),
    { label: "Open the loan", to: `/admin/loans/${row.loan.id}` },
  ];
}

const UNPAID = "f.status=scheduled,due,part_paid,overdue";
const all: readonly ReadyView[] = [
  { name: "Unpaid by day", address: UNPAID, first: true, empty: "Nothing is unpaid" },
  {
    name: "Today",
    address: ({ today }) => `${UNPAID}&rangeStart=${today}&rangeEnd=${today}`,
    empty: "Nothing falls due today",
  },
  {
    name: "Next 7 days",
    address: (facts) => `${UNPAID}&rangeStart=${facts.today}&rangeEnd=${facts.in(6)}`,
    empty: "Nothing falls due in the next 7 days",
  },
  { name: "Overdue", address: "f.status=overdue&sortColumn=days_past_due&sortOrder=desc", empty: "Nothing is overdue" },
];
const settling: readonly ReadyView[] = [
  { name: "Today", address: ({ today }) => `rangeStart=${today}&rangeEnd=${today}`, empty: "Nothing falls due today" },
  { name: "Most late", address: "sortColumn=days_past_due&sortOrder=desc" },
  { name: "Largest", address: "sortColumn=outstanding_kobo&sortOrder=desc" },
  { name: "Part paid", address: "f.status=part_paid", empty: "Nothing is paid in part" },
];

/** R115 shows every repayment, R119 those that can be settled now. */
export default function RepaymentsScreen(): ReactNode {
  const isSettling = useLocation().pathname.endsWith("/settle");
  const mayReceive = useMay(calls.repayments.settle);
  const mayWaive = useMay(calls.repayments.waive);
  const booked = useBooked();
  const columns = useBookedColumns(repaymentColumns);
  const [asked, setAsked] = useState<Asked>();
  const [many, setMany] = useState<Selection>();
  const Asking = asked && receivingDialogs[asked.what];
  return (
    <>
      <ListPage
        key={isSettling ? "settle" : "all"}
        call={calls.repayments.listAll}
        columns={columns}
        views={isSettling ? settling : all}
        {...(isSettling && { fixed: { status: ["due", "overdue", "part_paid"] } })}
        href={(row) => `/admin/loans/${row.loan.id}`}
        rowActions={(row) =>
          rowActions(row, mayReceive, mayWaive, booked("repayment", row.id), (what) => setAsked({ what, row }))
        }
        {...(mayReceive && {
          bulkActions: (selection: Selection) => (
            <Button size="sm" onClick={() => setMany(selection)}>
              Record as received…
            </Button>
          ),
        })}
        lead={
          isSettling
            ? "Due, overdue and part-paid instalments. Record what has arrived; many at once need a second person."
            : "Every instalment of every loan. Settle, record a part or try the card from a row's menu."
        }
        actions={
          <>
            <Link to="/admin/repayments/statistics">Statistics</Link>
            {isSettling ? (
              <Link to="/admin/repayments">All repayments</Link>
            ) : (
              <Link to="/admin/repayments/receipts">Receipts</Link>
            )}
          </>
        }
        empty={
          isSettling
            ? "Nothing is due. Instalments appear here on the day they fall due."
            : "No loan has been paid out yet. Its instalments appear here."
        }
      />
      {Asking && (
        <Suspense>
          <Asking row={asked.row} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {many && <SettleMany selection={many} onClose={() => setMany(undefined)} />}
    </>
  );
}
