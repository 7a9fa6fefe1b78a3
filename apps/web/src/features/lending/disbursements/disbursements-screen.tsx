import { count, counted, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { selectionOf, selectionWhere } from "../../../shared/batch/chosen-rows.ts";
import { useBookedColumns } from "../../../shared/figures/booked.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import type { Selection } from "../../../shared/list/selection.ts";
import { withParameter } from "../../../shared/list/url-state.ts";
import { askTheBank } from "../../../shared/loans/ask-the-bank.ts";
import { useMay } from "../../../shared/session/session.ts";
import { AsAt, Copyable, Failure, Skeleton } from "../../../shared/ui/kit.tsx";
import { type Asked, BatchQuestion } from "./batch-questions.tsx";
import {
  type Disbursement,
  type Stage,
  StageBadge,
  stageName,
  takeBackVerb,
  whatIsKnown,
  payVerb,
  whyNotDisburse,
  whyNotTakeBack,
} from "./stages.tsx";

const bookedPayout = (row: Disbursement): string | undefined =>
  row.payout && ["success", "reversed"].includes(row.payout.status)
    ? `/admin/books/payout/${row.payout.id}`
    : undefined;

const shown = columns<Disbursement>([
  column("customer", { card: "title", width: 180 }),
  column("stage", { badge: "payout", render: (row) => <StageBadge row={row} />, card: "badge" }),
  column("_known", {
    header: "What is known",
    render: (row) => <span title={whatIsKnown(row).more}>{whatIsKnown(row).short}</span>,
    card: "field",
    width: 200,
  }),
  column("payout_kobo", { opens: bookedPayout, card: "field" }),
  column("_account", {
    header: "To",
    render: (row) => (row.account_no ? `${row.account_no.replace(/•+/, "•")}, ${row.bank_name ?? ""}` : "No account"),
    card: "field",
    width: 164,
  }),
  column("reference", { header: "Loan", kind: "reference" }),
  column("accepted_at", { header: "Since", card: "field" }),
  column("principal_kobo", { isHidden: true }),
  column("product", { isHidden: true }),
  column("loan_status", { badge: "loan", isHidden: true }),
  column("_fees", {
    header: "Fees kept",
    align: "right",
    render: (row) => naira(row.principal_kobo - row.payout_kobo),
    isHidden: true,
  }),
  column("account_name", { isHidden: true }),
  column("_payout", {
    render: (row) =>
      row.payout ? (
        <Copyable text={row.payout.reference} label="payout reference">
          <code>{row.payout.reference}</code>
        </Copyable>
      ) : (
        "–"
      ),
    isHidden: true,
  }),
  column("id", { isHidden: true }),
]);

const firstStages: readonly Stage[] = [
  "ready",
  "awaiting_approval",
  "on_its_way",
  "unknown",
  "needs_review",
  "failed",
  "paid",
];
const moving: readonly Stage[] = ["on_its_way", "unknown"];
const LOOK_AGAIN_MS = 8_000;

/** When the stages were counted; asked once with them. */
function Counted(): ReactNode {
  const { data } = useCall(calls.disbursements.statistics, {});
  return data && <AsAt at={data.counted_at} />;
}

/** The sum at each stage; each opens its rows. While payouts are under way the screen refreshes. */
function Stages(): ReactNode {
  const [search] = useSearchParams();
  const { data, error, refetch } = useRecord(calls.disbursements.statistics, {});
  const isMoving = data?.stages.some(({ stage, count: many }) => moving.includes(stage) && many > 0) ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void refreshEverything(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={72} />;
  const current = search.get("f.stage");
  const items = firstStages.flatMap((stage) => data.stages.filter((row) => row.stage === stage));
  return (
    <Figures
      isStrip
      items={items.map((row) => ({
        // In one line: what is done about it is in the rows.
        label: stageName(row.stage).replace(/:.*/, ""),
        value: count(row.count),
        note: naira(row.amount_kobo),
        href: current === row.stage ? "?" : `?f.stage=${row.stage}`,
        isCurrent: current === row.stage,
        tone: row.count > 0 && ["unknown", "needs_review", "failed"].includes(row.stage) ? "danger" : undefined,
      }))}
    />
  );
}

const READY = selectionWhere({ filter: JSON.stringify({ stage: ["ready"] }) });

/** The list's own next step: what is ready is requested at once. */
function PayReady({ onPress }: { onPress: () => void }): ReactNode {
  const { data } = useCall(calls.disbursements.statistics, {});
  const ready = data?.stages.find(({ stage }) => stage === "ready");
  if (!ready || ready.count === 0) return null;
  return (
    <Button size="sm" variant="filled" onClick={onPress}>
      Pay out {counted(ready.count, "loan")}…
    </Button>
  );
}

function rowActions(
  row: Disbursement,
  ask: (what: Asked["what"], selection: Selection) => void,
  may: { disburse: boolean; takeBack: boolean; look: boolean },
): RowAction[] {
  const { payout } = row;
  const isOpen = payout !== null && ["sent", "unknown"].includes(payout.status);
  return [
    ...(may.disburse && whyNotDisburse(row) === null
      ? [{ label: payVerb(row), run: () => ask("disburse", selectionOf(row.id)) }]
      : []),
    ...(payout?.approval_id ? [{ label: "Open the request", to: `/admin/approvals/${payout.approval_id}` }] : []),
    ...(payout && isOpen ? [askTheBank(payout, row.customer.name, row.payout_kobo)] : []),
    ...(may.look && bookedPayout(row) ? [{ label: "What was booked", to: bookedPayout(row) ?? "" }] : []),
    ...(may.takeBack && whyNotTakeBack(row) === null
      ? [{ label: takeBackVerb(row), run: () => ask("take_back", selectionOf(row.id)) }]
      : []),
    { label: "Open the loan", to: `/admin/loans/${row.id}` },
    { label: "Open the customer", to: `/admin/repayments/wallet/${row.customer.id}` },
  ];
}

/** R110: loans ready for disbursement, and payouts. The requester is never the approver. */
export default function DisbursementsScreen(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<Asked | undefined>(() =>
    search.has("pay")
      ? { what: "disburse", selection: selectionWhere({ search: search.get("search") ?? "" }) }
      : undefined,
  );
  const close = (): void => {
    setAsked(undefined);
    if (search.has("pay")) setSearch(withParameter(search, "pay", undefined), { replace: true });
  };
  const may = {
    disburse: useMay(calls.disbursements.disburseMany),
    takeBack: useMay(calls.disbursements.undisburseMany),
    look: useMay(calls.books.postings),
  };
  const ask = (what: Asked["what"], selection: Selection): void => setAsked({ what, selection });
  return (
    <>
      <ListPage
        call={calls.disbursements.listAll}
        columns={useBookedColumns(shown)}
        href={(row) => (row.payout ? `/admin/payments/${row.payout.id}` : `/admin/loans/${row.id}`)}
        rowActions={(row) => rowActions(row, ask, may)}
        {...((may.disburse || may.takeBack) && {
          bulkActions: (selection: Selection) => (
            <>
              {may.takeBack && (
                <Button size="sm" variant="default" onClick={() => ask("take_back", selection)}>
                  Take back…
                </Button>
              )}
              {may.disburse && (
                <Button size="sm" onClick={() => ask("disburse", selection)}>
                  Pay out…
                </Button>
              )}
            </>
          ),
        })}
        lead={
          <>
            Accepted offers, and where the money of each one is. A second person decides on every payout. <Counted />
          </>
        }
        actions={
          <>
            <Link to="/admin/disbursement/statistics">Statistics</Link>
            {may.disburse && <PayReady onPress={() => ask("disburse", READY)} />}
          </>
        }
        above={<Stages />}
        empty="No offer has been accepted yet. Loans appear here as soon as a customer accepts."
      />
      {asked && (asked.what === "disburse" ? may.disburse : may.takeBack) && (
        <BatchQuestion asked={asked} onClose={close} />
      )}
    </>
  );
}
