import { queues } from "@manilla/contract/people/queues";
import { type ReactNode, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { queueOfPage } from "../../../shared/people/queue-pages.ts";
import { useMay } from "../../../shared/session/session.ts";
import { BulkActs } from "./bulk-acts.tsx";
import { columnsOf, personActions, type PersonRow } from "./queue-columns.tsx";
import { queueViews } from "./queue-views.ts";

/** Views of the queues in which cases are worked. */
const caseViews: readonly ReadyView[] = [
  { name: "Waits longest", address: "sortColumn=waits_since&sortOrder=asc" },
  { name: "Registered first", address: "sortColumn=created_at&sortOrder=asc" },
  { name: "Mine", address: "f.assigned_to={me}", empty: "No case here is yours" },
  { name: "Highest salary", address: "sortColumn=salary_kobo&sortOrder=desc" },
];

/** R061 and its siblings: one queue of customers, defined in contract/people/queues.ts, its columns in queue-views.ts. */
export default function QueueScreen(): ReactNode {
  const name = queueOfPage(useLocation().pathname);
  const mayCreate = useMay(calls.people.create);
  const rows = useRef(new Map<string, PersonRow>());
  const view = queueViews[name];
  const shown = useMemo(() => columnsOf(view), [view]);
  const nameRow = (row: PersonRow): string => {
    rows.current.set(row.id, row);
    return `/admin/users/${row.id}`;
  };
  return (
    <ListPage
      key={name}
      call={calls.people.listByStatus}
      params={{ status: name }}
      columns={shown}
      href={nameRow}
      rowActions={personActions}
      {...(name !== "all" && view.acts.includes("processing") && { views: caseViews })}
      bulkActions={(selection) => (
        <BulkActs acts={view.acts} queue={name} selection={selection} rowOf={(id) => rows.current.get(id)} />
      )}
      lead={queues[name].description}
      actions={
        mayCreate && (name === "all" || name === "fresh") ? <Way to="/admin/users/new">Create a user</Way> : undefined
      }
      empty={view.empty ?? "This queue is empty."}
    />
  );
}
