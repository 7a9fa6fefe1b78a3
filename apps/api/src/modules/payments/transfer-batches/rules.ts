/** Decisions about batches of transfers and their rows. Pure; amounts in kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import { checkForm } from "@manilla/contract/form-rules";
import { koboInFile, naira } from "@manilla/contract/formats";
import { bankName } from "@manilla/contract/nigeria/banks";
import { nameVerdict } from "@manilla/contract/nigeria/name-match";
import type { BatchKind } from "@manilla/contract/payments/transfer-batch-kinds";
import type * as calls from "@manilla/contract/payments/transfer-batches";
import { normalisePhone } from "@manilla/contract/phone";
import { checkNuban } from "@manilla/credit";

export interface BatchFacts {
  status: string;
  kind: BatchKind;
  /** Rows that are still to be looked at. */
  open_count: number;
  row_count: number;
  failed_count: number;
  again_id: string | null;
}

/** Which permission sends a kind of batch, and which sees it. */
export const SENDS = { payments: "company:can_request_transfers", salary: "company:can_pay_salaries" } as const;
export const SEES = { payments: "company:can_view_transfers", salary: "company:can_pay_salaries" } as const;

const not_yours = ({ kind }: BatchFacts, caller: { permissions: ReadonlySet<string> }): boolean =>
  !caller.permissions.has(SENDS[kind]);

export const batchRules: RulesOf<typeof calls, BatchFacts> = {
  submit: { not_yours, no_rows: ({ row_count }) => row_count === 0, rows_open: ({ open_count }) => open_count > 0 },
  cancel: { not_yours },
  again: {
    not_yours,
    nothing_failed: ({ failed_count }) => failed_count === 0,
    made_already: ({ again_id }) => again_id !== null,
  },
};

/** A row as it was typed. */
export interface TypedRow {
  payee: string;
  bank: string;
  account_no: string;
  amount: string;
  narration: string;
  row_reference: string;
  staff_number: string;
  /** Where the payee hears that it has arrived. */
  email: string;
  phone: string;
}
export type Column = keyof TypedRow;
export interface ReadRow extends TypedRow {
  bank_code: string | null;
  amount_kobo: bigint | null;
  /** What has to be corrected before the bank is asked. */
  refusal: string | null;
}

/** What headings are also called, without anything but letters; the first name is that of the template. */
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  payee: [
    "name",
    "payee",
    "payeename",
    "beneficiary",
    "beneficiaryname",
    "accountname",
    "fullname",
    "names",
    "staffname",
    "employeename",
  ],
  bank: ["bank", "bankname", "bankcode", "sortcode", "institution"],
  account_no: ["accountnumber", "accountno", "account", "acctno", "acctnumber", "nuban", "accno"],
  amount: ["amount", "netpay", "netsalary", "salary", "net", "amountngn", "amountnaira", "pay", "value"],
  narration: ["narration", "description", "remark", "remarks", "purpose", "for"],
  row_reference: ["reference", "ref", "invoice", "invoicenumber"],
  staff_number: ["employeeid", "staffnumber", "staffid", "staffno", "employeenumber", "payrollnumber"],
  email: ["email", "emailaddress", "mail", "payeeemail"],
  phone: ["phone", "phonenumber", "mobile", "mobilenumber", "gsm", "telephone", "payeephone"],
};
export const REQUIRED: readonly Column[] = ["bank", "account_no", "amount"];
const plain = (heading: string): string => heading.toLowerCase().replace(/[^a-z]/g, "");

/**
 * The column of each field, by its heading, in any order and spelling.
 * @param named what the company calls its columns, by our name
 */
