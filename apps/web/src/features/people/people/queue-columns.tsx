import { badge, personBadge } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns, type Column } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { outcomeWords } from "../../../shared/decisions/outcomes.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { sayAssigned } from "../../../shared/people/assigned-toast.ts";
import { fullName } from "../../../shared/people/names.ts";
import { inverseOf } from "./person-work.tsx";
import type { QueueView } from "./queue-views.ts";

export type PersonRow = RowOf<typeof calls.people.listByStatus>;

function Status({ row }: { row: PersonRow }) {
  if (row.is_blacklisted) return <StatusBadge kind="person" status="blacklisted" />;
  const { label, tone } = personBadge(row.status, row.profile_status);
  return <ToneBadge tone={tone}>{label}</ToneBadge>;
}

const nothing = <span className="muted">–</span>;

/** Everything that a queue may show; queue-views.ts says what it does show. */
export const personColumns = columns<PersonRow>([
  column("last_name", { card: "title", width: 190 }),
  column("_status", { badge: "person", card: "badge", render: (row) => <Status row={row} /> }),
  column("profile_status", {
    header: "Profile",
    badge: "person",
    render: (row) => badge("person", row.profile_status).label,
  }),
  column("phone"),
  column("email"),
  column("employer", { width: 152, render: (row) => row.employer ?? row.company ?? nothing }),
  column("salary_kobo"),
  column("verify_method", {
    header: "Proved by",
    render: (row) =>
      row.verify_method
        ? sentence(row.verify_method).replace(/\b(bvn|nin|mbs)\b/gi, (word) => word.toUpperCase())
        : nothing,
  }),
  column("bvn_verified_at", {
    header: "BVN",
    render: (row) => (row.bvn_verified_at ? "Verified" : <span className="muted">Not verified</span>),
  }),
  column("open_document_requests", {
    header: "Papers asked",
    width: 104,
    kind: "number",
    opens: (row) => (row.open_document_requests > 0 ? `/admin/users/${row.id}?tab=documents` : undefined),
  }),
  column("missing", {
    width: 166,
    render: (row) => (row.missing ? row.missing.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : nothing),
  }),
  column("assigned_to", { header: "With", kind: "person", width: 120 }),
  column("asked_kobo", {
    header: "Asked",
    opens: (row) => (row.asked_kobo === null ? undefined : `/admin/users/${row.id}?tab=loans`),
  }),
  column("rules_say", { header: "Rules say", width: 146, words: outcomeWords }),
  column("waits_since", { header: "Waits", kind: "waiting", width: 110 }),
  column("referred_by", {
    width: 200,
    render: (row) =>
      row.referred_by ? <Link to={`/admin/users/${row.referred_by.id}`}>{row.referred_by.name}</Link> : nothing,
  }),
  column("post_no_debit_reason", { header: "Why no money leaves", width: 280 }),
  column("running_loans", { opens: (row) => (row.running_loans > 0 ? `/admin/users/${row.id}?tab=loans` : undefined) }),
  column("settled_loans", { opens: (row) => (row.settled_loans > 0 ? `/admin/users/${row.id}?tab=loans` : undefined) }),
  column("owes_kobo", {
    header: "Owes",
    opens: (row) => (row.owes_kobo === null ? undefined : `/admin/users/${row.id}?tab=loans`),
  }),
  column("credit_limit_kobo", {
    header: "Limit",
    opens: (row) => (row.credit_limit_kobo === null ? undefined : `/admin/users/${row.id}?tab=limits`),
  }),
  column("registration_source", { header: "Source", kind: "word" }),
  column("company"),
  column("is_blacklisted", { header: "Blacklisted" }),
  column("created_at", { header: "Registered" }),
  column("id"),
]);

const always: readonly string[] = ["last_name", "_status"];
const CARD_FIELDS = 3;

/** A queue's own columns first, in its order; the others wait to be chosen. */
export function columnsOf({ shows }: QueueView): readonly Column<PersonRow>[] {
  const wanted: readonly string[] = shows;
  const head = personColumns.filter(({ key }) => always.includes(key));
  const own = wanted.flatMap((key, index) =>
    personColumns
      .filter((column) => column.key === key)
      .map((column) => (index < CARD_FIELDS ? { ...column, card: "field" as const } : column)),
  );
  const rest = personColumns
    .filter(({ key }) => !always.includes(key) && !wanted.includes(key))
    .map((column) => ({ ...column, isHidden: true }));
  return [...head, ...own, ...rest];
}

const decisions = rowActionsOf(
  [
    calls.people.verify,
    calls.people.activate,
    calls.people.markUncertain,
    calls.people.decline,
    calls.people.deactivate,
    calls.profiles.activatePostNoDebit,
    calls.profiles.deactivatePostNoDebit,
    calls.people.blacklist,
    calls.people.unblacklist,
  ],
  { undo: (call, { id }) => inverseOf(call, id, "") },
);

/** What can be done with one person from the list, without opening the case. */
export function personActions(row: PersonRow): readonly RowAction[] {
  const name = fullName(row);
  return [
    { label: "Open the case", to: `/admin/users/${row.id}` },
    ...decisions({ ...row, status: row.profile_status }),
    {
      label: "Assign in turn",
      call: calls.assignments.assign,
      input: { body: { user_ids: [row.id] } },
      confirm: {
        title: `Assign ${name}?`,
        body: "The colleague of the pool with the least to do gets the case.",
        yes: "Assign",
      },
      done: (answer) => sayAssigned((answer as Answer<typeof calls.assignments.assign>).results, name),
    },
  ];
}
