import { count, day, naira } from "@manilla/contract/formats";
import type { RoleSlug } from "@manilla/contract/roles";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { BudgetChart } from "../../../shared/expenses/budget-chart.tsx";
import { spentOn } from "../../../shared/expenses/spent.ts";
import { Compared, daysBefore } from "../../../shared/figures/compared.tsx";
import { Figures } from "../../../shared/figures/figures.tsx";
import { maySend, useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Block } from "./block.tsx";
import { CompanyApprovals } from "./company-approvals.tsx";
import { Cards, Expenses, LastActs, LoanRequests, NextBill, Transfers } from "./company-blocks.tsx";
import styles from "./dashboard.module.css";

const LATE = { query: { page: 1, limit: 5, filter: JSON.stringify({ days_past_due: { min: 1 } }) } };
const CLAIMED = { query: { page: 1, limit: 5, filter: JSON.stringify({ status: ["pending"] }) } };

/** People who say that they work here and whom nobody has answered. */
const Claims = (): ReactNode => (
  <Block
    isSmall
    title="Employees to confirm"
    call={calls.employmentClaims.listAll}
    input={CLAIMED}
    to="/corporate/employment-claims?f.status=pending"
    empty="No requests to confirm"
    figures={({ total_count, items: [first] }) =>
      total_count === 0
        ? []
        : [
            {
              label: "Waiting",
              value: count(total_count),
              note: first && `${first.name} ${first.last_name} was the last to ask`,
              tone: "warning",
              href: "/corporate/employment-claims?f.status=pending",
            },
          ]
    }
  />
);

/** Loans of the company's employees that are behind. */
const Late = (): ReactNode => (
  <Block
    isSmall
    title="Late loans of employees"
    call={calls.loans.listOfCompany}
    input={LATE}
    to="/corporate/repayments/defaulters"
    empty="No loan of an employee is late"
    figures={({ total_count, items }) =>
      total_count === 0
        ? []
        : [
            {
              label: "Past due",
              value: count(total_count),
              note: items.map(({ employee }) => employee.name).join(", "),
              tone: "danger",
              href: "/corporate/repayments/defaulters",
            },
          ]
    }
  />
);

/** What the company's people owe, as far as the provider tells their employer. */
const Loans = (): ReactNode => (
  <Block
    title="Loans of employees"
    call={calls.companies.dashboard}
    to="/corporate/employee-loan-history"
    empty=""
    figures={({ loans_requested, loans_running, outstanding_kobo }) => [
      {
        label: "Requested",
        value: count(loans_requested ?? 0),
        href: "/corporate/employee-loan-history?f.status=requested",
      },
      {
        label: "Running",
        value: count(loans_running ?? 0),
        href: "/corporate/employee-loan-history?f.status=running,past_due",
      },
      {
        label: "Principal owed",
        value: naira(outstanding_kobo ?? 0),
        href: "/corporate/employee-loan-history?sortColumn=outstanding_principal_kobo&sortOrder=desc",
      },
    ]}
  />
);

const TO_ANSWER = { query: { limit: 1, filter: JSON.stringify({ status: ["open", "confirmed"] }) } } as const;
/** What is kept back from salaries, while it waits for an answer or for the money. */
const Deductions = (): ReactNode => (
  <Block
    isSmall
    title="Salary deductions"
    call={calls.salaryDeductions.listAll}
    input={TO_ANSWER}
    to="/corporate/deductions"
    empty="None is to be confirmed or paid"
    figures={({ items }) =>
      items.map(({ id, status, deducted_kobo, pay_day }) => ({
        label: status === "open" ? "To confirm" : "To pay",
        value: naira(deducted_kobo),
        note: `pay day ${day(pay_day)}`,
        tone: "warning",
        href: `/corporate/deductions/${id}`,
      }))
    }
  />
);

/** Money that the company has with us and may spend. */
const Money = ({ id }: { id: string }): ReactNode => (
  <Block
    title="Money available"
    call={calls.wallets.find}
    input={{ params: { id } }}
    to="/corporate/wallet"
    empty=""
    figures={({ debit }) => [
      {
        label: "Wallet",
        value: naira(debit.available_kobo),
        note: debit.account ? undefined : "get its account number to pay in",
        href: "/corporate/wallet",
        ...(debit.low_balance_kobo !== null &&
          debit.available_kobo < debit.low_balance_kobo && { tone: "warning" as const }),
      },
      { label: "In purses of employees", value: naira(debit.assigned_kobo), href: "/corporate/wallet/purses" },
    ]}
  />
);

