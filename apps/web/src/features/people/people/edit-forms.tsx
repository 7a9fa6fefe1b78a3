import { states } from "@manilla/contract/nigeria/states";
import { educationLevels, employmentTypes, genders, maritalStatuses } from "@manilla/contract/people/completeness";
import { sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import {
  BankField,
  DateField,
  MoneyField,
  SearchableField,
  SelectField,
  TextAreaField,
} from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm, type Values } from "../../../shared/form/use-call-form.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Person } from "./parts.tsx";

interface FormProps {
  person: Person;
  onClose: () => void;
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: sentence(value) }));
const isEmpty = (value: Values[string]): boolean => value === "" || value === null || value === undefined;
/** What differs from the record, with the reason and the version that was looked at. Numbers that were typed as text become numbers. */
const changedOnly = (initial: Values, values: Values, version: number, numeric: readonly string[] = []): never => {
  const changed = Object.entries(values).filter(
    ([field, value]) => field !== "reason" && value !== initial[field] && !isEmpty(value),
  );
  return {
    ...Object.fromEntries(changed.map(([field, value]) => [field, numeric.includes(field) ? Number(value) : value])),
    reason: values["reason"],
    version,
  } as never;
};
const whole = (values: Values, version: number, numeric: readonly string[] = []): never =>
  ({
    ...Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => !isEmpty(value))
        .map(([field, value]) => [field, numeric.includes(field) ? Number(value) : value]),
    ),
    version,
  }) as never;
const saved = (onClose: () => void) => (): void => (
  toast("Changed. Before and after stand in the activity."),
  onClose()
);
const Reason = (): ReactNode => (
  <TextAreaField name="reason" label="Why it is changed" hint="Stands in the record beside what it was before." />
);

