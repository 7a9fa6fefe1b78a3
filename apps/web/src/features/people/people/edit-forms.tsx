import { fullName } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { filledIn, ProfileFields, type ProfileName, valuesOf } from "../../../shared/people/profile-fields.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Person } from "./parts.tsx";

interface Part {
  label: string;
  title: string;
  call: typeof calls.profiles.updatePersonal;
  rows: readonly (ProfileName | readonly ProfileName[])[];
  /** Whether only what differs from the record is sent. */
  isPartial?: boolean;
  /** Begin empty: the account's number is never shown whole, a new one is typed, or none. */
  empty?: readonly ProfileName[];
  differ?: (person: Person) => Parameters<typeof ProfileFields>[0]["differ"];
}

const SALARY = ["salary_kobo", "salary_day"] as const;
const parts = {
  personal: {
    label: "Edit",
    title: "Personal details",
    call: calls.profiles.updatePersonal,
    rows: [
      ["name", "date_of_birth"],
      ["phone", "gender"],
      ["marital_status", "education"],
      "address",
      ["state", "local_government"],
    ],
    isPartial: true,
    differ: ({ bvn_verified_at }) => ({
      name: { disabled: bvn_verified_at !== null },
      date_of_birth: { disabled: bvn_verified_at !== null },
    }),
  },
  money: {
    label: "Edit salary",
    title: "Salary and bank account",
    call: calls.profiles.updateMoney as never,
    rows: [SALARY, ["bank_code", "account_no"]],
    isPartial: true,
    empty: ["bank_code", "account_no"],
    differ: ({ profile }) => ({
      bank_code: { label: "Another bank" },
      account_no: {
        label: "Another account number",
        hint: profile.account_no ? `Now ${profile.account_no}, ${profile.bank_name ?? ""}` : undefined,
      },
    }),
  },
  employed: {
    label: "Set employed",
    title: "Employed",
    call: calls.profiles.setEmployed as never,
    rows: [["employer", "position"], "emp_type", "company_address", SALARY],
    differ: ({ company }) => ({ employer: { hint: company ? `Left out: ${company.name}` : undefined } }),
  },
  self_employed: {
    label: "Set own business",
    title: "Own business",
    call: calls.profiles.setSelfEmployed as never,
    rows: [
      ["employer", "company_industry"],
      "company_description",
      ["company_start_month", "company_start_year"],
      ["company_monthly_income_kobo", "company_monthly_profit_kobo"],
      SALARY,
      "education",
    ],
    differ: () => ({ employer: { label: "Business" } }),
  },
} as const satisfies Record<string, Part>;

/** C035 to C038. */
function PartForm({ person, part, onClose }: { person: Person; part: Part; onClose: () => void }): ReactNode {
  const { call, rows, isPartial, empty = [], differ } = part;
  const known = { ...person.profile, name: fullName(person), phone: person.phone };
  const initial = valuesOf(rows, { ...known, ...Object.fromEntries(empty.map((name) => [name, null])) });
  const form = useCallForm(call, {
    initial: { ...initial, reason: "" },
    params: { id: person.id },
    isGuarded: false,
    toBody: (values) => {
      const given = Object.entries(values).filter(([name, value]) => !isPartial || value !== initial[name]);
      return { ...filledIn(Object.fromEntries(given)), reason: values["reason"], version: person.profile.version };
    },
    onDone: (answer) => {
      const changed = answer.fields.length > 0 ? ["Changed. Before and after are in the activity."] : [];
      const asked = "approval_id" in answer && answer.approval_id ? ["A second person decides about the phone."] : [];
      toast([...changed, ...asked].join(" "));
      onClose();
    },
  });
  return (
    <Form form={form}>
      {isPartial && rows.flat().includes("name") && person.bvn_verified_at && (
        <p className="small muted">Name and date of birth were verified with the BVN and stay.</p>
      )}
      <ProfileFields rows={rows} differ={differ?.(person) ?? {}} />
      <TextAreaField name="reason" label="Why it is changed" hint="Kept in the record beside what it was before." />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

/** Opens one of the forms over a part of the profile; hidden from those who may not change it. */
export function EditButton({ person, part }: { person: Person; part: keyof typeof parts }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const chosen: Part = parts[part];
  const { label, title, call } = chosen;
  if (!useMay(call)) return null;
  return (
    <>
      <Button size="sm" variant="default" aria-label={`${label}: ${title}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={title} size="lg">
        <PartForm person={person} part={chosen} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
