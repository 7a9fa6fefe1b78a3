import { personBadge } from "@manilla/contract/badges";
import { day, naira } from "@manilla/contract/formats";
import { type ReactNode, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton, type Inverse } from "../../../shared/form/action-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { AssignDialog } from "../../../shared/people/assign-dialog.tsx";
import { backOf, sayUnassigned, sayAssigned } from "../../../shared/people/assigned-toast.ts";
import { ContactDialog } from "../../../shared/people/contact-dialog.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { type Verdict, Verdicts } from "../../../shared/people/verdicts.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.assignments.assigned>;
const nothing = <span className="muted">–</span>;

function Case({ row }: { row: Row }): ReactNode {
  if (row.is_blacklisted) return <StatusBadge kind="person" status="blacklisted" />;
  const { label, tone } = personBadge(row.case_status, row.profile_status);
  return <ToneBadge tone={tone}>{label}</ToneBadge>;
}

const shown = columns<Row>([
  column("last_name", { card: "title", width: 180 }),
  column("status", { header: "Assignment", card: "badge" }),
  column("_case", { card: "field", render: (row) => <Case row={row} /> }),
  column("phone", { card: "field" }),
  column("admin", { card: "field" }),
  column("last_outcome", { header: "Last contact", kind: "badge" }),
  column("promised_on", {
    width: 180,
    render: (row) =>
      row.promised_on
        ? `${row.promised_kobo === null ? "" : `${naira(row.promised_kobo)}, `}${day(row.promised_on)}`
        : nothing,
  }),
  column("call_again_on", { header: "Call again" }),
  column("assigned_at", { isHidden: true }),
  column("contacted_at", { isHidden: true }),
  column("attended_at", { isHidden: true }),
  column("is_automatic", { header: "In turn", isHidden: true }),
]);

const texts = {
  mine: {
    lead: "The cases that you handle.",
    empty:
      "No case is yours at the moment. You get some as soon as somebody assigns them, or in turn when you are in the pool.",
  },
  all: {
    lead: "Cases that somebody handles, how far they are, and what was said last.",
    empty: "Nobody handles a case yet. Choose people in a queue and assign them.",
  },
};

/** R073, and the caller's own cases. */
export default function AssignedScreen(): ReactNode {
  const isMine = useLocation().pathname.endsWith("-to-me");
  const call = isMine ? calls.assignments.assignedToMe : calls.assignments.assigned;
  const rows = useRef(new Map<string, Row>());
  const [open, setOpen] = useState<{ what: "contact" | "assign"; rows: readonly Row[] }>();
  const [verdicts, setVerdicts] = useState<{ verdicts: readonly Verdict[]; undo: Inverse | undefined }>();
  const close = (): void => setOpen(undefined);
  const hrefOf = (row: Row): string => {
    rows.current.set(row.id, row);
    return `/admin/users/${row.user_id}`;
  };
  const actionsOf = (row: Row): readonly RowAction[] => [
    { label: "Open the case", to: `/admin/users/${row.user_id}` },
    { label: "Log a contact…", run: () => setOpen({ what: "contact", rows: [row] }) },
    {
      label: "Attended",
      call: calls.assignments.markAsAttended,
      input: { body: { user_id: row.user_id } },
      disabledBecause: row.status === "attended" ? "It is attended already." : undefined,
      confirm: {
        title: `Is the case of ${fullName(row)} dealt with?`,
        body: "It no longer counts among your open cases.",
        yes: "Attended",
      },
      done: "Attended.",
    },
    { label: "Reassign…", run: () => setOpen({ what: "assign", rows: [row] }) },
    {
      label: "Unassign",
      call: calls.assignments.unassign,
      input: { body: { user_ids: [row.user_id] } },
      confirm: {
        title: `Unassign ${fullName(row)}?`,
        body: "Nobody in particular handles the case afterwards.",
        reason: "optional",
        yes: "Unassign",
      },
      done: sayUnassigned,
    },
  ];
  const chosen = (ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => rows.current.get(id)?.user_id ?? []);
  const nameOf = (userId: string): string =>
    [...rows.current.values()].filter(({ user_id }) => user_id === userId).map(fullName)[0] ?? userId;
  const [first] = open?.rows ?? [];
  return (
    <>
      <ListPage
        key={call.path}
        call={call}
        columns={isMine ? shown.filter(({ key }) => key !== "admin") : shown}
        href={hrefOf}
        rowActions={actionsOf}
        bulkActions={(selection) => (
          <ActionButton
            call={calls.assignments.unassign}
            body={{ user_ids: [...chosen(selection.ids)] }}
            disabledBecause={
              selection.isAllMatching || selection.ids.length > 100
                ? "At most 100 people at once: select them page by page."
                : undefined
            }
            done={({ results }) => (
              setVerdicts({
                verdicts: results.map((result) => ({ ...result, now: "Handled by nobody" })),
                undo: backOf(results),
              }),
              selection.clear()
            )}
            confirm={{
              title: `Unassign ${selection.ids.length === 1 ? "this case" : "these cases"}?`,
              reason: "optional",
              yes: "Unassign",
            }}
          >
            Unassign
          </ActionButton>
        )}
        {...texts[isMine ? "mine" : "all"]}
        actions={
          <Link to={isMine ? "/admin/users/assigned" : "/admin/users/assigned-to-me"}>
            {isMine ? "Everybody's cases" : "My cases"}
          </Link>
        }
      />
      {first && open?.what === "contact" && (
        <ContactDialog userId={first.user_id} name={fullName(first)} onClose={close} />
      )}
      {first && open?.what === "assign" && (
        <AssignDialog
          opened
          userIds={[first.user_id]}
          name={fullName(first)}
          onClose={close}
          onDone={(results) => sayAssigned(results, fullName(first))}
        />
      )}
      {verdicts && <Verdicts {...verdicts} nameOf={nameOf} onClose={() => setVerdicts(undefined)} />}
    </>
  );
}
