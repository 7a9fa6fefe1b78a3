import { count, day, naira, percent } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import type { Answer } from "../../shared/api/call.ts";
import { useCall } from "../../shared/api/use-call.ts";
import { pageOfQueue } from "../../shared/people/queue-pages.ts";
import { useMay } from "../../shared/session/session.ts";
import { Failure, Panel, Skeleton } from "../../shared/ui/kit.tsx";
import styles from "./dashboard.module.css";

type Queue = Answer<typeof calls.people.queueCounts>["queues"][number]["queue"];

/** What somebody has to work through comes first; the rest says how the customers stand. */
const work: readonly Queue[] = ["process", "applications", "doc-processor", "verified", "pre-approved", "uncertain"];

/** What the provider's staff see first, in two columns of their own lengths: the queues and what waits below them, how the portfolio stands and what is one's own below it. */
export function ProviderSection({ waiting, children }: { waiting: ReactNode; children: ReactNode }): ReactNode {
  const maySeePeople = useMay(calls.people.queueCounts);
  const maySeeLoans = useMay(calls.loans.statistics);
  return (
    <>
      <div className={styles.stack}>
        {maySeePeople && <Queues />}
        {waiting}
      </div>
      <div className={styles.stack}>
        {maySeeLoans && <Portfolio />}
        {children}
      </div>
    </>
  );
}

/** The day for which the books are open; it moves by the close of business, not by the clock. */
export function BusinessDay(): ReactNode {
  const { data } = useCall(calls.session.configurations, {}, { freshForMs: 0 });
  const date = data?.["business_date"];
  return typeof date === "string" && date !== "" ? <> · Business date {day(date)}</> : null;
}

function Queues(): ReactNode {
  const { data, error, refetch } = useCall(calls.people.queueCounts, {}, { freshForMs: 0 });
  const found = [...(data?.queues ?? [])].toSorted((left, right) => place(left.queue) - place(right.queue));
  return (
    <Panel title="Queues" actions={<Link to="/admin/users">All users</Link>} flush>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      <ul className={styles.queues}>
        {found.map(({ queue, name, description, count: size, is_more }) => (
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
    </Panel>
  );
}

const place = (queue: Queue): number => (work.includes(queue) ? work.indexOf(queue) : work.length);

function Portfolio(): ReactNode {
  const { data, error, refetch } = useCall(calls.loans.statistics, {}, { freshForMs: 0 });
  return (
    <Panel title="Portfolio" actions={<Link to="/admin/loans">Loans</Link>} flush>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <dl className={styles.figures}>
            <div>
              <dt>Outstanding</dt>
              <dd>{naira(data.outstanding_kobo)}</dd>
            </div>
            <div>
              <dt>Overdue</dt>
              <dd>{naira(data.overdue_kobo)}</dd>
            </div>
            <div>
              <dt>Running loans</dt>
              <dd>{count(data.running)}</dd>
            </div>
            <div>
              <dt>At risk, 30 days and more</dt>
              <dd>{percent(data.portfolio_at_risk_percent.from_30)}</dd>
            </div>
          </dl>
          <ul className={styles.list}>
            {data.by_bucket.map((bucket) => (
              <li key={bucket.bucket}>
                <div>
                  <Link to={`/admin/loans?f.arrears_bucket=${encodeURIComponent(bucket.bucket)}`}>{bucket.bucket === "current" ? "On time" : `${bucket.bucket} days past due`}</Link>
                  <div className="small muted">
                    {count(bucket.count)} {bucket.count === 1 ? "loan" : "loans"}, {percent(bucket.share_percent)}
                  </div>
                </div>
                <span>{naira(bucket.outstanding_kobo)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
