import { queues } from "@manilla/contract/queues";
import { type ReactNode, useRef } from "react";
import { useLocation } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { ListPage } from "../../shared/list/list-page.tsx";
import { queueOfPage } from "../../shared/people/queue-pages.ts";
import { useMay } from "../../shared/session/session.ts";
import { LinkAsButton } from "./link-as-button.tsx";
import { BulkStatus } from "./bulk-status.tsx";
import { fullName, personActions, personColumns, type PersonRow } from "./queue-columns.tsx";

/** R061 and its siblings: one queue of customers. Who stands in it is said by contract/queues.ts alone. */
export default function QueueScreen(): ReactNode {
  const name = queueOfPage(useLocation().pathname);
  const mayCreate = useMay(calls.people.create);
  const names = useRef(new Map<string, string>());
  const nameRow = (row: PersonRow): string => {
    names.current.set(row.id, fullName(row));
    return `/admin/users/${row.id}`;
  };
  return (
    <ListPage
      key={name}
      call={calls.people.listByStatus}
      params={{ status: name }}
      columns={personColumns}
      href={nameRow}
      rowActions={personActions}
      bulkActions={(selection) => <BulkStatus selection={selection} nameOf={(id) => names.current.get(id) ?? id} />}
      slots={{
        lead: queues[name].description,
        actions: mayCreate && (name === "all" || name === "fresh") ? <LinkAsButton to="/admin/users/new">Create a user</LinkAsButton> : undefined,
        empty: { text: name === "all" ? "Nobody has registered yet. Customers register themselves, or you create them." : "Nobody stands in this queue at the moment." },
      }}
    />
  );
}
