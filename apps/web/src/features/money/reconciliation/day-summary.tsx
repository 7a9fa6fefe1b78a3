import { badge, type Tone } from "@manilla/contract/badges";
import { count, counted, day, naira, shortDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { Failure, Notice, Skeleton } from "../../../shared/ui/kit.tsx";
import { BalancePanel } from "./balance-panel.tsx";
import styles from "./reconciliation.module.css";
import { exceptions, type Status } from "./words.ts";

type Day = Answer<typeof calls.reconciliation.summary>["days"][number];

const shownStatuses: readonly Status[] = [
  "matched_auto",
  "matched_manual",
  "expected",
  "missing",
  "short",
  "over",
  "mismatch",
  "void",
];
const notes: Partial<Record<Status, string>> = { expected: "waits, no exception" };

/** The one day that the list shows now, if it is one day. */
export function chosenDay(search: URLSearchParams): string | undefined {
  const [from, to] = (search.get("f.business_date") ?? "").split("..");
  return from && from === to ? from : undefined;
}

/** The address of a day's rows, or of all days. @param status narrows to it */
export function addressOfDay(business_date: string | undefined, status?: string): string {
  const parts = [
    ...(business_date ? [`f.business_date=${business_date}..${business_date}`] : []),
    ...(status ? [`f.status=${status}`] : []),
  ];
  return `?${parts.join("&")}`;
}

/** The last days, each with its exceptions, and the chosen day (or all of them) by status. */
export function DaySummary(): ReactNode {
  const [search] = useSearchParams();
  const { data, error, refetch } = useRecord(calls.reconciliation.summary, {});
  const open = useRecord(calls.reconciliation.listAll, {
    query: { limit: 1, filter: JSON.stringify({ status: exceptions }) },
  });
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={120} />;
  const day = chosenDay(search);
  const days = day ? data.days.filter(({ business_date }) => business_date === day) : data.days;
  return (
    <div className={styles.top}>
      <Days days={data.days} chosen={day} status={search.get("f.status")} openCount={open.data?.total_count} />
      <BalancePanel on={day} />
      <Sums days={days} chosen={day} status={search.get("f.status")} />
    </div>
  );
}

const toneOf = (row: Day): Tone => (row.exceptions > 0 ? "danger" : row.statement ? "success" : "neutral");
const wordsOf = (row: Day): string =>
  row.exceptions > 0 ? `${count(row.exceptions)} to look at` : row.statement ? "In order" : "No statement";

const EXCEPTIONS = exceptions.join(",");

const Days = ({
  days,
  chosen,
  status,
  openCount,
}: {
  days: readonly Day[];
  chosen: string | undefined;
  status: string | null;
  openCount: number | undefined;
}): ReactNode => (
  <nav aria-label="Days">
    <ul className={styles.days}>
      <li>
        <Link
          to={addressOfDay(undefined, EXCEPTIONS)}
          aria-current={chosen === undefined && status === EXCEPTIONS ? "true" : undefined}
          data-tone={openCount ? "danger" : "success"}
        >
          To look at
          <small>
            {openCount === undefined ? "…" : openCount === 0 ? "nothing is open" : `${count(openCount)} of any day`}
          </small>
        </Link>
      </li>
      <li>
        <Link
          to={addressOfDay(undefined)}
          aria-current={chosen === undefined && status !== EXCEPTIONS ? "true" : undefined}
        >
          All days
          <small>sums: two weeks</small>
        </Link>
      </li>
      {days.map((row) => (
        <li key={row.business_date}>
          <Link
            to={addressOfDay(row.business_date)}
            aria-current={row.business_date === chosen ? "true" : undefined}
            data-tone={toneOf(row)}
          >
            {shortDay(row.business_date)}
            <small>{wordsOf(row)}</small>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

function Sums({
  days,
  chosen,
  status,
}: {
  days: readonly Day[];
  chosen: string | undefined;
  status: string | null;
}): ReactNode {
  const sums = shownStatuses.flatMap((name) => {
    const rows = days.flatMap(({ statuses }) => statuses.filter((row) => row.status === name));
    const many = rows.reduce((total, row) => total + row.count, 0);
    return many === 0
      ? []
      : [{ name, many, kobo: rows.reduce((total, row) => total + Math.max(row.expected_kobo, row.actual_kobo), 0) }];
  });
  const [only] = days;
  return (
    <>
      {sums.length > 0 && status !== EXCEPTIONS && (
        <Figures
          isStrip
          items={sums.map(({ name, many, kobo }) => ({
            label: badge("reconciliation", name).label,
            value: count(many),
            note: notes[name] ? `${naira(kobo)}, ${notes[name]}` : naira(kobo),
            tone: exceptions.includes(name) ? "danger" : undefined,
            isCurrent: status === name,
            href: addressOfDay(chosen, status === name ? undefined : name),
          }))}
        />
      )}
      {chosen && !only && (
        <Notice tone="neutral">
          Nothing of {day(chosen)} was booked, and the bank&apos;s statement of that day is not here.
        </Notice>
      )}
      {chosen &&
        only &&
        (only.statement ? (
          <StatementLine statement={only.statement} />
        ) : (
          <Notice tone="neutral">
            The bank&apos;s statement of {day(chosen)} is not here yet. Fetch it, or upload it.
          </Notice>
        ))}
    </>
  );
}

const formats: Record<string, string> = { camt053: "CAMT.053", mt940: "MT940", ofx: "OFX", csv: "CSV" };
const StatementLine = ({ statement }: { statement: NonNullable<Day["statement"]> }): ReactNode => (
  <p className="small muted">
    <Link to={`/admin/reconciliation/statements/${statement.id}`}>The bank&apos;s statement</Link> (
    {formats[statement.format] ?? statement.format}): {counted(statement.lines, "line")}
    {statement.opening_kobo !== null && `, opened with ${naira(statement.opening_kobo)}`}
    {statement.closing_kobo !== null && `, closed with ${naira(statement.closing_kobo)}`}.
  </p>
);
