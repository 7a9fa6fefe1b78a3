import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { FoundField } from "../../../shared/form/found-field.tsx";
import { SelectField } from "../../../shared/form/more-fields.tsx";

/** Where somebody belongs: position, number, department and manager. */
export function PlaceFields({ company_id, manager }: { company_id?: string; manager?: string | undefined }): ReactNode {
  const whose = company_id ? { company_id } : {};
  const { data } = useCall(calls.team.choices, { query: whose });
  const useManagers = (search: string) => {
    const { data: found, isFetching } = useCall(calls.team.choices, { query: { ...whose, search } });
    return { items: (found?.people ?? []).map(({ id, name }) => ({ id, label: name })), isFetching };
  };
  return (
    <>
      <FieldRow>
        <TextField name="position" label="Position" autoComplete="off" />
        <TextField name="staff_number" label="Staff number" hint="As your payroll has it" autoComplete="off" />
      </FieldRow>
      {data && data.departments.length > 0 && (
        <SelectField
          name="department_id"
          label="Department or unit"
          choices={data.departments.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <FoundField
        name="manager_id"
        label="Manager"
        hint={manager ? `Now ${manager}. Type a part of a name to change it` : "Type a part of the name"}
        least={2}
        useFound={useManagers}
        none="Nobody at work here has this name."
      />
    </>
  );
}
