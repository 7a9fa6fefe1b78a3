/** The fields of a person's profile as forms ask for them: each declared once, used by staff and by the person. */
import { sentence } from "@manilla/contract/formats";
import { states } from "@manilla/contract/nigeria/states";
import { educationLevels, employmentTypes, genders, maritalStatuses } from "@manilla/contract/people/completeness";
import type { ReactNode } from "react";
import type { FieldProps } from "../form/field.ts";
import { FieldRow, PhoneField, TextField } from "../form/fields.tsx";
import {
  BankField,
  type Choice,
  DateField,
  MoneyField,
  SearchableField,
  SelectField,
  TextAreaField,
} from "../form/more-fields.tsx";
import type { Values } from "../form/use-call-form.tsx";

interface ProfileField extends Omit<FieldProps, "name"> {
  kind?: "phone" | "day" | "money" | "bank" | "area" | "number" | "email" | "found" | "choice";
  choices?: readonly Choice[];
  rows?: number;
  maxLength?: number;
  autoComplete?: string;
}

const words = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: sentence(value) }));

const fields = {
  name: { label: "Whole name" },
  email: { label: "E-mail", kind: "email" },
  phone: { label: "Phone", kind: "phone" },
  date_of_birth: { label: "Date of birth", kind: "day" },
  gender: { label: "Gender", choices: words(genders) },
  marital_status: { label: "Marital status", choices: words(maritalStatuses) },
  education: { label: "Education", choices: words(educationLevels) },
  address: { label: "Address" },
  state: { label: "State", kind: "found", choices: states.map(({ name }) => ({ value: name, label: name })) },
  local_government: { label: "Local government" },
  employment_status: { label: "Earns as", choices: words(["employed", "self-employed"]) },
  employer: { label: "Employer" },
  position: { label: "Position" },
  emp_type: { label: "Kind of work", choices: words(employmentTypes) },
  company_address: { label: "Address of employer" },
  company_industry: { label: "Industry" },
  company_description: { label: "What it does", kind: "area" },
  company_start_month: { label: "Began in month", hint: "1 to 12", kind: "number" },
  company_start_year: { label: "Began in year", kind: "number" },
  company_monthly_income_kobo: { label: "Income a month", kind: "money" },
  company_monthly_profit_kobo: { label: "Profit a month", kind: "money" },
  salary_kobo: { label: "Salary a month", kind: "money" },
  salary_day: { label: "Day of the month", kind: "number" },
  bank_code: { label: "Bank", kind: "bank" },
  account_no: { label: "Account number", kind: "number", maxLength: 10 },
} as const satisfies Record<string, ProfileField>;
export type ProfileName = keyof typeof fields;

function Field({ name, ...given }: ProfileField & { name: ProfileName }): ReactNode {
  const { kind, choices, rows, ...rest } = given as ProfileField;
  const field = { ...rest, name };
  if (choices)
    return kind === "found" ? (
      <SearchableField {...field} choices={choices} />
    ) : (
      <SelectField {...field} choices={choices} />
    );
  if (kind === "phone") return <PhoneField {...field} />;
  if (kind === "day") return <DateField {...field} />;
  if (kind === "money") return <MoneyField {...field} />;
  if (kind === "bank") return <BankField {...field} />;
  if (kind === "area") return <TextAreaField {...field} {...(rows !== undefined && { rows })} />;
  if (kind === "number") return <TextField {...field} inputMode="numeric" />;
  if (kind === "email") return <TextField {...field} type="email" inputMode="email" />;
  return <TextField {...field} />;
}

interface Props {
  /** One below the other; those of an inner list side by side. */
  rows: readonly (ProfileName | readonly ProfileName[])[];
  /** What differs in this form. */
  differ?: Partial<Record<ProfileName, Partial<ProfileField>>>;
}

/** Fields of the profile, inside a form. */
export function ProfileFields({ rows, differ = {} }: Props): ReactNode {
  const field = (name: ProfileName): ReactNode => (
    <Field key={name} name={name} {...{ ...fields[name], ...differ[name] }} />
  );
  return rows.map((row) =>
    typeof row === "string" ? field(row) : <FieldRow key={row.join()}>{row.map(field)}</FieldRow>,
  );
}

const isMoney = (name: string): boolean => name.endsWith("_kobo");
const isNumber = (name: string): boolean => ["salary_day", "company_start_month", "company_start_year"].includes(name);
type Known = Partial<Record<ProfileName, string | number | bigint | null>>;

/** The values of a form's fields as they are known. */
export const valuesOf = (rows: Props["rows"], known: Known): Values =>
  Object.fromEntries(
    rows.flat().map((name) => {
      const value = known[name as ProfileName] ?? null;
      return [name, isMoney(name) ? (value === null ? null : Number(value)) : String(value ?? "")];
    }),
  );

/** What was filled in, in the types of the call. */
export const filledIn = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== "" && value !== null && value !== undefined)
      .map(([name, value]) => [name, isNumber(name) ? Number(value) : value]),
  );
