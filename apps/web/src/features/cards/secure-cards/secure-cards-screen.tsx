import { cardEnding, day, naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { addressOf } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { Toned } from "../../../shared/people/toned.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { listAll, markAsPaid, decline, showReceiptFile } = calls.secureCards;
type Row = RowOf<typeof listAll>;

const WORDS = { requested: "Receipt sent", declined: "Declined", paid: "Deposit held", returned: "Returned" } as const;
const TONES = { requested: "pending", declined: "failed", paid: "done", returned: "closed" } as const;

const shown = columns<Row>([
  column("person", { header: "Person", kind: "text", card: "title", width: 200 }),
  column("status", {
    card: "badge",
    width: 150,
    render: ({ status, is_waiting }) =>
      is_waiting ? (
        <Toned status="waiting" label="Second person asked" />
      ) : (
        <Toned status={TONES[status]} label={WORDS[status]} />
      ),
  }),
  column("deposit_kobo", { header: "Deposit", card: "field", width: 130 }),
  column("form", { header: "Form", kind: "word", width: 100 }),
  column("card", {
    header: "Card",
    kind: "text",
    width: 100,
    render: ({ card }) => (card?.last4 ? cardEnding(card.last4) : ""),
  }),
  column("returned_kobo", { header: "Returned", width: 130 }),
  column("reference", { kind: "reference", width: 150 }),
  column("created_at", { header: "Asked", card: "field", width: 130 }),
]);
const actsOn = rowActionsOf([decline]);
const receiptOf = ({ id }: Row): string => addressOf(showReceiptFile, { params: { id } });

/** R131: who asks for a card on a deposit, and whether the deposit came. */
export default function SecureCardsScreen(): ReactNode {
  const [asked, setAsked] = useState<Row>();
  const mayOpen = useMay(showReceiptFile);
  const actionsOf = (row: Row): readonly RowAction[] => [
    ...(row.abilities[markAsPaid.action.name] === null ? [{ label: "Mark as paid…", run: () => setAsked(row) }] : []),
    ...actsOn({ ...row, person: { id: row.user_id, name: row.person } } as never),
    ...(mayOpen
      ? [{ label: "Open the receipt", run: () => void window.open(receiptOf(row), "_blank", "noopener") }]
      : []),
    ...(row.card ? [{ label: "Open the card", to: `/admin/cards/${row.card.id}` }] : []),
    { label: "Open the person", to: `/admin/users/${row.user_id}` },
  ];
  return (
    <>
      <ListPage
        call={listAll}
        columns={shown}
        rowActions={actionsOf}
        views={[
          { name: "To decide", address: "f.status=requested", empty: "No receipt waits" },
          { name: "Held", address: "f.status=paid", empty: "No deposit is held" },
          { name: "Returned", address: "f.status=returned", empty: "No deposit was returned" },
          { name: "Declined", address: "f.status=declined", empty: "No request was declined" },
        ]}
        lead="Cards on a deposit. A deposit is marked as paid against the bank's line, by two people; it goes back when the card is closed."
        empty="No secure cards have been requested yet."
      />
      {asked && <MarkDialog row={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** C191. */
function MarkDialog({ row, onClose }: { row: Row; onClose: () => void }): ReactNode {
  const { matches } = row;
  const mayOpen = useMay(showReceiptFile);
  const form = useCallForm(markAsPaid, {
    initial: { item_id: matches[0]?.item_id ?? "", reason: "" },
    params: { id: row.id },
    isGuarded: false,
    onDone: () => {
      toast("Requested. A second person decides; then the card is made.");
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`The deposit of ${row.person}`}>
      <Form form={form}>
        <Facts
          items={[
            { label: "Deposit", value: naira(Number(row.deposit_kobo)), figure: true },
            { label: "Reference", value: row.reference },
          ]}
        />
        {mayOpen && (
          <p>
            <a href={receiptOf(row)} target="_blank" rel="noopener noreferrer">
              Open the receipt
            </a>
          </p>
        )}
        {matches.length === 0 ? (
          <Notice tone="warning">
            No money of this sum came that nobody has claimed. <Link to="/admin/reconciliation">Reconciliation</Link>
          </Notice>
        ) : (
          <>
            <SelectField
              name="item_id"
              label="The bank’s line"
              choices={matches.map(({ item_id, sender, received_on, reference }) => ({
                value: item_id,
                label: `${day(received_on)}, ${sender ?? "no sender"}, ${reference}`,
              }))}
            />
            <TextAreaField name="reason" label="Reason" hint="The second person reads it" rows={2} />
            <SubmitButton onCancel={onClose}>Ask to mark it as paid</SubmitButton>
          </>
        )}
      </Form>
    </Dialog>
  );
}
