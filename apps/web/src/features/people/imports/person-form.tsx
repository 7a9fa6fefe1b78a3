import { states } from "@manilla/contract/nigeria/states";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { DateField, MoneyField, SearchableField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const genders = [
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
];
const earnings = [
  { value: "employed", label: "Employed" },
  { value: "self-employed", label: "Self-employed" },
];
const days = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

/** C030. */
export function PersonForm(): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.people.create, {
    initial: {
      name: "",
      email: "",
      phone: "",
      date_of_birth: "",
      gender: "",
      address: "",
      state: "",
      employment_status: "",
      employer: "",
      salary_kobo: null,
      salary_day: "",
    },
    toBody: (values) =>
      Object.fromEntries(
        Object.entries({ ...values, salary_day: values.salary_day === "" ? null : Number(values.salary_day) }).filter(
          ([, value]) => value !== "" && value !== null,
        ),
      ) as never,
    onDone: ({ id }) => {
      toast("The customer is created and has been written to.");
      void navigate(`/admin/users/${id}`);
    },
  });
  return (
    <Panel>
      <Form form={form}>
        <TextField name="name" label="Full name" hint="First name first" autoComplete="off" />
        <FieldRow>
          <TextField name="email" label="E-mail" type="email" inputMode="email" autoComplete="off" />
          <PhoneField name="phone" label="Phone" />
        </FieldRow>
        <FieldRow>
          <DateField name="date_of_birth" label="Date of birth" />
          <SelectField name="gender" label="Gender" choices={genders} />
        </FieldRow>
        <TextField name="address" label="Address" autoComplete="off" />
        <SearchableField
          name="state"
          label="State"
          choices={states.map((state) => ({ value: state.name, label: state.name }))}
        />
        <FieldRow>
          <SelectField name="employment_status" label="Earns as" choices={earnings} />
          <TextField name="employer" label="Employer or business" autoComplete="off" />
        </FieldRow>
        <FieldRow>
          <MoneyField name="salary_kobo" label="Salary a month" />
          <SelectField name="salary_day" label="Salary day" choices={days} />
        </FieldRow>
        <SubmitButton>Create the customer</SubmitButton>
      </Form>
    </Panel>
  );
}
