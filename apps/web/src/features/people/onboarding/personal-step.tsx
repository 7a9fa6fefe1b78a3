import { educationLevels, formTwoRules, genders, maritalStatuses } from "@manilla/contract/people/completeness";
import { day, fullName, sentence } from "@manilla/contract/formats";
import { states } from "@manilla/contract/nigeria/states";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { DateField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../../shared/session/session.ts";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./onboarding.module.css";
import type { StepProps } from "./step-parts.tsx";

const choicesOf = (values: readonly string[]): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: sentence(value) }));
const stateChoices = states.map(({ name }) => ({ value: name, label: name }));

const rules = {
  date_of_birth: "required",
  gender: formTwoRules.gender,
  marital_status: formTwoRules.marital_status,
  address: formTwoRules.address,
  state: "required",
  local_government: "nullable",
  education: "nullable",
};

/** Who one is and where one lives (C305). */
export function PersonalStep({ state, onSaved }: StepProps): ReactNode {
  const { person, profile } = state;
  // The bank's record has the last word on the birthday once it was compared with it.
  const isBirthdayKnown = profile.date_of_birth !== null && (person.bvn_verified_at ?? person.bvn_bypassed_at) !== null;
  const form = useCallForm(calls.onboarding.updateProfile, {
    initial: {
      date_of_birth: profile.date_of_birth ?? "",
      gender: profile.gender ?? "",
      marital_status: profile.marital_status ?? "",
      address: profile.address ?? "",
      state: profile.state ?? "",
      local_government: profile.local_government ?? "",
      education: profile.education ?? "",
    },
    rules,
    toBody: (values) => {
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
      if (isBirthdayKnown) delete filled["date_of_birth"];
      return filled;
    },
    onDone: async () => {
      await reloadSession();
      toast("Personal details saved.");
      onSaved();
    },
  });
  const locals = states.find(({ name }) => name === form.values.state)?.locals ?? [];
  return (
    <Panel>
      <div className={styles.parts}>
        <Facts
          items={[
            { label: "Name", value: fullName(person) },
            { label: "E-mail", value: person.email },
            { label: "Phone", value: person.phone ?? "–" },
            isBirthdayKnown && { label: "Date of birth", value: `${day(profile.date_of_birth)}, as your bank has it` },
          ]}
        />
        <Form form={form}>
          {!isBirthdayKnown && <DateField name="date_of_birth" label="Date of birth" />}
          <FieldRow>
            <SelectField name="gender" label="Gender" choices={choicesOf(genders)} />
            <SelectField name="marital_status" label="Marital status" choices={choicesOf(maritalStatuses)} />
          </FieldRow>
          <TextAreaField name="address" label="Home address" rows={2} hint="House number, street, town" />
          <FieldRow>
            <SelectField name="state" label="State" choices={stateChoices} />
            <SelectField
              name="local_government"
              label="Local government"
              choices={locals.map(({ name }) => ({ value: name, label: name }))}
              disabled={locals.length === 0}
            />
          </FieldRow>
          <SelectField name="education" label="Education" choices={choicesOf(educationLevels)} />
          <SubmitButton>Save and continue</SubmitButton>
        </Form>
      </div>
    </Panel>
  );
}
