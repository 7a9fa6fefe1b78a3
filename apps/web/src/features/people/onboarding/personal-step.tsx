import { formTwoRules } from "@manilla/contract/people/completeness";
import { day, fullName } from "@manilla/contract/formats";
import { states } from "@manilla/contract/nigeria/states";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { filledIn, ProfileFields, valuesOf } from "../../../shared/people/profile-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../../shared/session/session.ts";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { StepProps } from "./step-parts.tsx";

const rows = [["gender", "marital_status"], "address", ["state", "local_government"], "education"] as const;

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
    initial: valuesOf(["date_of_birth", ...rows], profile),
    rules,
    toBody: (values) => {
      const filled = filledIn(values);
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
      <div className="stack">
        <Facts
          items={[
            { label: "Name", value: fullName(person) },
            { label: "E-mail", value: person.email },
            { label: "Phone", value: person.phone ?? "–" },
            isBirthdayKnown && { label: "Date of birth", value: `${day(profile.date_of_birth)}, as your bank has it` },
          ]}
        />
        <Form form={form}>
          {!isBirthdayKnown && <ProfileFields rows={["date_of_birth"]} />}
          <ProfileFields
            rows={rows}
            differ={{
              state: { kind: "choice" },
              address: { label: "Home address", kind: "area", rows: 2, hint: "House number, street, town" },
              local_government: {
                choices: locals.map(({ name }) => ({ value: name, label: name })),
                disabled: locals.length === 0,
              },
            }}
          />
          <SubmitButton>Save and continue</SubmitButton>
        </Form>
      </div>
    </Panel>
  );
}
