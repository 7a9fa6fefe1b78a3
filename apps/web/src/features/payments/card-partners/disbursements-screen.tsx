import { counted, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { toast } from "../../../shared/ui/toasts.tsx";
import { OF_A_CARD, PartnerLinks } from "./partner-links.tsx";

const { disbursements, disburse } = calls.cardPartners;

const shown = columns<RowOf<typeof disbursements>>([
  column("person", { header: "Holder", kind: "text", card: "title", width: 200 }),
  column("last4", { header: "Ends in", kind: "reference", width: 90 }),
  column("drawn_kobo", { header: "Owed by the holder", width: 160 }),
  column("funded_kobo", { header: "Paid for by the partner", width: 180 }),
  column("asked_kobo", { header: "Asked for", width: 130 }),
  column("to_fund_kobo", { header: "To fund", card: "field", width: 130 }),
  column("since", { header: "Since", kind: "day", card: "field", width: 120 }),
]);

/** R114, with C124. */
export default function DisbursementsScreen(): ReactNode {
  const { partner = "" } = useParams();
  const mayOpen = useMay(OF_A_CARD);
  const done = ({ funding }: { funding: { amount_kobo: number; cards: number } }) =>
    toast(`The partner was asked for ${naira(funding.amount_kobo)} for ${counted(funding.cards, "card")}.`);
  const ask = (card_ids: readonly string[] | undefined, label: string, what: string): ReactNode => (
    <ActionButton
      call={disburse}
      params={{ partner }}
      body={card_ids ? { card_ids: [...card_ids] } : {}}
      confirm={{
        title: `Ask the partner to fund ${what}?`,
        body: "Its money is expected on the bank’s statement. Without an answer we ask again under the same reference.",
        yes: "Ask the partner",
      }}
      done={done}
    >
      {label}
    </ActionButton>
  );
  return (
    <ListPage
      call={disbursements}
      params={{ partner }}
      columns={shown}
      {...(mayOpen && { href: ({ id }: { id: string }) => `/admin/cards/${id}` })}
      actions={
        <>
          <PartnerLinks partner={partner} here="To fund" />
          {ask(undefined, "Ask for all…", "what all its cards have drawn")}
        </>
      }
      bulkActions={({ ids, count }) => ask(ids, "Ask for these…", `what ${counted(count, "card")} drew`)}
      views={[{ name: "To fund", address: "f.is_due=true", empty: "The partner has funded everything" }]}
      lead="Drawings of the partner’s cards, and the part that the partner has funded."
      empty="The partner funds no card yet."
    />
  );
}
