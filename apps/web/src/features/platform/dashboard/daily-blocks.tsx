/** Blocks made of what changed: decisions of the rules, trouble, whom colleagues brought, rules and rights. */
import { count, counted, relativeTime } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Figure } from "../../../shared/figures/figures.tsx";
import { maySend, useSession } from "../../../shared/session/session.ts";
import { Block } from "./block.tsx";
import styles from "./dashboard.module.css";
import { type Daily, recentNote } from "./since.tsx";
import { useIsTeam } from "./whose.tsx";

const { daily } = calls.dailyStatistics;

/** The seven days of a figure, as the list that it opens has them. */
const week = (list: string, rangeKey: string, { from, to }: Daily): string =>
  `${list}${list.includes("?") ? "&" : "?"}rangeKey=${rangeKey}&rangeStart=${from}&rangeEnd=${to}`;

type Recent = NonNullable<Daily["changes"]>["rules"];
const recent = (label: string, figure: Recent, href: string): Figure => ({
  label,
  value: count(figure.week),
  note: recentNote(figure.since),
  href,
});

const DECISIONS = "/admin/credit-decisions";

/** What the rules decided in seven days, and what colleagues overruled. */
export const ByRules = (): ReactNode => (
  <Block
    title="Decided by rules in 7 days"
    call={daily}
    to={DECISIONS}
    empty="The rules decided nothing"
    figures={(data) => {
      const { rules } = data;
      if (!rules || rules.approved.week + rules.referred.week + rules.declined.week === 0) return [];
      const of = (filter: string) => week(`${DECISIONS}?f.${filter}`, "decided_at", data);
      return [
        recent("Yes", rules.approved, of("outcome=approved")),
        recent("To a person", rules.referred, of("outcome=referred")),
        recent("No", rules.declined, of("outcome=declined")),
        recent("Overruled", rules.overruled, of("is_overruled=yes")),
      ];
    }}
  />
);

/** Changes of credit rules, access and prices, with their authors. */
export const Changes = (): ReactNode => (
  <Block
    title="Changed in 7 days"
    call={daily}
    to="/admin/audit"
    empty="No rule, right or tariff changed"
    figures={(data) => {
      const { changes } = data;
      if (!changes || changes.rules.week + changes.rights.week + changes.tariffs.week === 0) return [];
      const of = (topic: string) => week(`/admin/audit?f.topic=${topic}`, "recorded_at", data);
      return [
        recent("Rules", changes.rules, of("rules")),
        recent("Rights", changes.rights, of("rights")),
        recent("Tariffs", changes.tariffs, of("tariffs")),
      ];
    }}
  />
);

const waiting = (figure: { count: number }, label: string, href: string): Figure | false =>
  figure.count > 0 && { label, value: count(figure.count), tone: "warning", href };

/** What does not work at the moment: services that do not answer, payments without an outcome, messages that did not arrive. */
export function Trouble(): ReactNode {
  const session = useSession();
  const debits = useRecord(calls.collections.today, {}, { enabled: maySend(session, calls.collections.today) }).data;
  const payouts = useRecord(
    calls.disbursements.statistics,
    {},
    { enabled: maySend(session, calls.disbursements.statistics) },
  ).data?.stages.find(({ stage }) => stage === "unknown");
  return (
    <Block
      title="Trouble"
      call={daily}
      to="/admin/undelivered-messages"
      empty="All services answer, all messages of 7 days arrived"
      figures={(data) =>
        [
          data.trouble &&
            data.trouble.providers.length > 0 && {
              label: "Services without an answer",
              value: count(data.trouble.providers.length),
              tone: "danger" as const,
            },
          debits &&
            waiting(debits.unknown_charges, "Debits without an answer", "/admin/repayments/debits?f.status=unknown"),
          payouts &&
            waiting(payouts, "Payouts without an answer", "/admin/disbursement/personal/loans?f.stage=unknown"),
          data.trouble &&
            data.trouble.undelivered.week > 0 &&
            recent(
              "Undelivered in 7 days",
              data.trouble.undelivered,
              week("/admin/undelivered-messages", "started_at", data),
            ),
        ].filter((figure) => figure !== false && figure !== undefined && figure !== null)
      }
      more={({ trouble }) =>
        trouble &&
        trouble.providers.length > 0 && (
          <ul className={styles.list}>
            {trouble.providers.map(({ name, waiting: jobs, next_at }) => (
              <li key={name}>
                <div>
                  {name} does not answer
                  <div className="small muted">
                    {counted(jobs, "message or payment", "messages or payments")} waiting, next try{" "}
                    {relativeTime(next_at, new Date())}
                  </div>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

/** Whom one brought this month, against the target. */
export function Brought(): ReactNode {
  const { user } = useSession();
  const isTeam = useIsTeam();
  const whose = isTeam ? "f.is_brought=yes" : `f.created_by=${user.id}`;
  return (
    <Block
      title={isTeam ? "Brought by the team" : "Brought by me"}
      call={daily}
      to={`/admin/users?${whose}`}
      empty="No customers brought yet"
      figures={({ brought }) => {
        if (!brought) return [];
        const { month, target, mine, team } = brought;
        const of = isTeam ? team : mine;
        const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
        return [
          {
            label: "Brought this month",
            value: count(of.month),
            note: recentNote(of.since),
            href: `/admin/users?${whose}&rangeKey=created_at&rangeStart=${month}-01&rangeEnd=${month}-${last}`,
          },
          { label: "With a running loan", value: count(of.active), href: `/admin/users?${whose}&f.running_loans=1..` },
          !isTeam && {
            label: "Target of the month",
            value: count(target),
            note: of.month >= target ? "reached" : `${count(target - of.month)} to go`,
          },
        ].filter((figure) => figure !== false);
      }}
    />
  );
}
