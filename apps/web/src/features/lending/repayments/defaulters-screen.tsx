import { badge, type Tone } from "@manilla/contract/badges";
import { counted, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { useBookedColumns } from "../../../shared/figures/booked.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { lossOf } from "../../../shared/loans/receiving/loss.ts";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Failure, Skeleton } from "../../../shared/ui/kit.tsx";

type Row = RowOf<typeof calls.repayments.defaults>;
const tones: Record<string, Tone> = { "1-30": "warning", "31-60": "warning", "61-90": "danger", "91+": "danger" };

const shown = columns<Row>([
  column("customer", { card: "title" }),
  column("reference", { header: "Loan", kind: "code" }),
  column("days_past_due", { card: "field" }),
  column("arrears_bucket", {
    render: (row) => (
      <ToneBadge tone={tones[row.arrears_bucket] ?? "warning"}>{`${row.arrears_bucket} days`}</ToneBadge>
    ),
    card: "badge",
  }),
  column("overdue_kobo", { opens: (row) => `/admin/books/loan/${row.id}`, card: "field" }),
  column("outstanding_principal_kobo", { opens: (row) => `/admin/books/loan/${row.id}` }),
  column("oldest_due_on", { header: "Due since" }),
  column("last_paid_on", { card: "field" }),
  column("last_failure", {
    header: "Last attempt",
    render: (row) =>
      row.last_failure ? (
        <span title={row.last_failure}>{row.last_failure}</span>
      ) : (
        <span className="muted">{row.has_card ? "Not tried" : "No card"}</span>
      ),
    width: 180,
  }),
  column("phone", { card: "field" }),
  column("status", { header: "Loan is", badge: "loan" }),
  column("is_non_performing", { header: "Non-performing", isHidden: true }),
  column("product", { isHidden: true }),
  column("id", { isHidden: true }),
]);

function rowActions(row: Row): RowAction[] {
  return [
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
        label: `${row.bucket} days late`,
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
  return (
    <ListPage
      call={calls.repayments.defaults}
      columns={useBookedColumns(shown)}
      href={(row) => `/admin/loans/${row.id}`}
      rowActions={rowActions}
      lead={`Loans with something overdue, ${badge("loan", "charged_off").label.toLowerCase()} ones too. Figures above: principal owed.`}
      above={mayCount ? <Buckets /> : undefined}
      empty="Nobody is behind. Loans appear here the day after an instalment stays unpaid."
    />
  );
}
