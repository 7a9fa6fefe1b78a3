import { counted } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { Selection } from "../../../shared/list/selection.ts";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Employee = RowOf<typeof calls.team.staff>;
const shown = columns<Employee>([
  column("last_name", { card: "title", width: 180 }),
  column("status", { header: "State", badge: "employment", card: "badge", width: 110 }),
  column("department", { card: "field", width: 160 }),
  column("roles", { card: "field", width: 190 }),
  column("position", { width: 150 }),
  column("staff_number", { header: "Number", kind: "reference", width: 110 }),
  column("manager", { kind: "text", width: 150, isHidden: true }),
  column("email", { width: 200, isHidden: true }),
  column("created_at", { header: "Since", kind: "day", width: 120 }),
]);
const acts = rowActionsOf([calls.team.inviteAgain, calls.team.activate, calls.team.deactivate, calls.team.withdraw]);
const views = [
  { name: "At work", address: "f.status=active", first: true as const, empty: "Nobody is at work yet" },
  { name: "Invited", address: "f.status=invited,expired", empty: "Nobody is invited" },
  { name: "Inactive", address: "f.status=inactive", empty: "Nobody is deactivated" },
  { name: "Gone", address: "f.status=left,withdrawn", empty: "Nobody has left" },
];
const ACTIVE = { query: { page: 1, limit: 100, filter: JSON.stringify({ status: ["active"] }) } };

/** R043: the company's people, and whom belongs to which department. */
export default function EmployeesScreen(): ReactNode {
  const { user } = useSession();
  const mayInvite = useMay(calls.team.invite);
  const mayMove = useMay(calls.departments.move);
  return (
    <ListPage
      call={calls.team.staff}
      params={{ companyId: user.company_id ?? "" }}
      columns={shown}
      href={({ id }) => `/corporate/users/${id}`}
      rowActions={(row) => [{ label: "Open the employee", to: `/corporate/users/${row.id}` }, ...acts(row)]}
      views={views}
      lead="Everybody who works here, is invited or has left, administrators among them."
      actions={
        <>
          <Link to="/corporate/employment-claims?f.status=pending">Employees to confirm</Link>
          {mayInvite && (
            <Button component={Link} to="/corporate/staff/new">
              Register an employee
            </Button>
          )}
        </>
      }
      {...(mayMove && { bulkActions: (selection: Selection) => <Move selection={selection} /> })}
      empty="Nobody works here yet. Register somebody; people who register themselves and say so wait to be confirmed."
    />
  );
}

function Move({ selection }: { selection: Selection }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  // Whom one moves one has seen: what a filter matches on other pages is not moved along.
  if (selection.isAllMatching) return <span className="muted">Choose the people of a page to move them.</span>;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Move to a department…
      </Button>
      {isOpen && <MoveDialog selection={selection} onClose={() => setOpen(false)} />}
    </>
  );
}

function MoveDialog({ selection, onClose }: { selection: Selection; onClose: () => void }): ReactNode {
  const { data } = useCall(calls.departments.listAll, ACTIVE);
  const [id, setId] = useState("");
  const form = useCallForm(calls.departments.move, {
    initial: { department_id: "" },
    rules: { department_id: "required" },
    params: { id },
    isGuarded: false,
    toBody: () => ({ user_ids: [...selection.ids] }),
    onDone: ({ moved }) => (toast(`Moved ${counted(moved, "person", "people")}.`), selection.clear(), onClose()),
  });
  const chosen = form.values.department_id;
  if (chosen !== id) setId(chosen);
  return (
    <Dialog opened onClose={onClose} title={`Move ${counted(selection.ids.length, "person", "people")}`}>
      <Form form={form}>
        <SelectField
          name="department_id"
          label="Department or unit"
          choices={(data?.items ?? []).map((each) => ({
            value: each.id,
            label: each.parent ? `${each.parent}: ${each.name}` : each.name,
          }))}
        />
        <SubmitButton onCancel={onClose}>Move</SubmitButton>
      </Form>
    </Dialog>
  );
}
