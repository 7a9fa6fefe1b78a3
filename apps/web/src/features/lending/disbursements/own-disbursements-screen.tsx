import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";

type Own = RowOf<typeof calls.disbursements.listOwn>;
type OfEmployee = RowOf<typeof calls.disbursements.listOfCompany>;
type Common = Omit<Own, "customer">;

const employee = columns<OfEmployee>([column("employee", { card: "title" })]);
const common = columns<Common>([
  column("stage", { kind: "badge", badge: "payout", card: "badge" }),
  column("payout_kobo", { card: "field" }),
  column("disbursed_on", { header: "Paid out on", card: "field" }),
  column("accepted_at", { card: "field" }),
  column("principal_kobo", { isHidden: true }),
]);
const loan = columns<Common>([
  column("product", { header: "Loan", card: "title" }),
  column("reference", { kind: "reference" }),
]);
const account = columns<Common>([
  column("_account", {
    header: "To",
    render: (row) => (row.account_no ? `${row.bank_name ?? ""} ${row.account_no}` : "–"),
    card: "field",
  }),
  column("payout_reference", { header: "Payout", kind: "reference", isHidden: true }),
]);

const own = [...loan, ...common, ...account];
const ofCompany = [
  ...employee,
  ...common,
  ...columns<Common>([column("product", { header: "Loan" })]),
  ...loan.slice(1),
];

/** R110 of customers and of companies (A84): where the money of accepted offers is. Nothing is decided here; a company is not told to which account it goes. */
export default function OwnDisbursementsScreen(): ReactNode {
  const isCompany = useLocation().pathname.startsWith("/corporate/");
  if (isCompany) {
    return (
      <ListPage
        call={calls.disbursements.listOfCompany}
        columns={ofCompany}
        lead="Past and coming payouts of your employees' loans."
        empty="No employee has accepted an offer yet."
      />
    );
  }
  return (
    <ListPage
      call={calls.disbursements.listOwn}
      columns={own}
      href={(row) => `/customer/loans/${row.id}`}
      lead="Where the money of the offers that you accepted is."
      empty="Nothing yet: the money of a loan appears here as soon as you accept its offer."
    />
  );
}
