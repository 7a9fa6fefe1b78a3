import { employmentTypes, educationLevels, rulesOfFormTwo } from "@manilla/contract/people/completeness";
import { date, naira, ordinal, sentence } from "@manilla/contract/formats";
import { industries } from "@manilla/contract/nigeria/industries";
import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { BankField, MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import styles from "./onboarding.module.css";
import { Choices, Done, Onward, type StepProps } from "./step-parts.tsx";
import { stepsOf } from "./steps.ts";

type Profile = StepProps["state"]["profile"];

const earnings = [
  { value: "employed", label: "Employed", hint: "Somebody pays me a salary" },
  { value: "self-employed", label: "Self-employed", hint: "I work for myself or own a business" },
] as const;
const choicesOf = (values: readonly string[]): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: sentence(value) }));
const days = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: ordinal(index + 1) }));
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: date(`2024-${String(index + 1).padStart(2, "0")}-01`, "M"),
}));
const inMoney = (kobo: number | null): string => (kobo === null ? "–" : naira(kobo));

/** Work, salary and the account that it is paid into (C310). */
export function WorkStep({ state }: StepProps): ReactNode {
  const [isChanging, setChanging] = useState(false);
  const steps = stepsOf(state);
  const isDone = steps.find(({ key }) => key === "work")?.status === "done";
  const needsPersonal = state.completeness.missing.form_two.some((field) =>
    ["marital_status", "gender", "address"].includes(field),
  );
  if (isDone && !isChanging) return <WorkDone state={state} onChange={() => setChanging(true)} />;
  if (needsPersonal) {
    return (
      <Notice tone="info" action={<Link to="?step=personal">Personal details</Link>}>
        Your personal details come first: both are saved together.
      </Notice>
    );
  }
  return (
    <Panel>
      <WorkForm profile={state.profile} onDone={() => setChanging(false)} />
    </Panel>
  );
}

const accountTones: Record<string, { tone: "success" | "danger" | "warning"; text: string }> = {
  verified: { tone: "success", text: "Verified" },
  refuted: { tone: "danger", text: "Does not match your name" },
};

function WorkDone({ state, onChange }: { state: StepProps["state"]; onChange: () => void }): ReactNode {
  const { profile } = state;
  const account = accountTones[profile.bank_account_status];
  const own = profile.employment_status === "self-employed";
  return (
    <Panel>
      <div className={styles.parts}>
        <Done title={own ? "You work for yourself" : `You work at ${profile.employer ?? ""}`} />
        <Facts
          items={[
            { label: own ? "Business" : "Employer", value: profile.employer ?? "–" },
            ...(own
              ? [
                  { label: "Industry", value: profile.company_industry ?? "–" },
                  { label: "Income a month", value: inMoney(profile.company_monthly_income_kobo) },
                  { label: "Profit a month", value: inMoney(profile.company_monthly_profit_kobo) },
                ]
              : [
                  {
                    label: "Position",
                    value: `${profile.position ?? "–"}${profile.emp_type ? `, ${profile.emp_type}` : ""}`,
                  },
                ]),
            {
              label: own ? "Own salary" : "Salary",
              value: `${inMoney(profile.salary_kobo)}${profile.salary_day ? `, on the ${ordinal(profile.salary_day)}` : ""}`,
            },
            { label: "Account", value: `${profile.bank_name ?? "–"} ${profile.account_no ?? ""}` },
            {
              label: "In the name of",
              value: (
                <>
                  {profile.account_name ?? "The bank has not said yet"}{" "}
                  {account && <ToneBadge tone={account.tone}>{account.text}</ToneBadge>}
                </>
              ),
            },
          ]}
        />
        {profile.bank_account_status === "refuted" && (
          <Notice tone="warning">
            This account is in another name than yours. Loans are only paid into an account of your own: please change
            it.
          </Notice>
        )}
      </div>
      <Onward state={state} from="work">
        <Button variant="default" onClick={onChange}>
          Change
        </Button>
      </Onward>
    </Panel>
  );
}

/** In the order of the form, so that a list of what is wrong reads from top to bottom. */
const FIELDS = [
  "employment_status",
  "employer",
  "position",
  "emp_type",
  "company_address",
  "company_industry",
  "company_description",
  "company_start_month",
  "company_start_year",
  "company_monthly_income_kobo",
  "company_monthly_profit_kobo",
  "education",
  "salary_kobo",
  "salary_day",
  "bank_code",
  "account_no",
] as const;