/** The line of the company, where it has one. */
const Line = (): ReactNode => (
  <Block
    title="Credit line"
    call={calls.creditLines.findOwn}
    to="/corporate/wallet/credit"
    empty="No line was granted"
    figures={({ line }) =>
      line
        ? [
            {
              label: "Left",
              value: naira(line.available_kobo),
              note: `of ${naira(line.limit_kobo)}`,
              href: "/corporate/wallet/credit",
            },
            {
              label: "Owed",
              value: naira(line.drawn_kobo + line.interest_kobo + line.penalty_kobo),
              note: [
                line.interest_kobo > 0 && `${naira(line.interest_kobo)} of it interest`,
                line.penalty_kobo > 0 && `${naira(line.penalty_kobo)} of it penalty`,
              ]
                .filter(Boolean)
                .join(", "),
              href: "/corporate/wallet/credit",
            },
          ]
        : []
    }
  />
);

const Plan = (): ReactNode => (
  <Block
    title="Plan"
    call={calls.companies.dashboard}
    to="/corporate/subscription"
    empty=""
    figures={({ company }) => [
      {
        label: "Plan",
        value: company.unique_plan ?? "None yet",
        note: company.plan_paid_until ? `paid until ${day(company.plan_paid_until)}` : "choose one to begin",
        href: "/corporate/subscription",
      },
    ]}
  />
);

/** The company's people, and how many of them decide for it. */
const People = (): ReactNode => (
  <Block
    title="People"
    call={calls.companies.dashboard}
    to="/corporate/staff"
    empty=""
    figures={({ employees, administrators }) => [
      { label: "Employees", value: count(employees), href: "/corporate/staff?f.status=active" },
      { label: "May administer", value: count(administrators), href: "/corporate/staff?f.is_administrator=true" },
    ]}
  />
);

/** The month's spend beside the budgets of departments, by a chart. */
function Budgets(): ReactNode {
  const answer = useRecord(calls.expenses.analytics, {});
  return (
    <Answered of={answer} height={240}>
      {({ from, to, amount_kobo, before_kobo, budgets }) =>
        budgets.departments.length > 0 ? (
          <BudgetChart budgets={budgets} />
        ) : (
          <Panel title="Spent this month" actions={<Link to="/corporate/analytics">Open</Link>} flush>
            <Figures
              items={[
                {
                  label: "Spent",
                  value: naira(amount_kobo),
                  href: spentOn(from, to),
                  note: <Compared now={amount_kobo} before={before_kobo} than={daysBefore(from, to)} />,
                },
                { label: "Budgets", value: "None yet", note: "give departments one", href: "/corporate/groups" },
              ]}
            />
          </Panel>
        )
      }
    </Answered>
  );
}

type Ask =
  | "approvals"
  | "requests"
  | "claims"
  | "late"
  | "deductions"
  | "bill"
  | "transfers"
  | "budgets"
  | "expenses"
  | "cards";
/** What a role is asked first; what it does not name follows in the usual order. */
const asksFirst: Partial<Record<RoleSlug, readonly Ask[]>> = {
  company_hr: ["requests", "late", "claims", "deductions"],
  company_finance_manager: ["approvals", "bill", "transfers", "budgets", "expenses", "deductions", "cards"],
  company_audit: ["expenses", "budgets", "bill", "transfers"],
};

/** A company's home in two columns, as staff have: what asks for an answer, then what is so; each figure opens what it is made of. */
export function CompanySection({ children }: { children: readonly [news: ReactNode, account: ReactNode] }): ReactNode {
  const session = useSession();
  const id = session.user.company_id ?? "";
  const mayLoans = maySend(session, calls.loans.listOfCompany);
  const [news, account] = children;
  const asks: Readonly<Record<Ask, ReactNode>> = {
    approvals: maySend(session, calls.approvalChains.waiting) && <CompanyApprovals type="corporate" />,
    requests: mayLoans && maySend(session, calls.loans.preApprove) && <LoanRequests />,
    claims: maySend(session, calls.employmentClaims.confirm) && <Claims />,
    late: mayLoans && <Late />,
    deductions: maySend(session, calls.salaryDeductions.listAll) && <Deductions />,
    bill: maySend(session, calls.lineStatements.listAll) && <NextBill id={id} />,
    transfers: maySend(session, calls.transfers.listOfCompany) && <Transfers />,
    budgets: maySend(session, calls.expenses.analytics) && <Budgets />,
    expenses: maySend(session, calls.expenses.listAll) && <Expenses />,
    cards: maySend(session, calls.cards.listOwn) && <Cards />,
  };
  const first = session.roles.flatMap(({ slug }) => asksFirst[slug as RoleSlug] ?? []);
  return (
    <>
      <div className={`stack ${styles.stack}`}>
        {[...new Set([...first, ...(Object.keys(asks) as Ask[])])].map((name) => (
          <Fragment key={name}>{asks[name]}</Fragment>
        ))}
        {news}
      </div>
      <div className={`stack ${styles.stack}`}>
        {maySend(session, calls.wallets.find) && <Money id={id} />}
        {maySend(session, calls.creditLines.findOwn) && <Line />}
        {mayLoans && <Loans />}
        {maySend(session, calls.team.staff) && <People />}
        <Plan />
        {maySend(session, calls.companyActivities.recent) && <LastActs id={id} />}
        {account}
      </div>
    </>
  );
}
