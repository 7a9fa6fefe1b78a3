import { type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { DEPARTMENTS, DepartmentFields, orNull } from "./department-fields.tsx";

/** R050: a department, or a unit of one. */
export default function NewDepartmentScreen(): ReactNode {
  const navigate = useNavigate();
  const { data } = useCall(calls.departments.listAll, DEPARTMENTS);
  const form = useCallForm(calls.departments.create, {
    initial: { name: "", parent_id: "", monthly_budget_kobo: null as number | null },
    toBody: ({ parent_id, ...body }) => ({ ...body, parent_id: orNull(parent_id) }),
    onDone: async ({ department }) => {
      toast("Made. Move people into it from the list of employees.");
      await navigate(`/corporate/groups/${department.id}`);
    },
  });
  return (
    <Page
      width="form"
      lead="A department has a head, a budget and people, and may have units."
      actions={<Link to="/corporate/groups">All departments</Link>}
    >
      <Form form={form}>
        <Panel>
          <DepartmentFields departments={data?.items ?? []} />
        </Panel>
        <SubmitButton>Make it</SubmitButton>
      </Form>
    </Page>
  );
}
