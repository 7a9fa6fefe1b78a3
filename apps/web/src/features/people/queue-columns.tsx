import { badge, personBadge } from "@manilla/contract/badges";
import { transitionOf, profileStates } from "@manilla/contract/states";
import { calls } from "../../shared/api/calls.gen.ts";
import { columns } from "../../shared/list/columns.tsx";
import type { RowOf } from "../../shared/list/list-page.tsx";
import type { RowAction } from "../../shared/list/row-menu.tsx";
import { StatusBadge, ToneBadge } from "../../shared/ui/badge.tsx";

export type PersonRow = RowOf<typeof calls.people.listByStatus>;

export const fullName = (person: { name: string; last_name: string }): string => `${person.name} ${person.last_name}`.trim();

function Status({ row }: { row: PersonRow }) {
  if (row.is_blacklisted) return <StatusBadge kind="person" status="blacklisted" />;
  const { label, tone } = personBadge(row.status, row.profile_status);
  return <ToneBadge tone={tone}>{label}</ToneBadge>;
}

/** The same columns stand in every queue, so that a person looks alike wherever one meets them. */
export const personColumns = columns<PersonRow>([
  { key: "last_name", header: "Name", card: "title", width: 220, render: fullName },
  { key: "_status", header: "Status", card: "badge", render: (row) => <Status row={row} /> },
  { key: "profile_status", header: "Profile", isHidden: true, render: (row) => badge("person", row.profile_status).label },
  { key: "phone", header: "Phone", kind: "phone", card: "field" },
  { key: "email", header: "E-mail", width: 240, isHidden: true },
  { key: "employer", header: "Employer", card: "field", render: (row) => row.employer ?? row.company ?? "–" },
  { key: "salary_kobo", header: "Salary", kind: "money", card: "field" },
  { key: "bvn_verified_at", header: "BVN", render: (row) => (row.bvn_verified_at ? "Verified" : <span className="muted">Not verified</span>) },
  { key: "registration_source", header: "Source", isHidden: true },
  { key: "company", header: "Company", isHidden: true },
  { key: "is_blacklisted", header: "Blacklisted", kind: "boolean", isHidden: true },
  { key: "created_at", header: "Registered", kind: "relative", card: "field" },
  { key: "id", header: "Id", kind: "id", isHidden: true },
]);

/** Why a decision is not open in this state; undefined when it is. The server knows more and has the last word. */
const closed = (row: PersonRow, action: string): string | undefined =>
  transitionOf(row.profile_status, action, profileStates) ? undefined : `A profile that is ${badge("person", row.profile_status).label.toLowerCase()} cannot be changed like this.`;

/** What can be done with one person from the list, without opening the case. */
export function personActions(row: PersonRow): readonly RowAction[] {
  const name = fullName(row);
  const body = { user_id: row.id };
  return [
    { label: "Open the case", to: `/admin/users/${row.id}` },
    { label: "Verify", call: calls.people.verify, input: { body }, disabledBecause: closed(row, "verify"), confirm: { title: `Verify ${name}?`, body: "You have looked at identity and documents.", reason: "optional", yes: "Verify" }, done: `${name} is verified.` },
    { label: "Activate", call: calls.people.activate, input: { body }, disabledBecause: closed(row, "activate"), confirm: { title: `Activate ${name}?`, body: "From then on they may borrow.", reason: "optional", yes: "Activate" }, done: `${name} is activated.` },
    { label: "Mark uncertain", call: calls.people.markUncertain, input: { body }, disabledBecause: closed(row, "mark_uncertain"), confirm: { title: `Mark ${name} uncertain?`, reason: "required", yes: "Mark uncertain" }, done: `${name} is marked uncertain.` },
    { label: "Decline", call: calls.people.decline, input: { body }, disabledBecause: closed(row, "decline"), confirm: { title: `Decline ${name}?`, body: "They are told, with your reason.", reason: "required", yes: "Decline", style: "danger" }, done: `${name} is declined.` },
  ];
}
