/** The blocks of a colleague's home: each a name, a few figures that open their list, and what it says when there is nothing. */
import { count, day, naira, percent, sentence } from "@manilla/contract/formats";
import { Button, TextInput } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { periodOf } from "../../../shared/figures/chart-values.ts";
import { useSession } from "../../../shared/session/session.ts";
import { Panel, When } from "../../../shared/ui/kit.tsx";
import { recentOf } from "../../../shared/ui/recent.ts";
import { Block } from "./block.tsx";
import { Moved, Since } from "./since.tsx";
import { useIsTeam } from "./whose.tsx";
import styles from "./dashboard.module.css";

const APPROVALS = "/admin/approvals?f.status=pending";

const TO_DECIDE = `${APPROVALS}&f.for_me=true&sortColumn=created_at&sortOrder=asc`;

/** The pending requests that this person may decide, or all of the team's. */
export function ToDecide(): ReactNode {
  const isTeam = useIsTeam();
  const to = isTeam ? `${APPROVALS}&sortColumn=created_at&sortOrder=asc` : TO_DECIDE;
  return (
    <Block
      title={isTeam ? "Requests of the team" : "To decide"}
      call={calls.approvals.waiting}
      to={to}
      empty={isTeam ? "No request is open" : "Nothing waits for you"}
      more={({ to_decide }) => (isTeam ? <Since figure="approvals" /> : <Moved of={to_decide} />)}
      figures={({ to_decide, all }) => {
        const { count: requests, amount_kobo, oldest_at } = isTeam ? all : to_decide;
        return requests === 0
          ? []
          : [
              { label: "Requests", value: count(requests), href: to },
              { label: "Amount", value: amount_kobo ? naira(amount_kobo) : "–", href: to },
              { label: "Oldest", value: oldest_at ? <When at={oldest_at} /> : "–", href: to },
            ];
      }}
    />
  );
}

/** What this person asked a second person for. */
export function Asked(): ReactNode {
  const { user } = useSession();
  const mine = `${APPROVALS}&f.maker_id=${user.id}`;
  return (
    <Block
      title="Requested by me"
      call={calls.approvals.waiting}
      to={mine}
      empty="You have no open requests"
      figures={({ asked }) =>
        asked.pending + asked.decided_today === 0
          ? []
          : [
              { label: "Pending", value: count(asked.pending), href: mine },
              {
                label: "Decided today",
                value: count(asked.decided_today),
                href: periodOf(`/admin/approvals?f.maker_id=${user.id}`, "decided_at", asked.today),
              },
            ]
      }
    />
  );
}

const lateFor = (days: string): string =>
  `/admin/loans?f.days_past_due=${days}&f.status=running,past_due,stop_requested`;

/** Arrears since the day before. */
export const Arrears = (): ReactNode => (
  <Block
    title="Arrears since yesterday"
    call={calls.collections.today}
    to="/admin/repayments/defaulters"
    empty="No loan moved"
    since="past_due"
    figures={({ business_date, arrears: { became_late, cured, since, passed } }) =>
      became_late + cured + passed.length === 0
        ? []
        : [
            { label: "Became late", value: count(became_late), href: lateFor("1..2") },
            { label: "Cured", value: count(cured), href: periodOf("/admin/loans", "cured_on", since, business_date) },
            ...passed.map(({ days_past_due, count: loans }) => ({
              label: `Passed ${days_past_due} days`,
              value: count(loans),
              href: lateFor(`${days_past_due + 1}..${days_past_due + 1}`),
            })),
          ]
    }
  />
);

const NO_REASON = "No reason given";
const DEBITS = "/admin/repayments/debits?f.status=";

/** Debits that failed today, by reason, and those without an answer. */
export const FailedDebits = (): ReactNode => (
  <Block
    title="Failed debits today"
    call={calls.collections.today}
    to={`${DEBITS}failed`}
    empty="No debit failed today"
    figures={({ failed_debits, unknown_charges, business_date }) => [
      ...(unknown_charges.count > 0
        ? [
            {
              label: "Asking the provider",
              value: count(unknown_charges.count),
              note: naira(unknown_charges.amount_kobo),
              href: `${DEBITS}unknown`,
            },
          ]
        : []),
      ...failed_debits.map(({ reason, count: debits, amount_kobo }) => ({
        label: sentence(reason),
        value: count(debits),
        note: naira(amount_kobo),
        // The word for none is ours: nothing to look for.
        href: `${DEBITS}failed&f.business_date=${business_date}..${business_date}${reason === NO_REASON ? "" : `&f.failure=${encodeURIComponent(reason)}`}`,
      })),
    ]}
  />
);

/** Payments whose outcome no bank has told. */
export const Unknown = (): ReactNode => (
  <Block
    title="Payouts without an answer"
    call={calls.disbursements.statistics}
    to="/admin/disbursement/personal/loans?f.stage=unknown"
    empty="All payouts were answered"
    since="unknown"
    figures={({ stages }) =>
      stages
        .filter(({ stage, count: loans }) => (stage === "unknown" || stage === "needs_review") && loans > 0)
        .map(({ stage, count: loans, amount_kobo }) => ({
          label: stage === "unknown" ? "Asking the bank" : "Needs a person",
          value: count(loans),
          note: naira(amount_kobo),
          href: `/admin/disbursement/personal/loans?f.stage=${stage}`,
        }))
    }
  />
);

