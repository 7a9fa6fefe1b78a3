import { approvalKind } from "@manilla/contract/platform/approval-kinds";
import { counted, naira } from "@manilla/contract/formats";
import { type ReactNode, useRef, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { OneByOne, useOneByOne } from "../../../shared/approvals/one-by-one.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { type Verdict, Verdicts } from "../../../shared/people/verdicts.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { ApprovalCard } from "./approval-card.tsx";
import { Glances } from "./glances.tsx";

type Row = RowOf<typeof calls.approvals.listAll>;
const shown = columns<Row>([
  column("title", { header: "Request", card: "title", width: 330 }),
  column("status", { badge: "approval", card: "badge" }),
  column("amount_kobo", { card: "field" }),
  column("item_count", { header: "Items" }),
  column("kind", { width: 140, render: (row) => approvalKind(row.kind) }),
  column("maker", { header: "By", card: "field", width: 140 }),
  column("created_at", { header: "Requested", card: "field" }),
  column("checker", { width: 140 }),
  column("decided_at", { isHidden: true }),
  column("reason", { isHidden: true }),
  column("is_pending", { header: "Waiting", isHidden: true }),
  column("id", { isHidden: true }),
]);

/** The first is for those who decide. */
const views: readonly ReadyView[] = [
  {
    name: "For me to decide",
    address: "f.status=pending&f.for_me=true&sortColumn=created_at&sortOrder=asc",
    first: true,
    empty: "Nothing waits for you",
  },
  {
    name: "Pending",
    address: "f.status=pending&sortColumn=created_at&sortOrder=asc",
    empty: "Nothing waits for a second person",
  },
  { name: "Requested by me", address: ({ me }) => `f.maker_id=${me}`, empty: "You have no requests" },
  {
    name: "Largest",
    address: "f.status=pending&sortColumn=amount_kobo&sortOrder=desc",
    empty: "Nothing waits for a second person",
  },
];

const others = views.slice(1);

/** Why these are not decided together; undefined where they can be. */
function whyNot(rows: readonly Row[], chosen: number): string | undefined {
  if (rows.length < chosen || rows.length > 100) return "At most 100 requests at once: select them page by page.";
  if (rows.some(({ is_pending }) => !is_pending)) return "Some of them are decided already.";
  if (new Set(rows.map(({ kind }) => kind)).size > 1)
    return "Choose requests of one kind: others are opened one by one.";
  return undefined;
}

const { listAll, find, decline, approve } = calls.approvals;

/** The checkers' inbox: everything sensitive that waits for a second person, and its outcome. Those that wait come first; on a phone one by one. */
export default function ApprovalsScreen(): ReactNode {
  const mayDecide = useMay(approve);
  return useOneByOne(mayDecide ? views : others) ? (
    <OneByOne {...{ list: listAll, find, decline, approve, views }} hrefOf={(id) => `/admin/approvals/${id}`}>
      {(approval) => <ApprovalCard approval={approval} />}
    </OneByOne>
  ) : (
    <Requests mayDecide={mayDecide} />
  );
}

function Requests({ mayDecide }: { mayDecide: boolean }): ReactNode {
  const seen = useRef(new Map<string, Row>());
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>();
  const hrefOf = (row: Row): string => {
    seen.current.set(row.id, row);
    return `/admin/approvals/${row.id}`;
  };
  return (
    <>
      <ListPage
        views={mayDecide ? views : others}
        call={listAll}
        columns={shown}
        href={hrefOf}
        bulkActions={(selection) => {
          const rows = selection.ids.flatMap((id) => seen.current.get(id) ?? []);
          const sum = rows.reduce((total, row) => total + (row.amount_kobo ?? 0), 0);
          return (
            <ActionButton
              call={calls.approvals.approveMany}
              body={{ approvals: rows.map(({ id, version }) => ({ id, version })) }}
              variant="primary"
              disabledBecause={whyNot(rows, selection.isAllMatching ? Infinity : selection.ids.length)}
              confirm={{
                title: `Approve ${counted(rows.length, "request")}?`,
                body: <Glances ids={rows.map(({ id }) => id)} />,
                facts: [{ label: "Amount", value: naira(sum) }],
                reason: "optional",
                yes: "Approve them",
              }}
              done={({ results }) => (
                setVerdicts(results.map(({ id, ...result }) => ({ ...result, user_id: id, now: "Carried out" }))),
                selection.clear()
              )}
            >
              Approve
            </ActionButton>
          );
        }}
        lead="Sensitive acts wait here for a second person. Nobody decides on their own request."
        empty="Nothing has needed a second person yet."
      />
      {verdicts && (
        <Verdicts
          verdicts={verdicts}
          nameOf={(id) => seen.current.get(id)?.title ?? id}
          onClose={() => setVerdicts(undefined)}
        />
      )}
    </>
  );
}
