import { rulesOfFormTwo } from "@manilla/contract/people/completeness";
import { day, fullName, naira, ordinal } from "@manilla/contract/formats";
import { industries } from "@manilla/contract/nigeria/industries";
import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { BankField, MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { filledIn, ProfileFields, valuesOf } from "../../../shared/people/profile-fields.tsx";
import { reloadSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Choices } from "../../../shared/form/choices.tsx";
import styles from "./onboarding.module.css";
import { Done, Onward, type StepProps } from "./step-parts.tsx";
import { stepsOf } from "./steps.ts";

type Profile = StepProps["state"]["profile"];

const earnings = [
  { value: "employed", label: "Employed", hint: "An employer pays me a salary" },
  { value: "self-employed", label: "Self-employed", hint: "I work for myself or own a business" },
] as const;
const days = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: ordinal(index + 1) }));
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: day(`2024-${String(index + 1).padStart(2, "0")}-01`).slice(3, 6),
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
      <div className="stack">
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
        {profile.bank_account_status === "pending" && state.account_in_own_name === false && (
          <Notice tone="warning">
            The bank has this account in the name of {profile.account_name}; your account here is in the name of{" "}
            {fullName(state.person)}. Loans are only paid into an account of your own. If a digit is wrong, please
            change it now; if the account is yours under another name, go on, and a colleague looks at it.
          </Notice>
        )}
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

function WorkForm({ profile, onDone }: { profile: Profile; onDone: () => void }): ReactNode {
  const [earning, setEarning] = useState(profile.employment_status ?? "");
  const rules = useMemo(() => {
    const asked = rulesOfFormTwo(earning);
    return Object.fromEntries(FIELDS.flatMap((field) => (asked[field] === undefined ? [] : [[field, asked[field]]])));
  }, [earning]);
  const form = useCallForm(calls.onboarding.updateOnboardingProfile, {
    initial: {
      ...valuesOf(FIELDS, { ...profile, account_no: null }),
      employment_status: profile.employment_status ?? "",
    },
    rules,
    toBody: (values) => {
      const asked = Object.entries(values).filter(([field]) => field in rules);
      return {
        ...filledIn(Object.fromEntries(asked)),
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
                digits={10}
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
  <div className={styles.group}>
    <ProfileFields
      rows={["employer", ["position", "emp_type"], "company_address"]}
      differ={{
        employer: { autoComplete: "organization" },
        position: { autoComplete: "organization-title" },
        emp_type: { label: "Kind of employment" },
        company_address: { label: "Address of the workplace" },
      }}
    />
  </div>
);

const SelfEmployedFields = (): ReactNode => (
  <div className={styles.group}>
    <ProfileFields
      rows={[
        "employer",
        "company_industry",
        "company_description",
        ["company_start_month", "company_start_year"],
        ["company_monthly_income_kobo", "company_monthly_profit_kobo"],
        "education",
      ]}
      differ={{
        employer: { label: "Name of the business", autoComplete: "organization" },
        company_industry: { choices: industries.map((name) => ({ value: name, label: name })) },
        company_description: { rows: 2 },
        company_start_month: { label: "Began in", hint: undefined, choices: months },
        company_start_year: { label: "Year", maxLength: 4 },
        education: { label: "Your education" },
      }}
    />
  </div>
);