/** The bank's balance against the books. */
export const BankAndBooks = (): ReactNode => (
  <Block
    title="Bank and books"
    call={calls.reconciliation.balance}
    to="/admin/reconciliation"
    empty="No statement was taken yet"
    figures={({ balance }) =>
      balance === null
        ? []
        : [
            { label: "The bank says", value: naira(balance.bank_kobo), href: "/admin/reconciliation" },
            { label: "The books say", value: naira(balance.books_kobo), href: "/admin/books/trial-balance" },
            {
              label: "Unexplained",
              value: naira(balance.unexplained_kobo),
              tone: balance.unexplained_kobo === 0 ? "success" : "danger",
              href: "/admin/reconciliation",
            },
          ]
    }
  />
);

/** How far the close of business is. */
export const Close = (): ReactNode => (
  <Block
    title="Close of business"
    call={calls.businessDay.listAll}
    input={{ query: { limit: 1 } } as never}
    to="/admin/jobs/close-of-business"
    empty="No day was closed yet"
    figures={({ items: [row] }) =>
      row
        ? [
            {
              label: day(row.business_date),
              value: row.closed_at ? "Closed" : "Open",
              tone: row.closed_at ? "success" : undefined,
              href: "/admin/jobs/close-of-business",
            },
          ]
        : []
    }
  />
);

/** Documents that somebody has to look at. */
export const Papers = (): ReactNode => (
  <Block
    title="Documents"
    call={calls.documents.queueCounts}
    to="/admin/new-docs"
    empty="No document waits"
    figures={({ queues }) =>
      queues
        .filter(({ queue, count: papers }) => (queue === "new" || queue === "rejected") && papers > 0)
        .map(({ queue, count: papers }) => ({
          label: queue === "new" ? "New" : "Rejected",
          value: count(papers),
          href: queue === "new" ? "/admin/new-docs" : "/admin/rejected-docs",
        }))
    }
  />
);

/** Loan requests by how far they are. */
export const Requests = (): ReactNode => (
  <Block
    title="Loan requests"
    call={calls.loans.statistics}
    to="/admin/loans/requests"
    empty="No request waits"
    since="requests"
    figures={({ by_status }) =>
      by_status
        .filter(({ status, count: loans }) => ["requested", "pre_approved", "offered"].includes(status) && loans > 0)
        .map(({ status, count: loans, principal_kobo }) => ({
          label: sentence(status),
          value: count(loans),
          note: naira(principal_kobo),
          href: `/admin/loans?f.status=${status}`,
        }))
    }
  />
);

const MY_CASES = "/admin/users/assigned-to-me";

/** The caller's own cases. */
export function MyCases(): ReactNode {
  const { user } = useSession();
  const isTeam = useIsTeam();
  const list = isTeam ? "/admin/users/assigned" : MY_CASES;
  return (
    <Block
      title={isTeam ? "Cases of the team" : "My cases"}
      call={calls.assignments.statistics}
      input={{ query: {} } as never}
      to={list}
      empty={isTeam ? "No open cases" : "You have no cases"}
      figures={({ admins, totals, business_date }) => {
        const { pending, contacted, due } = isTeam
          ? totals
          : (admins.find(({ admin }) => admin.id === user.id) ?? { pending: 0, contacted: 0, due: 0 });
        return pending + contacted + due === 0
          ? []
          : [
              {
                label: "To call by today",
                value: count(due),
                tone: due > 0 ? "warning" : undefined,
                href: `${list}?f.call_again_on=..${business_date}`,
              },
              { label: "Not contacted", value: count(pending), href: `${list}?f.status=pending` },
              { label: "Contacted", value: count(contacted), href: `${list}?f.status=contacted` },
            ];
      }}
    />
  );
}

/** How the book does, for those who do not work on it. */
export const LateLoans = (): ReactNode => (
  <Block
    title="Loans in arrears"
    call={calls.loans.statistics}
    to="/admin/loans?f.status=past_due"
    empty="No loan is late"
    figures={({ overdue_kobo, portfolio_at_risk_percent }) => [
      { label: "Overdue", value: naira(overdue_kobo), href: "/admin/loans?f.status=past_due" },
      {
        label: "PAR 30",
        value: percent(portfolio_at_risk_percent.from_30),
        href: "/admin/loans?f.days_past_due=30..&f.status=running,past_due,stop_requested",
      },
    ]}
  />
);

const PERSON = /^\/admin\/users\/[0-9a-f-]{36}$/;

/** The way from a name, a phone or a reference to the person, and back to those who were opened last. */
export function FindPerson(): ReactNode {
  const navigate = useNavigate();
  const lately = recentOf(useSession().user.id, "admin").filter(({ link }) => PERSON.test(link));
  const find = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get("search");
    void navigate(`/admin/users?search=${encodeURIComponent(typeof words === "string" ? words.trim() : "")}`);
  };
  return (
    <Panel title="Find a person" flush>
      <form className={styles.find} onSubmit={find}>
        <TextInput name="search" aria-label="Name, e-mail or phone" placeholder="Name, e-mail or phone" />
        <Button type="submit">Find</Button>
      </form>
      {lately.length > 0 && (
        <ul className="rows" aria-label="Opened last">
          {lately.map(({ label, link }) => (
            <li key={link}>
              <Link to={link}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
