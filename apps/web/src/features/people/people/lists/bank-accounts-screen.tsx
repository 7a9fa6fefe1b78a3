import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../../shared/list/row-menu.tsx";
import type { Selection } from "../../../../shared/list/selection.ts";
import { fullName } from "../../../../shared/people/names.ts";
import { useMay } from "../../../../shared/session/session.ts";
import { ToneBadge } from "../../../../shared/ui/badge.tsx";

import { VerifyMany } from "./verify-many.tsx";

type Row = RowOf<typeof calls.peopleStatistics.bankAccounts>;

const shown = columns<Row>([
  column("last_name", { header: "Person", card: "title" }),
  column("bank_account_status", { header: "Status", card: "badge" }),
  column("account_name", { header: "The bank's name for it", width: 240, card: "field" }),
  column("is_same_name", {
    header: "Names",
    card: "field",
    render: (row) =>
      row.is_same_name === null ? (
        <span className="muted">–</span>
      ) : (
        <ToneBadge tone={row.is_same_name ? "success" : "warning"}>{row.is_same_name ? "Agree" : "Differ"}</ToneBadge>
      ),
  }),
  column("account_no", { header: "Number", kind: "code", card: "field" }),
  column("bank_name", { card: "field" }),
  column("updated_at"),
]);

/** C050, C051, each with the two names side by side. */
function actionsOf(row: Row): readonly RowAction[] {
  const facts = [
    { label: "Person", value: fullName(row) },
    { label: "The bank's name", value: row.account_name ?? "–" },
    { label: "Account", value: `${row.account_no}, ${row.bank_name ?? "–"}` },
  ];
  const closed = (status: string): string | undefined =>
    row.bank_account_status === status ? `The account is ${status} already.` : undefined;
  return [
    { label: "Open the case", to: `/admin/users/${row.user_id}?tab=identity` },
    {
      label: "Verify…",
      call: calls.people.verifyBankAccount,
      input: { params: { id: row.user_id } },
      disabledBecause: row.bank_account_status === "refuted" ? "Enter a refuted account again." : closed("verified"),
      confirm: {
        title: "Is this account theirs?",
        body: row.is_same_name ? undefined : "The names differ: a second person decides, and reads your reason.",
        facts,
        reason: row.is_same_name ? "optional" : "required",
        yes: row.is_same_name ? "Yes, verified" : "Ask a second person",
      },
      done: row.is_same_name ? "Verified." : "A second person was asked.",
    },
    {
      label: "Refute…",
      call: calls.people.refuteBankAccount,
      input: { params: { id: row.user_id } },
      disabledBecause: closed("refuted"),
      confirm: { title: "Is this account not theirs?", facts, reason: "required", yes: "Refute", style: "danger" },
      done: "The account is refuted.",
    },
  ];
}

const hrefOf = (row: Row): string => `/admin/users/${row.user_id}?tab=identity`;

/** R139 and R140: customers' bank accounts, and those that wait. */
export default function BankAccountsScreen(): ReactNode {
  const isPending = useLocation().pathname.endsWith("-pending");
  const call = isPending ? calls.peopleStatistics.pendingBankAccounts : calls.peopleStatistics.bankAccounts;
  const mayVerify = useMay(calls.people.verifyBankAccount);
  const [many, setMany] = useState<Selection>();
  return (
    <>
      <ListPage
        key={call.path}
        call={call}
        columns={shown}
        href={hrefOf}
        rowActions={actionsOf}
        {...(isPending &&
          mayVerify && {
            bulkActions: (selection: Selection) => (
              <Button size="sm" onClick={() => setMany(selection)}>
                Verify…
              </Button>
            ),
          })}
        lead={
          isPending
            ? "The bank's name for the account and the person's own differ, or were not compared yet."
            : "Where salaries come in and loans are paid to."
        }
        empty={isPending ? "No account waits to be verified." : "No customer has named an account yet."}
      />
      {many && <VerifyMany selection={many} onClose={() => setMany(undefined)} />}
    </>
  );
}