const initialOf = (profile: Profile) => ({
  employment_status: profile.employment_status ?? "",
  employer: profile.employer ?? "",
  position: profile.position ?? "",
  emp_type: profile.emp_type ?? "",
  company_address: profile.company_address ?? "",
  salary_kobo: profile.salary_kobo,
  salary_day: profile.salary_day === null ? "" : String(profile.salary_day),
  bank_code: profile.bank_code ?? "",
  account_no: "",
  company_industry: profile.company_industry ?? "",
  company_description: profile.company_description ?? "",
  company_start_year: profile.company_start_year === null ? "" : String(profile.company_start_year),
  company_start_month: profile.company_start_month === null ? "" : String(profile.company_start_month),
  company_monthly_income_kobo: profile.company_monthly_income_kobo,
  company_monthly_profit_kobo: profile.company_monthly_profit_kobo,
  education: profile.education ?? "",
});

function WorkForm({ profile, onDone }: { profile: Profile; onDone: () => void }): ReactNode {
  const [earning, setEarning] = useState(profile.employment_status ?? "");
  const rules = useMemo(() => {
    const asked = rulesOfFormTwo(earning);
    return Object.fromEntries(FIELDS.flatMap((field) => (asked[field] === undefined ? [] : [[field, asked[field]]])));
  }, [earning]);
  const form = useCallForm(calls.onboarding.updateOnboardingProfile, {
    initial: initialOf(profile),
    rules,
    toBody: (values) => {
      const asked = Object.fromEntries(
        Object.entries(values).filter(([field, value]) => field in rules && value !== "" && value !== null),
      );
      const numbers = Object.fromEntries(
        ["salary_day", "company_start_year", "company_start_month"]
          .filter((field) => field in asked)
          .map((field) => [field, Number(asked[field])]),
      );
      return {
        ...asked,
        ...numbers,
        marital_status: profile.marital_status,
        gender: profile.gender,
        address: profile.address,
      } as never;
    },
    onDone: async () => {
      await reloadSession();
      onDone();
    },
  });
  // A draft from an earlier visit may have chosen already.
  if (form.values.employment_status !== earning) setEarning(form.values.employment_status);
  return (
    <Form form={form}>
      <Choices
        legend="How do you earn?"
        choices={earnings}
        value={earning as (typeof earnings)[number]["value"]}
        onChange={(value) => form.set("employment_status", value)}
      />
      {earning === "employed" && <EmployedFields />}
      {earning === "self-employed" && <SelfEmployedFields />}
      {earning !== "" && (
        <>
          <div className={`stack ${styles.group}`}>
            <FieldRow>
              <MoneyField
                name="salary_kobo"
                label={earning === "employed" ? "Salary a month, after tax" : "What you pay yourself a month"}
              />
              <SelectField name="salary_day" label="Paid on the" choices={days} />
            </FieldRow>
          </div>
          <div className={`stack ${styles.group}`}>
            <h2>The account that it is paid into</h2>
            <FieldRow>
              <BankField name="bank_code" label="Bank" hint="Type to find it" />
              <TextField
                name="account_no"
                label="Account number"
                inputMode="numeric"
                maxLength={10}
                autoComplete="off"
                hint={profile.account_no ? `Now ${profile.account_no}: type it again` : "10 digits"}
              />
            </FieldRow>
            <p className="muted small">
              We ask your bank whose account it is and show you the name. It has to be your own.
            </p>
          </div>
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </Form>
  );
}

const EmployedFields = (): ReactNode => (
  <div className={`stack ${styles.group}`}>
    <TextField name="employer" label="Employer" autoComplete="organization" />
    <FieldRow>
      <TextField name="position" label="Position" autoComplete="organization-title" />
      <SelectField name="emp_type" label="Kind of employment" choices={choicesOf(employmentTypes)} />
    </FieldRow>
    <TextField name="company_address" label="Address of the workplace" />
  </div>
);

const SelfEmployedFields = (): ReactNode => (
  <div className={`stack ${styles.group}`}>
    <TextField name="employer" label="Name of the business" autoComplete="organization" />
    <SelectField
      name="company_industry"
      label="Industry"
      choices={industries.map((name) => ({ value: name, label: name }))}
    />
    <TextAreaField name="company_description" label="What it does" rows={2} />
    <FieldRow>
      <SelectField name="company_start_month" label="Began in" choices={months} />
      <TextField name="company_start_year" label="Year" inputMode="numeric" maxLength={4} />
    </FieldRow>
    <FieldRow>
      <MoneyField name="company_monthly_income_kobo" label="Income a month" />
      <MoneyField name="company_monthly_profit_kobo" label="Profit a month" />
    </FieldRow>
    <SelectField name="education" label="Your education" choices={choicesOf(educationLevels)} />
  </div>
);
