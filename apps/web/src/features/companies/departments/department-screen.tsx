import { counted, day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { isPossible } from "../../../shared/actions/facts.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { DepartmentFields, orNull } from "./department-fields.tsx";

type Department = Answer<typeof calls.departments.find>;
const { close, merge, update } = calls.departments;

/** One department or unit: head, budget, people and units. */
export default function DepartmentScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.departments.find}
      width="text"
      title={({ name }) => name}
      actions={(department) => department && <Acts department={department} />}
    >
      {(department) => <Details department={department} />}
    </RecordPage>
  );
}

function Acts({ department }: { department: Department }): ReactNode {
  const [shown, setShown] = useState<"change" | "merge">();
  const isActive = department.status === "active";
  const mayChange = useMay(update) && isActive;
  const hide = (): void => setShown(undefined);
  return (
    <>
      {mayChange && <Button onClick={() => setShown("change")}>Change…</Button>}
      {isPossible(merge, department) && department.others.length > 0 && (
        <Button variant="default" onClick={() => setShown("merge")}>
          Merge…
        </Button>
      )}
      {isActive && <Actions of={department} calls={[close]} isWhole />}
      {shown === "change" && <ChangeDialog department={department} onClose={hide} />}
      {shown === "merge" && <MergeDialog department={department} onClose={hide} />}
    </>
  );
}

const Details = ({ department }: { department: Department }): ReactNode => (
  <>
    <Panel
      title={department.parent_id ? "Unit" : "Department"}
      actions={<StatusBadge kind="department" status={department.status} />}
    >
      <Facts
        items={[
          department.parent_id && {
            label: "Belongs to",
            value: <Link to={`/corporate/groups/${department.parent_id}`}>{department.parent}</Link>,
          },
          { label: "Head", value: department.head ?? "Nobody yet" },
          {
            label: "Budget a month",
            value: department.monthly_budget_kobo === null ? "None set" : naira(department.monthly_budget_kobo),
          },
          { label: "Since", value: day(department.created_at) },
        ]}
      />
    </Panel>
    {!department.parent_id && (
      <Panel title="Units" actions={<Link to="/corporate/groups/new">Make a unit</Link>}>
        {department.units.length === 0 ? (
          <p className="muted">It has no units.</p>
        ) : (
          <ul className="list stack-8">
            {department.units.map(({ id, name, people }) => (
              <li key={id}>
                <Link to={`/corporate/groups/${id}`}>{name}</Link>, {counted(people, "person", "people")}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    )}
    <Panel title="People" actions={<Link to="/corporate/staff">Move people</Link>}>
      {department.members.length === 0 ? (
        <p className="muted">It has no members yet. Choose people in the list of employees and move them here.</p>
      ) : (
        <ul className="list stack-8">
          {department.members.map(({ id, name, position }) => (
            <li key={id}>
              <Link to={`/corporate/users/${id}`}>{name}</Link>
              {position && `, ${position}`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  </>
);

function ChangeDialog({ department, onClose }: { department: Department; onClose: () => void }): ReactNode {
  const me = useSession().user.id;
  const form = useCallForm(update, {
    initial: {
      name: department.name,
      parent_id: department.parent_id ?? "",
      head_id: department.head_id ?? "",
      monthly_budget_kobo: department.monthly_budget_kobo,
      version: department.version,
    },
    params: { id: department.id },
    isGuarded: false,
    toBody: ({ parent_id, head_id, ...body }) => ({ ...body, parent_id: orNull(parent_id), head_id: orNull(head_id) }),
    onDone: () => (toast("Changed."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Change ${department.name}`}>
      <Form form={form}>
        <DepartmentFields departments={department.others.filter(({ is_unit }) => !is_unit)} />
        <SelectField
          name="head_id"
          label="Head"
          hint="One of its people"
          choices={department.members
            .filter(({ id }) => id !== me || id === department.head_id)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}

function MergeDialog({ department, onClose }: { department: Department; onClose: () => void }): ReactNode {
  const form = useCallForm(merge, {
    initial: { into_id: "" },
    params: { id: department.id },
    isGuarded: false,
    onDone: () => (toast("Merged."), onClose()),
  });
  const own = new Set(department.units.map(({ id }) => id));
  return (
    <Dialog opened onClose={onClose} title={`Merge ${department.name}`}>
      <Form form={form}>
        <SelectField
          name="into_id"
          label="Into"
          choices={department.others
            .filter(({ id }) => !own.has(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <p>
          {counted(department.people, "person", "people")} and {counted(department.units.length, "unit")} move there.{" "}
          {department.name} is closed and stays on record.
        </p>
        <SubmitButton onCancel={onClose}>Merge</SubmitButton>
      </Form>
    </Dialog>
  );
}
