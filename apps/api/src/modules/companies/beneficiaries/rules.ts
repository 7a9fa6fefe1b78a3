/** Decisions about beneficiaries. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/beneficiaries";
import { banks } from "@manilla/contract/nigeria/banks";

export interface BeneficiaryFacts {
  status: string;
  is_changing: boolean;
}

export const beneficiaryRules: RulesOf<typeof calls, BeneficiaryFacts> = {
  remove: { change_waits: ({ is_changing }) => is_changing },
};

/** What a new account is paid at most, and for how long. */
export interface Cooling {
  hours: number;
  limit_kobo: bigint;
}

const HOUR = 3_600_000;

/** When a new account stops being new; null where it is not paid yet, or is no longer new. */
export function coolingUntil(account_since: Date | null, { hours }: Pick<Cooling, "hours">, now: Date): Date | null {
  if (!account_since) return null;
  const until = new Date(account_since.getTime() + hours * HOUR);
  return until > now ? until : null;
}

/**
 * Whether an account may be paid an amount now.
 * @param paid_kobo what it was sent since it began
 * @returns null when it may, else how much it may be paid until when
 */
export function refusesToPay(
  amount_kobo: bigint,
  paid_kobo: bigint,
  account_since: Date,
  cooling: Cooling,
  now: Date,
): { left_kobo: bigint; until: Date } | null {
  const until = coolingUntil(account_since, cooling, now);
  if (!until || paid_kobo + amount_kobo <= cooling.limit_kobo) return null;
  return { left_kobo: cooling.limit_kobo > paid_kobo ? cooling.limit_kobo - paid_kobo : 0n, until };
}

/** What headings are also called, without anything but letters. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  name: ["name", "beneficiary", "beneficiaryname", "accountname", "fullname", "payee", "payeename", "staffname"],
  bank: ["bank", "bankname", "bankcode", "sortcode", "institution"],
  account_no: ["accountno", "accountnumber", "account", "acctno", "acctnumber", "nuban", "accno"],
  email: ["email", "emailaddress", "mail"],
};

/** Which column of a file holds what, in whatever order and spelling; a column that is not there is missing. */
export function columnsOf(headings: readonly string[]): Partial<Record<keyof typeof HEADINGS, string>> {
  const plain = new Map(headings.map((heading) => [heading.toLowerCase().replace(/[^a-z]/g, ""), heading]));
  return Object.fromEntries(
    Object.entries(HEADINGS).flatMap(([column, names]) => {
      const found = names.find((name) => plain.has(name));
      return found ? [[column, plain.get(found)!]] : [];
    }),
  );
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\b(plc|limited|ltd|nigeria|bank|of|mfb|microfinance)\b/g, "")
    .replace(/[^a-z0-9]/g, "");
const byName = new Map(banks.map(({ name, code }) => [folded(name), code]));
const codes = new Set(banks.map(({ code }) => code));

/** Other names by which people call a bank. */
const ALSO: ReadonlyMap<string, string> = new Map([
  ["gtb", "058"],
  ["gtbank", "058"],
  ["uba", "033"],
  ["fcmb", "214"],
  ["firstbank", "011"],
  ["first", "011"],
]);

/** The code of a bank that a file names by code (its zeros may be gone) or by name. */
export function bankCodeOf(text: string): string | undefined {
  const typed = text.trim();
  if (/^\d{1,3}$/.test(typed)) return codes.has(typed.padStart(3, "0")) ? typed.padStart(3, "0") : undefined;
  if (codes.has(typed)) return typed;
  const name = folded(typed);
  return byName.get(name) ?? ALSO.get(typed.toLowerCase().replace(/[^a-z]/g, ""));
}

export interface FileRow {
  name: string;
  bank: string;
  bank_code: string | undefined;
  account_no: string;
  email: string | null;
  /** Why it is refused before the bank is asked. */
  reason: string | undefined;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A row of a file, with what is wrong in it. Text stays text: an account number keeps the zeros at its beginning. */
export function fileRow(cells: Readonly<Record<string, string | undefined>>): FileRow {
  const [name, bank] = [(cells["name"] ?? "").trim().slice(0, 120), (cells["bank"] ?? "").trim().slice(0, 80)];
  const account_no = (cells["account_no"] ?? "").replace(/[\s'-]/g, "").slice(0, 40);
  const email = (cells["email"] ?? "").trim().slice(0, 200) || null;
  const bank_code = bankCodeOf(bank);
  const reason =
    name.length < 2
      ? "name: this field is required"
      : bank === ""
        ? "bank: this field is required"
        : !bank_code
          ? `bank: ${bank} is not known`
          : account_no === ""
            ? "account number: this field is required"
            : !/^\d+$/.test(account_no)
              ? "account number: digits only"
              : account_no.length !== 10
                ? `account number: it has ${account_no.length} digits and not 10; a spreadsheet takes zeros at its beginning away`
                : email && !EMAIL.test(email)
                  ? "email: this email is invalid"
                  : undefined;
  return { name, bank, bank_code, account_no, email, reason };
}
