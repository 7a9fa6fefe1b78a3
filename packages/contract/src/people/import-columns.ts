/** The columns of a file of people and what headings are also called: read by the server, and by the browser before a file is sent. No zod. */

/** Columns of the provider's customers, C031. The salary is in naira or, as `salary_kobo`, in kobo. */
export const customerColumns = [
  "name",
  "email",
  "phone",
  "date_of_birth",
  "gender",
  "address",
  "state",
  "employment_status",
  "employer",
  "salary",
  "salary_kobo",
  "salary_day",
] as const;
/** Columns of a company's employees. */
export const employeeColumns = [
  "name",
  "email",
  "phone",
  "position",
  "staff_number",
  "department",
  "manager",
  "salary",
] as const;
/** Without them nobody is made. A name may be in two columns, `first_name` and `last_name`. */
export const requiredColumns = ["name", "email", "phone"] as const;

/** The columns of a kind of file. */
export interface ColumnsOfFile {
  columns: readonly string[];
  required: readonly string[];
  /** What headings are also called, in our spelling, and the column that each says; people's where it is left out. */
  synonyms?: ReadonlyMap<string, string>;
}
export const customerFile: ColumnsOfFile = { columns: customerColumns, required: requiredColumns };
export const employeeFile: ColumnsOfFile = { columns: employeeColumns, required: requiredColumns };

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["full_name", "name"],
  ["surname", "last_name"],
  ["e_mail", "email"],
  ["email_address", "email"],
  ["phone_number", "phone"],
  ["mobile", "phone"],
  ["dob", "date_of_birth"],
  ["birthday", "date_of_birth"],
  ["monthly_salary", "salary"],
  ["names", "name"],
  ["employee_name", "name"],
  ["staff_name", "name"],
  ["work_email", "email"],
  ["work_e_mail", "email"],
  ["mail", "email"],
  ["telephone", "phone"],
  ["mobile_number", "phone"],
  ["mobile_phone", "phone"],
  ["gsm", "phone"],
  ["employee_id", "staff_number"],
  ["employee_number", "staff_number"],
  ["staff_id", "staff_number"],
  ["staff_no", "staff_number"],
  ["payroll_number", "staff_number"],
  ["job_title", "position"],
  ["designation", "position"],
  ["title", "position"],
  ["unit", "department"],
  ["line_manager", "manager"],
  ["supervisor", "manager"],
  ["reports_to", "manager"],
]);

/** What a heading says as one of our columns or, where it says none of them, in our spelling. */
export const columnOf = (heading: string, synonyms: ReadonlyMap<string, string> = SYNONYMS): string => {
  const plain = heading
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 60);
  return synonyms.get(plain) ?? plain;
};

const columnKey = (heading: string): string => heading.trim().toLowerCase();
/**
 * The columns of a file, one for each heading. What somebody has named goes before what its heading says: another heading that says the same is not read as it.
 * @param named what the file calls a column, by our name
 */
export function columnsBy(
  headings: readonly string[],
  named: Readonly<Record<string, string | undefined>> = {},
  synonyms: ReadonlyMap<string, string> = SYNONYMS,
): string[] {
  const given = new Map(
    Object.entries(named).flatMap(([column, heading]) => (heading ? [[columnKey(heading), column] as const] : [])),
  );
  const taken = new Set(given.values());
  return headings.map((heading, at) => {
    const own = given.get(columnKey(heading));
    const said = columnOf(heading, synonyms);
    return own ?? (taken.has(said) ? `${said}_${at + 1}` : said);
  });
}