/** C035. */
function PersonalForm({ person, onClose }: FormProps): ReactNode {
  const { profile } = person;
  const initial: Values = {
    name: fullName(person),
    phone: person.phone ?? "",
    date_of_birth: profile.date_of_birth ?? "",
    gender: profile.gender ?? "",
    marital_status: profile.marital_status ?? "",
    education: profile.education ?? "",
    address: profile.address ?? "",
    state: profile.state ?? "",
    local_government: profile.local_government ?? "",
    reason: "",
  };
  const form = useCallForm(calls.profiles.updatePersonal, {
    initial,
    params: { id: person.id },
    isGuarded: false,
    toBody: (values) => changedOnly(initial, values, profile.version),
    onDone: saved(onClose),
  });
  const isProved = person.bvn_verified_at !== null;
  return (
    <Form form={form}>
      {isProved && <p className="small muted">Name and date of birth were verified with the BVN and stay.</p>}
      <FieldRow>
        <TextField name="name" label="Whole name" disabled={isProved} />
        <DateField name="date_of_birth" label="Date of birth" disabled={isProved} />
      </FieldRow>
      <FieldRow>
        <PhoneField name="phone" label="Phone" />
        <SelectField name="gender" label="Gender" choices={choices(genders)} />
      </FieldRow>
      <FieldRow>
        <SelectField name="marital_status" label="Marital status" choices={choices(maritalStatuses)} />
        <SelectField name="education" label="Education" choices={choices(educationLevels)} />
      </FieldRow>
      <TextField name="address" label="Address" />
      <FieldRow>
        <SearchableField
          name="state"
          label="State"
          choices={states.map(({ name }) => ({ value: name, label: name }))}
        />
        <TextField name="local_government" label="Local government" />
      </FieldRow>
      <Reason />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

/** C036. The account's number is never shown whole: a new one is typed, or none. */
function MoneyForm({ person, onClose }: FormProps): ReactNode {
  const { profile } = person;
  const initial: Values = { ...salaryOf(profile), account_no: "", bank_code: "", reason: "" };
  const form = useCallForm(calls.profiles.updateMoney, {
    initial,
    params: { id: person.id },
    isGuarded: false,
    toBody: (values) => changedOnly(initial, values, profile.version, ["salary_day"]),
    onDone: saved(onClose),
  });
  return (
    <Form form={form}>
      <Salary />
      <FieldRow>
        <BankField name="bank_code" label="Another bank" />
        <TextField
          name="account_no"
          label="Another account number"
          inputMode="numeric"
          maxLength={10}
          hint={profile.account_no ? `Now ${profile.account_no}, ${profile.bank_name ?? ""}` : undefined}
        />
      </FieldRow>
      <Reason />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

const salaryOf = ({ salary_kobo, salary_day }: Person["profile"]): Values => ({
  salary_kobo: salary_kobo === null ? null : Number(salary_kobo),
  salary_day: salary_day === null ? "" : String(salary_day),
});

/** The salary belongs to how somebody earns; C036 changes it alone. */
const Salary = (): ReactNode => (
  <FieldRow>
    <MoneyField name="salary_kobo" label="Salary a month" />
    <TextField name="salary_day" label="Day of the month" inputMode="numeric" />
  </FieldRow>
);

/** C037. */
function EmployedForm({ person, onClose }: FormProps): ReactNode {
  const { profile } = person;
  const initial: Values = {
    employer: profile.employer ?? "",
    position: profile.position ?? "",
    emp_type: profile.emp_type ?? "",
    company_address: profile.company_address ?? "",
    ...salaryOf(profile),
    reason: "",
  };
  const form = useCallForm(calls.profiles.setEmployed, {
    initial,
    params: { id: person.id },
    isGuarded: false,
    toBody: (values) => whole(values, profile.version, ["salary_day"]),
    onDone: saved(onClose),
  });
  return (
    <Form form={form}>
      <FieldRow>
        <TextField
          name="employer"
          label="Employer"
          hint={person.company ? `Left out: ${person.company.name}` : undefined}
        />
        <TextField name="position" label="Position" />
      </FieldRow>
      <SelectField name="emp_type" label="Kind of work" choices={choices(employmentTypes)} />
      <TextField name="company_address" label="Address of employer" />
      <Salary />
      <Reason />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

const numbers = ["company_start_year", "company_start_month", "salary_day"] as const;

/** C038. */
function SelfEmployedForm({ person, onClose }: FormProps): ReactNode {
  const { profile } = person;
  const initial: Values = {
    employer: profile.employer ?? "",
    company_industry: profile.company_industry ?? "",
    company_description: profile.company_description ?? "",
    company_start_year: String(profile.company_start_year ?? ""),
    company_start_month: String(profile.company_start_month ?? ""),
    company_monthly_income_kobo:
      profile.company_monthly_income_kobo === null ? null : Number(profile.company_monthly_income_kobo),
    company_monthly_profit_kobo:
      profile.company_monthly_profit_kobo === null ? null : Number(profile.company_monthly_profit_kobo),
    education: profile.education ?? "",
    ...salaryOf(profile),
    reason: "",
  };
  const form = useCallForm(calls.profiles.setSelfEmployed, {
    initial,
    params: { id: person.id },
    isGuarded: false,
    toBody: (values) => whole(values, profile.version, numbers),
    onDone: saved(onClose),
  });
  return (
    <Form form={form}>
      <FieldRow>
        <TextField name="employer" label="Business" />
        <TextField name="company_industry" label="Industry" />
      </FieldRow>
      <TextAreaField name="company_description" label="What it does" />
      <FieldRow>
        <TextField name="company_start_month" label="Began in month" hint="1 to 12" inputMode="numeric" />
        <TextField name="company_start_year" label="Began in year" inputMode="numeric" />
      </FieldRow>
      <FieldRow>
        <MoneyField name="company_monthly_income_kobo" label="Income a month" />
        <MoneyField name="company_monthly_profit_kobo" label="Profit a month" />
      </FieldRow>
      <Salary />
      <SelectField name="education" label="Education" choices={choices(educationLevels)} />
      <Reason />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

const forms = {
  personal: { label: "Edit", title: "Personal details", call: calls.profiles.updatePersonal, Fields: PersonalForm },
  money: {
    label: "Edit salary",
    title: "Salary and bank account",
    call: calls.profiles.updateMoney,
    Fields: MoneyForm,
  },
  employed: { label: "Set employed", title: "Employed", call: calls.profiles.setEmployed, Fields: EmployedForm },
  self_employed: {
    label: "Set own business",
    title: "Own business",
    call: calls.profiles.setSelfEmployed,
    Fields: SelfEmployedForm,
  },
} as const;

/** Opens one of the forms over a part of the profile; hidden from whoever may not change it. */
export function EditButton({ person, part }: { person: Person; part: keyof typeof forms }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { label, title, call, Fields } = forms[part];
  const isAllowed = useMay(call);
  if (!isAllowed) return null;
  return (
    <>
      <Button size="sm" variant="default" aria-label={`${label}: ${title}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={title} size="lg">
        <Fields person={person} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
