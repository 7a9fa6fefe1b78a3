import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { fullName } from "../../../shared/people/names.ts";

type Row = RowOf<typeof calls.employmentClaims.listAll>;

const shown = columns<Row>([
  column("last_name", { card: "title" }),
  column("status", { header: "Request", card: "badge" }),
  column("email", { width: 260, card: "field" }),
  column("phone_end", { header: "Phone ends in", card: "field" }),
  column("created_at", { header: "Asked", card: "field" }),
  column("decided_by", { header: "Answered by" }),
  column("decided_at", { header: "Answered" }),
  column("decision_reason", { header: "Reason", width: 220, isHidden: true }),
]);

function actionsOf(row: Row): readonly RowAction[] {
  const disabledBecause = row.status === "pending" ? undefined : "This request is answered.";
  const facts = [
    { label: "Person", value: fullName(row) },
    { label: "E-mail", value: row.email },
  ];
  const input = { params: { id: row.id } };
  return [
    ...(row.status === "confirmed" ? [{ label: "Open the employee", to: `/corporate/users/${row.user_id}` }] : []),
    {
      label: "Confirm…",
      call: calls.employmentClaims.confirm,
      input,
      disabledBecause,
      confirm: {
        title: "Does this person work for you?",
        body: "They become an employee of your company here and see what employees see.",
        facts,
        yes: "Confirm",
      },
      done: "Confirmed. They are one of your employees now.",
    },
    {
      label: "Refuse…",
      call: calls.employmentClaims.refuse,
      input,
      disabledBecause,
      confirm: {
        title: "This person does not work for you?",
        body: "They stay a customer of their own and are told.",
        facts,
        reason: "optional",
        yes: "Refuse",
        style: "danger",
      },
      done: "Refused.",
    },
  ];
}

/** People who said at registration that they work for this company (C008). */
export default (): ReactNode => (
  <ListPage
    call={calls.employmentClaims.listAll}
    columns={shown}
    rowActions={actionsOf}
    slots={{
      lead: "People who say that they work for you. Only those whom you confirm become your employees here.",
      empty: { text: "Nobody asks to be confirmed." },
    }}
  />
);
