import { day, naira } from "@manilla/contract/formats";
import { lazy, type ReactNode, Suspense } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { QuoteSchedule } from "../../../shared/quote/quote-cost.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { useIsPhone } from "../../../shared/ui/device.ts";
import { Failure, Skeleton, When } from "../../../shared/ui/kit.tsx";
import styles from "./loans.module.css";

export type Loan = Answer<typeof calls.loans.find>["loan"];

const Letter = lazy(() => import("./letter-view.tsx"));
/** A letter, loaded with its reader only when it is looked at. */
export const LetterInPlace = (props: Parameters<typeof Letter>[0]): ReactNode => (
  <Suspense fallback={<Skeleton height={420} />}>
    <Letter {...props} />
  </Suspense>
);

/** What is still to be paid on a loan, in kobo: every open instalment with its penalties. */
export const owedOn = (loan: Loan): number => loan.schedule.reduce((sum, row) => sum + row.outstanding_kobo, 0);

/** The instalments: as they stand once money was paid out, as planned before. */
export function Schedule({ loan }: { loan: Loan }): ReactNode {
  const isPhone = useIsPhone();
  if (loan.schedule.length === 0) return <Planned loan={loan} />;
  return isPhone ? <ScheduleCards rows={loan.schedule} /> : <ScheduleTable rows={loan.schedule} />;
}

function Planned({ loan }: { loan: Loan }): ReactNode {
  const { data, error, refetch } = useCall(calls.loans.quote, { body: loan.terms });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return (
    <div style={{ padding: 16 }} className={styles.stack}>
      <p className="muted">As planned. The dates move with the day on which the money is paid out.</p>
      <QuoteSchedule instalments={data.instalments} />
    </div>
  );
}

type Row = Loan["schedule"][number];
const note = (row: Row): ReactNode => {
  if (row.paid_on) return `paid ${day(row.paid_on)}`;
  const late = row.days_past_due > 0 ? `${row.days_past_due} days late` : "";
  const part = row.paid_kobo > 0 && row.outstanding_kobo > 0 ? `${naira(row.paid_kobo)} paid` : "";
  return [late, part, row.last_failure ?? ""].filter(Boolean).join(" · ");
};

function ScheduleTable({ rows }: { rows: readonly Row[] }): ReactNode {
  const hasFees = rows.some(({ fees_kobo }) => fees_kobo > 0);
  const hasPenalties = rows.some(({ penalty_kobo }) => penalty_kobo > 0);
  const total = (
    field: "principal_kobo" | "interest_kobo" | "fees_kobo" | "penalty_kobo" | "total_kobo" | "outstanding_kobo",
  ): string => naira(rows.reduce((sum, row) => sum + row[field], 0));
  return (
    <div className={styles.scroller} role="region" aria-label="Schedule" tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">Instalments</caption>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Due</th>
            <th scope="col">Status</th>
            <th scope="col" data-figure>
              Principal
            </th>
            <th scope="col" data-figure>
              Interest
            </th>
            {hasFees && (
              <th scope="col" data-figure>
                Fees
              </th>
            )}
            {hasPenalties && (
              <th scope="col" data-figure>
                Penalty
              </th>
            )}
            <th scope="col" data-figure>
              Instalment
            </th>
            <th scope="col" data-figure>
              Still owed
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.number}</td>
              <th scope="row">{day(row.due_on)}</th>
              <td>
                <StatusBadge kind="repayment" status={row.status} /> <span className={styles.note}>{note(row)}</span>
              </td>
              <td data-figure>{naira(row.principal_kobo)}</td>
              <td data-figure>{naira(row.interest_kobo)}</td>
              {hasFees && <td data-figure>{naira(row.fees_kobo)}</td>}
              {hasPenalties && <td data-figure>{naira(row.penalty_kobo)}</td>}
              <td data-figure>{naira(row.total_kobo)}</td>
              <td data-figure>{naira(row.outstanding_kobo)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row" colSpan={2}>
              In all
            </th>
            <td data-figure>{total("principal_kobo")}</td>
            <td data-figure>{total("interest_kobo")}</td>
            {hasFees && <td data-figure>{total("fees_kobo")}</td>}
            {hasPenalties && <td data-figure>{total("penalty_kobo")}</td>}
            <td data-figure>{total("total_kobo")}</td>
            <td data-figure>{total("outstanding_kobo")}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function ScheduleCards({ rows }: { rows: readonly Row[] }): ReactNode {
  return (
    <ul className={styles.cards}>
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

/** What happened to the loan, the newest first: who, when, why. */
export function Timeline({ loan }: { loan: Loan }): ReactNode {
  return (
    <ol className={styles.timeline}>
      {loan.timeline.toReversed().map((event) => (
        <li key={event.id}>
          <StatusBadge kind="loan" status={event.to_state} />
          <span>{event.actor_name}</span>
          <span className="small muted">
            <When at={event.happened_at} />
          </span>
          {event.reason && <q>{event.reason}</q>}
        </li>
      ))}
    </ol>
  );
}
