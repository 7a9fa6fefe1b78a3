import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable } from "../../../shared/ui/kit.tsx";

type Own = RowOf<typeof calls.disbursements.listOwn>;
type OfEmployee = RowOf<typeof calls.disbursements.listOfCompany>;
type Common = Omit<Own, "customer">;

const employee = columns<OfEmployee>([
  { key: "employee", header: "Employee", render: (row) => row.employee.name, card: "title" },
]);
const common = columns<Common>([
  {
    key: "stage",
    header: "Stage",
    badge: "payout",
    render: ({ stage }) => <StatusBadge kind="payout" status={stage} />,
    card: "badge",
  },
  { key: "payout_kobo", header: "Pays out", kind: "money", card: "field" },
  { key: "disbursed_on", header: "Paid out on", kind: "day", card: "field" },
  { key: "accepted_at", header: "Accepted", kind: "relative", card: "field" },
  { key: "principal_kobo", header: "Principal", kind: "money", isHidden: true },
]);
const loan = columns<Common>([
  { key: "product", header: "Loan", card: "title" },
  {
    key: "reference",
    header: "Reference",
    render: (row) => (
      <Copyable text={row.reference} label="reference">
        <code>{row.reference}</code>
      </Copyable>
    ),
  },
]);
const account = columns<Common>([
  {
    key: "_account",
    header: "To",
    render: (row) => (row.account_no ? `${row.bank_name ?? ""} ${row.account_no}` : "–"),
    card: "field",
  },
  {
    key: "payout_reference",
    header: "Payout",
    render: (row) =>
      row.payout_reference ? (
        <Copyable text={row.payout_reference} label="payout reference">
          <code>{row.payout_reference}</code>
        </Copyable>
      ) : (
        "–"
      ),
    isHidden: true,
  },
]);

const own = [...loan, ...common, ...account];
const ofCompany = [...employee, ...common, ...columns<Common>([{ key: "product", header: "Loan" }]), ...loan.slice(1)];

/** R110 of customers and of companies (A84): where the money of accepted offers is. Nothing is decided here; a company is not told to which account it goes. */
export default function OwnDisbursementsScreen(): ReactNode {
  const isCompany = useLocation().pathname.startsWith("/corporate/");
  if (isCompany) {
    return (
      <ListPage
        call={calls.disbursements.listOfCompany}
        columns={ofCompany}
        slots={{
          lead: "What was paid out, and will be, on the loans of your employees.",
          empty: { text: "No employee has accepted an offer yet." },
        }}
      />
    );
  }
  return (
    <ListPage
      call={calls.disbursements.listOwn}
      columns={own}
      href={(row) => `/customer/loans/${row.id}`}
      slots={{
        lead: "Where the money of the offers that you accepted is.",
        empty: { text: "Nothing yet: the money of a loan appears here as soon as you accept its offer." },
      }}
    />
  );
}
