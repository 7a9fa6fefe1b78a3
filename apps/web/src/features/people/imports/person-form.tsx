import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { filledIn, ProfileFields, valuesOf } from "../../../shared/people/profile-fields.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const rows = [
  "name",
  ["email", "phone"],
  ["date_of_birth", "gender"],
  "address",
  "state",
  ["employment_status", "employer"],
  ["salary_kobo", "salary_day"],
] as const;
const genders = [
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
];
const days = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

/** C030. */
export function PersonForm(): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.people.create, {
    initial: valuesOf(rows, {}),
    toBody: (values) => filledIn(values) as never,
    onDone: ({ id }) => {
      toast("The customer is created and has been written to.");
      return navigate(`/admin/users/${id}`);
    },
  });
  return (
    <Panel>
      <Form form={form}>
        <ProfileFields
          rows={rows}
          differ={{
            name: { label: "Full name", hint: "First name first", autoComplete: "off" },
            email: { autoComplete: "off" },
            gender: { choices: genders },
            address: { autoComplete: "off" },
            employer: { label: "Employer or business", autoComplete: "off" },
            salary_day: { label: "Salary day", choices: days },
          }}
        />
        <SubmitButton>Create the customer</SubmitButton>
      </Form>
    </Panel>
  );
}
