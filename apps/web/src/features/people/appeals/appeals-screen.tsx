import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { fullName } from "../../../shared/people/names.ts";

type Row = RowOf<typeof calls.appeals.listAll>;

const shown = columns<Row>([
  column("last_name", { card: "title", width: 200 }),
  column("status", { header: "Appeal", card: "badge" }),
  column("text", { header: "What they say", width: 380, card: "field" }),
  column("decline_reason", { header: "Declined because", width: 260, card: "field" }),
  column("profile_status", { header: "Profile", badge: "person" }),
  column("created_at", { header: "Appealed", card: "field" }),
  column("decision_reason", { header: "Answer", width: 240, isHidden: true }),
  column("decided_by", { header: "Answered by", isHidden: true }),
  column("decided_at", { header: "Answered", isHidden: true }),
]);

/** C052, C053, each with both sides of the story. */
function actionsOf(row: Row): readonly RowAction[] {
  const disabledBecause = row.status === "pending" ? undefined : "This appeal is answered.";
  const facts = [
    { label: "Person", value: fullName(row) },
    { label: "Declined because", value: row.decline_reason ?? "–" },
    { label: "They say", value: row.text },
  ];
  return [
    { label: "Open the case", to: `/admin/users/${row.user_id}` },
    {
      label: "Grant…",
      call: calls.appeals.approve,
      input: { params: { id: row.id } },
      disabledBecause,
      confirm: {
        title: "Grant this appeal?",
        body: "The case goes back to the underwriters, and the person is told.",
        facts,
        reason: "optional",
        yes: "Grant",
      },
      done: "Granted. The case is open again.",
    },
    {
      label: "Decline…",
      call: calls.appeals.decline,
      input: { params: { id: row.id } },
      disabledBecause,
      confirm: {
        title: "Decline this appeal?",
        body: "The person is told, with your reason.",
        facts,
        reason: "required",
        yes: "Decline",
        style: "danger",
      },
      done: "Declined.",
    },
  ];
}

/** R086: declined people who ask to be looked at again. */
export default (): ReactNode => (
  <ListPage
    call={calls.appeals.listAll}
    columns={shown}
    href={(row) => `/admin/users/${row.user_id}`}
    rowActions={actionsOf}
    slots={{
      lead: "Declined people who ask to be looked at again, with the reason they were given.",
      empty: { text: "Nobody appeals." },
    }}
  />
);
