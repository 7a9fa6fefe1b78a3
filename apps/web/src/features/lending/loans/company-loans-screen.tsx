import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { type Column, column } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { loanReference, loanStanding, requestStanding } from "./loan-columns.tsx";

const lists = {
  requests: {
    fixed: { status: ["requested", "pre_approved"] },
    without: ["arrears_bucket", "days_past_due", "overdue_kobo"],
    lead: "Loans requested by your employees. You confirm or object; we decide.",
    empty: "No employee waits for a decision.",
  },
  pending: {
    fixed: { status: ["approved", "offered", "accepted", "disbursing"] },
    without: ["arrears_bucket", "days_past_due", "overdue_kobo"],
    lead: "Agreed, but the money is not with the employee yet.",
    empty: "No loan is between decision and payout.",
  },
  defaulters: {
    fixed: { days_past_due: { min: 1 } },
    without: undefined,
    lead: "Loans of your employees that are behind.",
    empty: "None of your employees is behind.",
  },
  all: {
    fixed: undefined,
    without: undefined,
    lead: "Every loan of your employees, running and past.",
    empty: "None of your employees has had a loan.",
  },
} as const;

type Row = RowOf<typeof calls.loans.listOfCompany>;
const employee: Column<Row> = column("_employee", { render: (row) => row.employee.name, card: "title", width: 160 });
/** On a phone HR reads what is late first, and when the next payment is. */
const onPhone = ["outstanding_principal_kobo", "overdue_kobo", "next_due_on"];
const standing = loanStanding().map(({ card, ...column }) => ({
  ...column,
  ...(onPhone.includes(column.key) ? { card: "field" as const } : card === "badge" && { card }),
}));
const quiet: Column<Row> = { ...loanReference, card: undefined };
const loans: readonly Column<Row>[] = [employee, quiet, ...standing];
const acts = rowActionsOf([calls.loans.preApprove, calls.loans.preDecline]);
const requests: readonly Column<Row>[] = [employee, loanReference, ...requestStanding];

/** R046, R096, R097, R121 of companies: the loans of their employees. HR pre-approves or declines a request; the provider decides. */
export default function CompanyLoansScreen(): ReactNode {
  const name = useLocation().pathname.split("/")[3];
  const list = name === "requests" || name === "pending" || name === "defaulters" ? lists[name] : lists.all;
  return (
    <ListPage
      key={name ?? "all"}
      call={calls.loans.listOfCompany}
      columns={name === "requests" ? requests : loans}
      rowActions={acts}
      {...(list.fixed && { fixed: list.fixed })}
      without={list.without}
      lead={list.lead}
      empty={list.empty}
    />
  );
}
