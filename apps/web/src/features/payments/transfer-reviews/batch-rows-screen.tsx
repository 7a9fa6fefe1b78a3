import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

const { batchRows } = calls.transferReviews;

const shown = columns<RowOf<typeof batchRows>>([
  column("number", { header: "Row", kind: "number", width: 70 }),
  column("payee", { header: "Name at the bank", kind: "text", card: "title", width: 220 }),
  column("is_new", {
    header: "Account",
    card: "badge",
    width: 130,
    render: ({ is_new }) =>
      is_new ? <ToneBadge tone="warning">Never paid</ToneBadge> : <ToneBadge tone="neutral">Known</ToneBadge>,
  }),
  column("bank", { header: "Bank", kind: "text", card: "field", width: 200 }),
  column("account_no", { header: "Number", kind: "code", card: "field", width: 130 }),
  column("amount_kobo", { header: "Amount", card: "field", width: 130 }),
  column("narration", { header: "For", kind: "text", width: 200 }),
]);

/** Whom a held batch pays: what a colleague looks at before they decide about the whole, on the list of what is held. */
export default function HeldBatchScreen(): ReactNode {
  const { id = "" } = useParams();
  return (
    <ListPage
      call={batchRows}
      params={{ id }}
      columns={shown}
      views={[{ name: "Never paid", address: "f.is_new=true", empty: "The company knows every account of it" }]}
      lead="The payees of this batch. It is released or stopped as a whole, under Transfer Reviews."
      empty="This batch pays nobody."
    />
  );
}
