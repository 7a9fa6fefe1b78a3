import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Employee } from "./employee-work.ts";
import { PlaceFields } from "./place-fields.tsx";

/** Position, number, department and manager of an employee. */
export default function ChangeDialog({ record, onClose }: { record: Employee; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.team.update, {
    initial: {
      position: record.position ?? "",
      staff_number: record.staff_number ?? "",
      department_id: record.department?.id ?? "",
      manager_id: record.manager?.id ?? "",
      version: record.version,
    },
    params: { id: record.id },
    isGuarded: false,
    toBody: ({ department_id, manager_id, ...body }) => ({
      ...body,
      department_id: department_id === "" ? null : department_id,
      manager_id: manager_id === "" ? null : manager_id,
    }),
    onDone: () => (toast("Changed."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Change ${fullName(record)}`}>
      <Form form={form}>
        <PlaceFields manager={record.manager?.name} />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}
