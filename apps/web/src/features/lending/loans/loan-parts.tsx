import { counted, day, naira } from "@manilla/contract/formats";
import { lazy, type ReactNode, Suspense } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import type { DeclaredColumn } from "../../../shared/list/columns.tsx";
import { QuoteSchedule } from "../../../shared/quote/quote-cost.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { useIsPhone } from "../../../shared/ui/device.ts";
import { Skeleton } from "../../../shared/ui/kit.tsx";
import styles from "./loans.module.css";

export type Loan = Answer<typeof calls.loans.find>["loan"];

const Letter = lazy(() => import("./letter-view.tsx"));
/** A letter, loaded with its reader only when it is looked at. */
export const LetterInPlace = (props: Parameters<typeof Letter>[0]): ReactNode => (
  <Suspense fallback={<Skeleton height={420} />}>
    <Letter {...props} />
  </Suspense>
);

/** All fees of a loan, with the VAT in them. */
export const feesInWords = ({ total_fees_kobo, vat_kobo }: Loan): string =>
  `${naira(total_fees_kobo)}${vat_kobo > 0 ? `, VAT of ${naira(vat_kobo)} included` : ""}`;

/** What is still to be paid on a loan, in kobo: every open instalment with its penalties. */
export const owedOn = (loan: Loan): number => loan.schedule.reduce((sum, row) => sum + row.outstanding_kobo, 0);

/** How it was rescheduled, a fact for each time. */
export const rescheduledFacts = ({ rescheduled }: Loan): { label: string; value: string }[] =>
  rescheduled.map(({ effective_on, words, before, after }) => ({
    label: `Rescheduled ${day(effective_on)}`,
    value: `${words}. Instalment ${naira(before.instalment_kobo)}, then ${naira(after.instalment_kobo)}; last due date ${day(before.last_due_on ?? "")}, then ${day(after.last_due_on ?? "")}.`,
  }));

/** The instalments: actual once disbursed, planned before. */
export function Schedule({ loan }: { loan: Loan }): ReactNode {
  const isPhone = useIsPhone();
  if (loan.schedule.length === 0) return <Planned loan={loan} />;
  return isPhone ? <ScheduleCards rows={loan.schedule} /> : <ScheduleTable rows={loan.schedule} />;
}

function Planned({ loan }: { loan: Loan }): ReactNode {
  const answer = useCall(calls.loans.quote, { body: loan.terms });
  return (
    <div style={{ padding: 16 }} className="stack-12">
      <p className="muted">As planned. The dates move with the day on which the money is paid out.</p>
      <Answered of={answer} height={160}>
        {({ instalments }) => <QuoteSchedule instalments={instalments} />}
      </Answered>
    </div>
  );
}

type Row = Loan["schedule"][number];
type KoboOf<T> = { [K in keyof T]: T[K] extends number ? Extract<K, `${string}_kobo`> : never }[keyof T];
const note = (row: Row): ReactNode => {
  if (row.paid_on) return `paid ${day(row.paid_on)}`;
  const late = row.days_past_due > 0 ? `${counted(row.days_past_due, "day")} late` : "";
  const part = row.paid_kobo > 0 && row.outstanding_kobo > 0 ? `${naira(row.paid_kobo)} paid` : "";
  return [late, part, row.last_failure ?? ""].filter(Boolean).join(" · ");
};

function ScheduleTable({ rows }: { rows: readonly Row[] }): ReactNode {
  const amount = (key: KoboOf<Row>, header: string): DeclaredColumn<Row> => ({
    key,
    header,
    total: naira(rows.reduce((sum, row) => sum + row[key], 0)),
  });
  return (
    <PlainTable
      caption="Instalments"
      rows={rows}
      columns={[
        { key: "number", header: "No.", align: "left" },
        { key: "due_on", header: "Due", card: "title", total: "In all" },
        {
          key: "_status",
          header: "Status",
          render: (row) => (
            <>
              <StatusBadge kind="repayment" status={row.status} /> <span className={styles.note}>{note(row)}</span>
            </>
          ),
        },
        amount("principal_kobo", "Principal"),
        amount("interest_kobo", "Interest"),
        rows.some(({ fees_kobo }) => fees_kobo > 0) && amount("fees_kobo", "Fees"),
        rows.some(({ penalty_kobo }) => penalty_kobo > 0) && amount("penalty_kobo", "Penalty"),
        amount("total_kobo", "Instalment"),
        amount("outstanding_kobo", "Still owed"),
      ]}
    />
  );
}

function ScheduleCards({ rows }: { rows: readonly Row[] }): ReactNode {
  return (
    <ul className={`list ${styles.cards}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <strong>{day(row.due_on)}</strong>
          <strong>{naira(row.total_kobo)}</strong>
          <span className="small muted">
            No. {row.number} {note(row) && <>· {note(row)}</>}
          </span>
          <span>
            <StatusBadge kind="repayment" status={row.status} />
          </span>
          {row.paid_kobo > 0 && row.outstanding_kobo > 0 && (
            <>
              <span className="small muted">Still owed</span>
              <span className="small">{naira(row.outstanding_kobo)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
