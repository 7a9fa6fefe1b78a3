import { day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SendReceiptDialog } from "../../../shared/expenses/send-receipt-dialog.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

const { attach, detach, file, listOwn, remove } = calls.expenseReceipts;
type Alone = RowOf<typeof listOwn>;

/** More of the same amount within a week are rare: they are chosen on the expense's own page. */
const MAX_OFFERED = 3;

const shown = columns<Alone>([
  column("name", {
    header: "Receipt",
    card: "title",
    width: 240,
    render: ({ name, merchant, is_twice }) => (
      <>
        {merchant ?? name} {is_twice && <ToneBadge tone="warning">There twice</ToneBadge>}
      </>
    ),
  }),
  column("amount_kobo", { card: "field", width: 130 }),
  column("spent_on", { header: "Day", card: "field", width: 120 }),
  column("matches", {
    header: "Its expense?",
    kind: "text",
    card: "field",
    width: 330,
    render: (receipt) => <Match receipt={receipt} />,
  }),
  column("created_at", { header: "Sent", width: 120 }),
  column("media_type", {
    header: "File",
    kind: "text",
    width: 120,
    render: ({ id, name }) => (
      <FileButton call={file} input={{ params: { id } }} name={name}>
        Download
      </FileButton>
    ),
  }),
]);

/** The expenses of the same amount, the nearest first: merged by one click and parted again by another. */
function Match({ receipt: { id, matches } }: { receipt: Alone }): ReactNode {
  if (matches.length === 0) return <span className="muted">None yet</span>;
  return matches.slice(0, MAX_OFFERED).map((match) => (
    <div key={match.id}>
      {naira(match.amount_kobo)} at {match.merchant}, {day(match.spent_on)}{" "}
      <ActionButton
        call={attach}
        params={{ id }}
        body={{ expense_id: match.id }}
        done="Merged."
        undo={() => ({ call: detach, input: { params: { id } } })}
      >
        Merge
      </ActionButton>
    </div>
  ));
}

const actions = ({ id, name }: Alone): RowAction[] => [
  {
    label: "Delete…",
    call: remove,
    input: { params: { id } },
    done: "Deleted.",
    confirm: { title: "Delete this receipt?", body: name, yes: "Delete", style: "danger" },
  },
];

/** Receipts that belong to nothing yet. */
export default function ReceiptsScreen(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListPage
        call={listOwn}
        columns={shown}
        rowActions={actions}
        lead="Receipts that belong to no expense and no request yet. With amount and place a receipt is merged into the one expense that it can be of, a week before or after; where there are several, you choose."
        actions={<Button onClick={() => setOpen(true)}>Send a receipt…</Button>}
        empty="Every receipt has its place."
      />
      {isOpen && <SendReceiptDialog onClose={() => setOpen(false)} />}
    </>
  );
}
