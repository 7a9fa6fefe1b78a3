import { badge } from "@manilla/contract/badges";
import { count, counted, day, naira, percent } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { pageOfQueue } from "../../../shared/people/queue-pages.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { AsAt, Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Since, SINCE, useDaily } from "./since.tsx";
import styles from "./dashboard.module.css";

type Stage = Answer<typeof calls.disbursements.statistics>["stages"][number]["stage"];
type Queue = Answer<typeof calls.people.queueCounts>["queues"][number]["queue"];

/** Open work comes first, then those who have not finished signing up; the other queues describe the customers. */
const unfinished: readonly Queue[] = ["awaiting", "onboarding", "incomplete", "fresh", "cold"];
const work: readonly Queue[] = ["process", "applications", "doc-processor", "verified", "pre-approved", "uncertain"];

/** The day for which the books are open; it moves by the close of business, not by the clock. */
export function BusinessDay(): ReactNode {
  const { data } = useRecord(calls.session.configurations, {});
  const date = data?.["business_date"];
  return typeof date === "string" && date !== "" ? <> · Business date {day(date)}</> : null;
}

/** Open cases by queue, for those who decide about them. */
export const Queues = (): ReactNode => <QueuesOf title="Queues" work={work} />;
/** Unfinished registrations, for those who bring customers. */
export const SignUps = (): ReactNode => <QueuesOf title="Unfinished sign-ups" work={[]} />;

function QueuesOf({ title, work }: { title: string; work: readonly Queue[] }): ReactNode {
  const answer = useRecord(calls.people.queueCounts, {});
  const { data } = answer;
  return (
    <Panel
      title={title}
      actions={
        <>
          {data && <AsAt at={data.counted_at} />}
          <Link to="/admin/users">All users</Link>
        </>
      }
      flush
    >
      <Answered of={answer} height={160}>
        {({ queues }) => (
          <ul className={styles.queues}>
            {queues
              .filter(({ queue, count: size }) => work.includes(queue) || (unfinished.includes(queue) && size > 0))
              .toSorted((left, right) => place(left.queue) - place(right.queue))
              .map(({ queue, name, description, count: size, is_more }) => (
                <li key={queue} data-work={work.includes(queue)}>
                  <Link to={pageOfQueue(queue)} title={description}>
                    {name}
                  </Link>
                  <strong data-none={size === 0}>
                    {count(size)}
                    {is_more && "+"}
                  </strong>
                </li>
              ))}
          </ul>
        )}
      </Answered>
      {work.length > 0 && <Since figure="cases" />}
    </Panel>
  );
}

/** How far a payout can be without having ended. */
const open: readonly Stage[] = ["ready", "awaiting_approval", "on_its_way", "unknown", "needs_review"];

/** Money that is to go out, by how far it is. */
export function Payouts(): ReactNode {
  const answer = useRecord(calls.disbursements.statistics, {});
  const { data } = answer;
  const stages = data?.stages.filter(({ stage, count: loans }) => open.includes(stage) && loans > 0) ?? [];
  return (
    <Panel
      title="To be paid out"
      actions={
        <>
          {data && <AsAt at={data.counted_at} />}
          <Link to="/admin/disbursement/personal/loans" aria-label="All disbursements">
            All
          </Link>
        </>
      }
      flush
    >
      <Answered of={answer} height={60}>
        {() => (
          <>
            {stages.length === 0 && <Empty title="Nothing waits to be paid out" />}
            <ul className={styles.list}>
              {stages.map((row) => (
                <li key={row.stage}>
                  <div>
                    <Link to={`/admin/disbursement/personal/loans?f.stage=${row.stage}`}>
                      {badge("payout", row.stage).label}
                    </Link>
                    <div className="small muted">{counted(row.count, "loan")}</div>
                  </div>
                  <span>{naira(row.amount_kobo)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Panel>
  );
}

const place = (queue: Queue): number => (work.includes(queue) ? work.indexOf(queue) : work.length);

/** The loans of which the portfolio is made. */
const RUNNING = "f.status=running,past_due,stop_requested";

/** What was lent since 17:00 of the day before. */
function Lent(): ReactNode {
  const lent = useDaily()?.lent;
  if (!lent) return null;
  const words = lent.count === 0 ? "Nothing" : `${naira(lent.amount_kobo)} on ${counted(lent.count, "loan")}`;
  return (
    <p className={styles.since}>
      {words} paid out {SINCE}
    </p>
  );
}

/** The book: outstanding, overdue, at risk, by arrears. */
export function Portfolio(): ReactNode {
  const answer = useRecord(calls.loans.statistics, {});
  const { data } = answer;
  return (
    <Panel
      title="Portfolio"
      actions={
        <>
          {data && <AsAt at={data.counted_at} />}
          <Link to="/admin/loans/statistics">More</Link>
        </>
      }
      flush
    >
      <Answered of={answer} height={120}>
        {(data) => (
          <>
            <Figures
              items={[
                { label: "Outstanding", value: naira(data.outstanding_kobo), href: `/admin/loans?${RUNNING}` },
                {
                  label: "Overdue",
                  value: naira(data.overdue_kobo),
                  href: "/admin/loans?f.status=past_due&sortColumn=days_past_due&sortOrder=desc",
                },
                { label: "Running loans", value: count(data.running), href: `/admin/loans?${RUNNING}` },
                {
                  label: "PAR 30",
                  value: percent(data.portfolio_at_risk_percent.from_30),
                  href: `/admin/loans?f.days_past_due=30..&${RUNNING}`,
                },
              ]}
            />
            <Lent />
            <ul className={styles.list}>
              {data.by_bucket.map((bucket) => (
                <li key={bucket.bucket}>
                  <div>
                    <Link to={`/admin/loans?f.arrears_bucket=${encodeURIComponent(bucket.bucket)}&${RUNNING}`}>
                      {bucket.bucket === "current" ? "On time" : `${bucket.bucket.replace("-", "–")} days past due`}
                    </Link>
                    <div className="small muted">
                      {counted(bucket.count, "loan")}, {percent(bucket.share_percent)}
                    </div>
                  </div>
                  <span>{naira(bucket.outstanding_kobo)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Panel>
  );
}
