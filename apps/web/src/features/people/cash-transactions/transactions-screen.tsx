import { personalMovements } from "@manilla/contract/people/wallet-kinds";
import { type ReactNode, useState } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { maySend, useMaybeSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { DebitDialog, MarkDialog } from "./dialogs.tsx";

const { listAll, approve, reject, markSuccess, debit } = calls.cashTransactions;
export type CashRow = RowOf<typeof listAll>;

const shown = columns<CashRow>([
  column("happened_at", { header: "When", card: "field", width: 125 }),
  column("person", {
    header: "Person",
    kind: "text",
    card: "title",
    width: 180,
    opens: ({ user_id }) => `/admin/wallets/${user_id}`,
  }),
  column("kind", { header: "What", width: 169, render: ({ kind }) => personalMovements[kind] }),
  column("status", {
    header: "Transfer",
    card: "badge",
    width: 196,
    render: ({ status, is_waiting }) =>
      is_waiting ? (
        <ToneBadge tone="warning">Second person asked</ToneBadge>
      ) : (
        status && <StatusBadge kind="payout" status={status} />
      ),
  }),
  column("amount_kobo", { card: "field", width: 130 }),
  column("balance_kobo", { header: "Balance after", width: 130 }),
  column("reference", { width: 150 }),
  column("note", { header: "For", width: 160, isHidden: true }),
  column("by", { header: "By", width: 140, isHidden: true }),
]);

const actsOn = rowActionsOf([approve, reject]);

/** R138: what moved in cash wallets, and the transfers that await approval. */
export default function CashTransactionsScreen(): ReactNode {
  const session = useMaybeSession();
  const [asked, setAsked] = useState<{ row: CashRow; what: "debit" | "mark" }>();
  const mayDebit = maySend(session, debit);
  const actionsOf = (row: CashRow): readonly RowAction[] => {
    const { payout_id, status, abilities } = row;
    return [
      ...(payout_id && status ? actsOn({ id: payout_id, status, abilities, ...named(row) }) : []),
      ...(abilities[markSuccess.action.name] === null
        ? [{ label: "It arrived…", run: () => setAsked({ row, what: "mark" }) }]
        : []),
      ...(payout_id ? [{ label: "Open the payment", to: `/admin/payments/${payout_id}` }] : []),
      { label: "Open the wallet", to: `/admin/wallets/${row.user_id}` },
      ...(mayDebit ? [{ label: "Take money back…", run: () => setAsked({ row, what: "debit" }) }] : []),
    ];
  };
  return (
    <>
      <ListPage
        call={listAll}
        columns={shown}
        rowActions={actionsOf}
        views={[
          { name: "Awaiting approval", address: "f.status=awaiting_approval", empty: "No transfer awaits approval" },
          { name: "Unknown", address: "f.status=unknown", empty: "Every transfer has an answer" },
          { name: "Sent", address: "f.kind=withdrawn", empty: "No money was sent to bank accounts" },
          { name: "Taken back", address: "f.kind=debited", empty: "No money was taken back by hand" },
        ]}
        lead="What moved in the cash wallets of people. A transfer beyond what goes without approval in a day waits here."
        empty="Nothing has moved in a cash wallet yet."
      />
      {asked?.what === "debit" && <DebitDialog row={asked.row} onClose={() => setAsked(undefined)} />}
      {asked?.what === "mark" && <MarkDialog row={asked.row} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** What the questions show; the amount leaves the wallet, so that the list has it negative. */
const named = ({ user_id: id, person: name, amount_kobo, reference }: CashRow) => ({
  person: { id, name },
  amount_kobo: Math.abs(Number(amount_kobo)),
  reference,
});