export function placesOf(
  headings: readonly string[],
  named: Readonly<Partial<Record<Column, string>>> = {},
): Partial<Record<Column, number>> {
  const [all, exact] = [headings.map(plain), headings.map((heading) => heading.trim().toLowerCase())];
  return Object.fromEntries(
    (Object.keys(HEADINGS) as Column[]).flatMap((column) => {
      const own = named[column];
      const names = [...(own && plain(own) !== "" ? [plain(own)] : []), ...HEADINGS[column]];
      // A column that is called by a sign is found by the sign only.
      const places = [own ? exact.indexOf(own.trim().toLowerCase()) : -1, ...names.map((name) => all.indexOf(name))];
      const at = places.find((place) => place >= 0);
      return at === undefined ? [] : [[column, at]];
    }),
  );
}

/** What an encoding did to letters. */
const BROKEN = /\uFFFD|Ã[\u0080-\u00BF]|â€/u;
/** What a spreadsheet would run. */
const FORMULA = /^[=+@\t\r-]/;

const textRefusal = ({ payee, narration, row_reference }: TypedRow): string | null => {
  for (const [name, text] of [
    ["name", payee],
    ["narration", narration],
    ["reference", row_reference],
  ] as const) {
    if (BROKEN.test(text)) return `${name}: letters are broken; save the file as UTF-8`;
    if (FORMULA.test(text)) return `${name}: it begins like a formula`;
  }
  return null;
};

/** What is wrong with an account number; the zeros that a spreadsheet took away are found and said. */
export function accountRefusal(account_no: string, bank_code: string): string | null {
  if (account_no === "") return "account number: this field is required";
  if (/^\d(\.\d+)?e\+?\d+$/i.test(account_no)) return "account number: a spreadsheet has rounded it; type it again";
  if (!/^\d+$/.test(account_no)) return "account number: digits only";
  if (account_no.length < 10) {
    const whole = account_no.padStart(10, "0");
    const fits = checkNuban(bank_code, whole) === "valid" ? `; ${whole} fits this bank` : "";
    return `account number: it has ${account_no.length} digits and not 10; a spreadsheet takes zeros at its beginning away${fits}`;
  }
  if (account_no.length > 10) return `account number: it has ${account_no.length} digits and not 10`;
  if (/^\d{3}$/.test(bank_code) && checkNuban(bank_code, account_no) === "invalid")
    return "account number: this is not an account number of this bank";
  return null;
}

/** What is wrong with the address or the phone of a payee. */
function addressRefusal({ email, phone }: TypedRow): string | null {
  if (email !== "" && checkForm({ email: "email" }, { email }).email) return "e-mail: this is no address";
  return phone !== "" && normalisePhone(phone) === undefined ? "phone: this is no Nigerian number" : null;
}

/**
 * A row with all that is wrong in it, so that it is corrected once. Text stays text.
 * @param bankCodeOf the code of a bank by its code or name
 * @param has_formula a workbook's cell is computed: what it shows is not what it holds
 */
export function readRow(
  typed: TypedRow,
  bankCodeOf: (text: string) => string | undefined,
  has_formula = false,
): ReadRow {
  const bank_code = bankCodeOf(typed.bank) ?? null;
  const amount_kobo = koboInFile(typed.amount) ?? null;
  const faults = [
    textRefusal(typed),
    typed.bank === ""
      ? "bank: this field is required"
      : bank_code === null
        ? `bank: ${typed.bank} is not known, or closed`
        : null,
    accountRefusal(typed.account_no, bank_code ?? ""),
    amount_kobo === null
      ? `amount: ${typed.amount === "" ? "this field is required" : "this is not an amount of naira"}`
      : null,
    addressRefusal(typed),
  ].filter((fault) => fault !== null);
  const refusal = has_formula ? "this row has a formula: paste values instead" : faults.join("; ") || null;
  return { ...typed, bank: shownBank(bank_code, typed.bank), bank_code, amount_kobo, refusal };
}

/** What the bank's name for an account means for a row. */
export function nameJudgement(
  payee: string,
  named: { account_name: string; match_percent: number } | undefined,
): { refusal: string | null; name_warning: string | null } {
  if (!named) return { refusal: "account number: this bank has no such account", name_warning: null };
  const { account_name, match_percent } = named;
  if (payee === "") return { refusal: null, name_warning: `no name was given; the bank calls it ${account_name}` };
  const verdict = nameVerdict(match_percent);
  const words = `name: the bank calls it ${account_name} (${match_percent} % the same)`;
  return { refusal: verdict === "different" ? words : null, name_warning: verdict === "near" ? words : null };
}

