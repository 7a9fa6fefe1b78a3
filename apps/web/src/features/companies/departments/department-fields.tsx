import type { ReactNode } from "react";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";

/** What a unit can belong to. */
export const DEPARTMENTS = {
  query: { page: 1, limit: 100, filter: JSON.stringify({ status: ["active"], is_unit: false }) },
};

/** The fields that departments and units share. */
export const DepartmentFields = ({
  departments,
}: {
  departments: readonly { id: string; name: string }[];
}): ReactNode => (
  <>
    <TextField name="name" label="Name" autoComplete="off" />
    {departments.length > 0 && (
      <SelectField
        name="parent_id"
        label="Belongs to"
        hint="A unit belongs to a department; a department to none"
        choices={departments.map(({ id, name }) => ({ value: id, label: name }))}
      />
    )}
    <MoneyField name="monthly_budget_kobo" label="Budget a month" hint="Empty: no budget was set" />
  </>
);

/** An empty choice is none. */
export const orNull = (id: string): string | null => (id === "" ? null : id);
