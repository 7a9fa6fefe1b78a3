import { counted } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { toast } from "../../../shared/ui/toasts.tsx";
import { OF_A_CARD, PartnerLinks } from "./partner-links.tsx";

const { repayments, payMany, payBatch } = calls.cardPartners;

const shown = columns<RowOf<typeof repayments>>([
  column("person", { header: "Holder", kind: "text", card: "title", width: 200 }),
  column("last4", { header: "Ends in", kind: "reference", width: 90 }),
  column("principal_kobo", { header: "Principal", width: 130 }),
  column("interest_kobo", { header: "Its share of interest", width: 160 }),
  column("due_kobo", { header: "To pass on", card: "field", width: 130 }),
  column("waiting_kobo", { header: "On its way", card: "field", width: 130 }),
  column("funded_kobo", { header: "Paid for by the partner", width: 180 }),
  column("since", { header: "Since", kind: "day", width: 120 }),
]);
const words = {
  body: "A second person decides. Then it is sent to the partner’s account.",
  reason: "required",
  yes: "Ask to pass it on",
} as const;
const done = () => toast("Requested. A second person decides.");

/** R123, with C125 and C126. */
export default function RepaymentsScreen(): ReactNode {
  const { partner = "" } = useParams();
  const mayOpen = useMay(OF_A_CARD);
  return (
    <ListPage
      call={repayments}
      params={{ partner }}
      columns={shown}
      {...(mayOpen && { href: ({ id }: { id: string }) => `/admin/cards/${id}` })}
      actions={
        <>
          <PartnerLinks partner={partner} here="To pass on" />
          <ActionButton
            call={payBatch}
            params={{ partner }}
            confirm={{ title: "Pass on what all cards are due?", ...words }}
            done={done}
          >
            Pass on all…
          </ActionButton>
        </>
      }
      bulkActions={({ ids, count }) => (
        <ActionButton
          call={payMany}
          params={{ partner }}
          body={{ card_ids: [...ids] }}
          confirm={{ title: `Pass on what ${counted(count, "card")} are due?`, ...words }}
          done={done}
        >
          Pass on these…
        </ActionButton>
      )}
      views={[{ name: "To pass on", address: "f.is_due=true", empty: "Nothing is due to the partner" }]}
      lead="What holders have repaid and is due to the partner: the principal that it paid for, and its share of the interest."
      empty="The partner funds no card yet."
    />
  );
}
