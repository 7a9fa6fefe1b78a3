import { badge, personBadge } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import { profileStates } from "@manilla/contract/people/profile-states";
import { transitionOf } from "@manilla/contract/machine";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns, type Column } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { fullName } from "../../../shared/people/names.ts";
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
  column("last_name", { card: "title" }),
  column("_status", { badge: "person", card: "badge", render: (row) => <Status row={row} /> }),
  column("profile_status", {
    header: "Profile",
    badge: "person",
    render: (row) => badge("person", row.profile_status).label,
  }),
  column("phone"),
  column("email"),
  column("employer", { render: (row) => row.employer ?? row.company ?? nothing }),
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
    header: "Open requests",
    kind: "number",
    opens: (row) => (row.open_document_requests > 0 ? `/admin/users/${row.id}?tab=documents` : undefined),
  }),
  column("assigned_to", { header: "Handled by", kind: "person" }),
  column("referred_by", {
    width: 200,
    render: (row) =>
      row.referred_by ? <Link to={`/admin/users/${row.referred_by.id}`}>{row.referred_by.name}</Link> : nothing,
  }),
  column("post_no_debit_reason", { header: "Why no money leaves", width: 280 }),
  column("running_loans", { opens: (row) => (row.running_loans > 0 ? `/admin/users/${row.id}?tab=loans` : undefined) }),
  column("settled_loans", { opens: (row) => (row.settled_loans > 0 ? `/admin/users/${row.id}?tab=loans` : undefined) }),
  column("credit_limit_kobo", {
    header: "Limit",
    opens: (row) => (row.credit_limit_kobo === null ? undefined : `/admin/users/${row.id}?tab=limits`),
  }),
  column("registration_source", { header: "Source" }),
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

/** Why a decision is not open in this state; undefined when it is. The server knows more and has the last word. */
const closed = (row: PersonRow, action: string): string | undefined =>
  transitionOf(row.profile_status, action, profileStates)
    ? undefined
    : `A profile that is ${badge("person", row.profile_status).label.toLowerCase()} cannot be changed like this.`;

/** What can be done with one person from the list, without opening the case. */
export function personActions(row: PersonRow): readonly RowAction[] {
  const name = fullName(row);
  const body = { user_id: row.id };
  const assign: RowAction = {
    label: "Assign in turn",
    call: calls.assignments.assign,
    input: { body: { user_ids: [row.id] } },
    confirm: {
      title: `Assign ${name}?`,
      body: "The colleague of the pool with the least to do gets the case.",
      yes: "Assign",
    },
    done: `${name} is assigned.`,
  };
  const hold: RowAction = row.post_no_debit_reason
    ? {
        label: "Let money leave again",
        call: calls.profiles.deactivatePostNoDebit,
        input: { params: { id: row.id } },
        confirm: {
          title: `Let money leave ${name}'s accounts again?`,
          facts: [{ label: "Stopped because", value: row.post_no_debit_reason }],
          reason: "required",
          yes: "Lift",
        },
        done: "Money may leave again.",
      }
    : {
        label: "Stop money from leaving",
        call: calls.profiles.activatePostNoDebit,
        input: { params: { id: row.id } },
        confirm: {
          title: `Stop money from leaving ${name}'s accounts?`,
          body: "Money can still come in.",
          reason: "required",
          yes: "Stop",
          style: "danger",
        },
        done: "Nothing leaves any more.",
      };
  const blacklist: RowAction = row.is_blacklisted
    ? {
        label: "Lift blacklisting",
        call: calls.people.unblacklist,
        input: { params: { id: row.id } },
        confirm: { title: `Take ${name} off the blacklist?`, reason: "required", yes: "Take off" },
        done: `${name} is off the blacklist.`,
      }
    : {
        label: "Blacklist",
        call: calls.people.blacklist,
        input: { params: { id: row.id } },
        confirm: {
          title: `Blacklist ${name}?`,
          body: "Every session of theirs ends at once, and they cannot sign in any more.",
          reason: "required",
          yes: "Blacklist",
          style: "danger",
        },
        done: `${name} is blacklisted.`,
      };
  return [
    { label: "Open the case", to: `/admin/users/${row.id}` },
    {
      label: "Verify",
      call: calls.people.verify,
      input: { body },
      disabledBecause: closed(row, "verify"),
      confirm: {
        title: `Verify ${name}?`,
        body: "You have looked at identity and documents.",
        reason: "optional",
        yes: "Verify",
      },
      done: `${name} is verified.`,
    },
    {
      label: "Activate",
      call: calls.people.activate,
      input: { body },
      disabledBecause: closed(row, "activate"),
      confirm: {
        title: `Activate ${name}?`,
        body: "From then on they may borrow.",
        reason: "optional",
        yes: "Activate",
      },
      done: `${name} is activated.`,
    },
    {
      label: "Mark uncertain",
      call: calls.people.markUncertain,
      input: { body },
      disabledBecause: closed(row, "mark_uncertain"),
      confirm: { title: `Mark ${name} uncertain?`, reason: "required", yes: "Mark uncertain" },
      done: `${name} is marked uncertain.`,
    },
    {
      label: "Decline",
      call: calls.people.decline,
      input: { body },
      disabledBecause: closed(row, "decline"),
      confirm: {
        title: `Decline ${name}?`,
        body: "They are told, with your reason.",
        reason: "required",
        yes: "Decline",
        style: "danger",
      },
      done: `${name} is declined.`,
    },
    {
      label: "Deactivate",
      call: calls.people.deactivate,
      input: { body },
      disabledBecause: closed(row, "deactivate"),
      confirm: {
        title: `Deactivate ${name}?`,
        body: "They cannot borrow any more until somebody reconsiders.",
        reason: "required",
        yes: "Deactivate",
        style: "danger",
      },
      done: `${name} is deactivated.`,
    },
    assign,
    hold,
    blacklist,
  ];
}