/** Salaries are of a month within a year of today's. */
export const isMonthNear = (month: string, today: string): boolean => {
  const of = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return Math.abs(of(month) - of(today)) <= 12;
};

const MONTHS = "January February March April May June July August September October November December".split(" ");
/** What a batch is called where nobody has named it; salaries always by their month. */
export const nameOfBatch = (kind: BatchKind, month: string | null, given: string | null, file_name: string): string =>
  kind === "salary"
    ? `Salaries of ${MONTHS[Number(month!.slice(5)) - 1]} ${month!.slice(0, 4)}`
    : given?.trim() || file_name.replace(/\.(csv|xlsx|txt)$/i, "");

/** A cell that a spreadsheet would run gets an apostrophe. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const shownBank = (bank_code: string | null, typed: string): string => (bank_code ? bankName(bank_code) : typed);

export interface JudgedRow {
  number: number;
  bank_code: string;
  account_no_hash: Buffer;
  amount_kobo: bigint;
}
/** What was paid to an account in payments of one amount. */
export interface Paid {
  bank_code: string;
  /** The hash of its number, as hexadecimal digits. */
  account: string;
  amount_kobo: bigint;
  sent_kobo: bigint;
  /** The last day of it, if it was paid lately. */
  last_on: string | null;
  /** It was paid with success before its first hours. */
  is_known: boolean;
}
export interface Verdict {
  /** What a person confirms. */
  repeat_warning: string | null;
  /** What has to be corrected. */
  limit_refusal: string | null;
}
interface Before {
  kind: BatchKind;
  paid: readonly Paid[];
  /** Beneficiaries that the company has had for longer than the first hours. */
  agreed: readonly Pick<Paid, "bank_code" | "account">[];
  hours: number;
  limit_kobo: bigint;
}

/** The verdict of each row by those before it and by what was paid. @param rows in their order */
export function verdictsOf(rows: readonly JudgedRow[], { kind, paid, agreed, hours, limit_kobo }: Before): Verdict[] {
  const placeOf = ({ bank_code, account }: Pick<Paid, "bank_code" | "account">): string => `${bank_code}:${account}`;
  const known = new Set([...agreed, ...paid.filter(({ is_known }) => is_known)].map(placeOf));
  const lastOn = new Map(paid.map((each) => [`${placeOf(each)}:${each.amount_kobo}`, each.last_on]));
  const sent = new Map<string, bigint>();
  for (const each of paid) sent.set(placeOf(each), (sent.get(placeOf(each)) ?? 0n) + each.sent_kobo);
  const first = new Map<string, number>();
  return rows.map(({ number, bank_code, account_no_hash, amount_kobo }) => {
    const place = placeOf({ bank_code, account: account_no_hash.toString("hex") });
    const alike = `${place}:${amount_kobo}`;
    // Two salaries to one account are a slip, even of different amounts.
    const same = kind === "salary" ? place : alike;
    if (!first.has(same)) first.set(same, number);
    sent.set(place, (sent.get(place) ?? 0n) + amount_kobo);
    const [earlier, last_on] = [first.get(same)!, lastOn.get(alike)];
    const repeats = [
      ...(earlier === number ? [] : [`the same as row ${earlier}`]),
      ...(last_on ? [`the same amount was sent to this account on ${last_on}`] : []),
    ];
    const isTooMuch = kind !== "salary" && !known.has(place) && sent.get(place)! > limit_kobo;
    return {
      repeat_warning: repeats.length > 0 ? repeats.join("; ") : null,
      limit_refusal: isTooMuch
        ? `amount: this account is new, and takes ${naira(limit_kobo)} in its first ${hours} hours`
        : null,
    };
  });
}
