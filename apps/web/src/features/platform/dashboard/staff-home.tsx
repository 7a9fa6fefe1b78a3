import type { Endpoint } from "@manilla/contract/endpoint";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { maySend, useSession } from "../../../shared/session/session.ts";
import { useIsPhone } from "../../../shared/ui/device.ts";
import { Colleagues } from "./colleagues-block.tsx";
import { Applications, CompaniesAtRisk } from "./companies-block.tsx";
import { Complaints } from "./complaints-block.tsx";
import { Payouts, Portfolio, Queues, SignUps } from "./provider-section.tsx";
import { DueToday } from "./due-block.tsx";
import * as daily from "./daily-blocks.tsx";
import * as rows from "./open-rows.tsx";
import * as blocks from "./staff-blocks.tsx";
import * as waiting from "./waiting-blocks.tsx";
import { Whose } from "./whose.tsx";
import styles from "./dashboard.module.css";

/** Each block with the call that it needs. */
const all = {
  to_decide: [blocks.ToDecide, calls.approvals.waiting],
  asked: [blocks.Asked, calls.approvals.waiting],
  my_cases: [blocks.MyCases, calls.assignments.statistics],
  queues: [Queues, calls.people.queueCounts],
  papers: [blocks.Papers, calls.documents.queueCounts],
  requests: [blocks.Requests, calls.loans.statistics],
  due: [DueToday, calls.collections.today],
  arrears: [blocks.Arrears, calls.collections.today],
  failed_debits: [blocks.FailedDebits, calls.collections.today],
  payouts: [Payouts, calls.disbursements.statistics],
  book: [Portfolio, calls.loans.statistics],
  late: [blocks.LateLoans, calls.loans.statistics],
  unknown: [blocks.Unknown, calls.disbursements.statistics],
  unknown_payments: [waiting.UnknownPayments, calls.moneyEvents.listOpen],
  refunds: [waiting.Refunds, calls.refunds.listAll],
  held: [waiting.HeldTransfers, calls.transferReviews.listAll],
  disputes: [waiting.Disputes, calls.cardDisputes.listAll],
  card_requests: [waiting.CardRequests, calls.cards.requests],
  company_credit: [waiting.CompanyCredit, calls.creditLines.listAll],
  bank: [blocks.BankAndBooks, calls.reconciliation.balance],
  exceptions: [rows.Exceptions, calls.reconciliation.summary],
  close: [blocks.Close, calls.businessDay.listAll],
  colleagues: [Colleagues, calls.colleagues.listAll],
  complaints: [Complaints, calls.complaints.summary],
  applications: [Applications, calls.admissions.requests],
  companies_at_risk: [CompaniesAtRisk, calls.admissions.statistics],
  appeals: [rows.Appeals, calls.appeals.listAll],
  limits: [rows.HigherLimits, calls.limits.listRequests],
  messages: [rows.Messages, calls.communications.listAll],
  sign_ups: [SignUps, calls.people.queueCounts],
  by_rules: [daily.ByRules, calls.creditDecisions.listAll],
  changes: [daily.Changes, calls.audit.listAll],
  trouble: [daily.Trouble, calls.communications.undelivered],
  brought: [daily.Brought, calls.peopleStatistics.leads],
  find: [blocks.FindPerson, calls.people.listByStatus],
} satisfies Record<string, [() => ReactNode, Endpoint]>;
type Name = keyof typeof all;

/** What each role sees first. Somebody with several roles sees the blocks of all, each once. */
const homes: Readonly<Record<string, readonly Name[]>> = {
  super_admin: [
    "to_decide",
    "due",
    "arrears",
    "book",
    "unknown",
    "unknown_payments",
    "close",
    "colleagues",
    "changes",
    "queues",
  ],
  super_risk: ["my_cases", "queues", "requests", "limits", "appeals", "to_decide", "by_rules", "arrears", "book"],
  super_finance: [
    "payouts",
    "due",
    "failed_debits",
    "unknown",
    "bank",
    "exceptions",
    "to_decide",
    "asked",
    "unknown_payments",
    "refunds",
    "held",
  ],
  super_operations: [
    "to_decide",
    "papers",
    "requests",
    "unknown",
    "complaints",
    "messages",
    "unknown_payments",
    "card_requests",
    "disputes",
  ],
  super_support: ["find", "complaints", "my_cases", "trouble", "failed_debits", "disputes"],
  super_sales_agent: ["my_cases", "brought", "find", "sign_ups"],
  super_business: ["applications", "company_credit", "companies_at_risk", "late", "find"],
};

/** Blocks that are taller than the others, by how much. */
const tall: Partial<Record<Name, number>> = { book: 5, due: 4, queues: 2 };

const heightOf = (column: readonly Name[]) => column.reduce((sum, name) => sum + (tall[name] ?? 1), 0);

/** Each block goes, in order, to the column that is shorter so far. */
function columnsOf(names: readonly Name[]): [Name[], Name[]] {
  const columns: [Name[], Name[]] = [[], []];
  for (const name of names) columns[heightOf(columns[0]) <= heightOf(columns[1]) ? 0 : 1].push(name);
  return columns;
}

/** The blocks of the caller's roles that they may see. */
function useBlocks(): Name[] {
  const session = useSession();
  return [...new Set(session.roles.flatMap(({ slug }) => homes[slug] ?? []))].filter((name) =>
    maySend(session, all[name][1]),
  );
}

/** Blocks that show one's own or the team's. */
const shared: readonly Name[] = ["to_decide", "my_cases", "brought"];

/** Mine or the team's, where the home has a block that knows the difference. */
export const WhoseSwitch = (): ReactNode => useBlocks().some((name) => shared.includes(name)) && <Whose />;

/** The home of a colleague: the blocks of their roles that they may see, on a phone in their order, else in two columns; what else there is, below the shorter one. */
export function StaffHome({ children }: { children: ReactNode }): ReactNode {
  const names = useBlocks();
  const columns = useIsPhone() ? [names] : columnsOf(names);
  const heights = columns.map(heightOf);
  const shortest = heights.indexOf(Math.min(...heights));
  return columns.map((column, index) => (
    <div key={column[0] ?? index} className={`stack ${styles.stack}`}>
      {column.map((name) => {
        const [Block] = all[name];
        return <Block key={name} />;
      })}
      {index === shortest && children}
    </div>
  ));
}
