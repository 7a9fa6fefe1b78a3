import { bankName } from "@manilla/contract/nigeria/banks";
import { addDays } from "../dates.ts";
import { makeNuban } from "../nuban.ts";
import { pick, randomFrom } from "../random.ts";
import { TRAITS, type Trait, employers, personalBanks, rows, streets } from "./people.data.ts";

export interface BankAccount {
  account_number: string;
  account_name: string;
  bank_code: string;
  bank_name: string;
  account_type: "SAVINGS" | "CURRENT";
}

/** Somebody of the sandbox's world, the same on every machine. Amounts in kobo. */
export interface Person {
  number: number;
  bvn: string;
  nin: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  gender: "male" | "female";
  date_of_birth: string;
  phone: string;
  email: string;
  work_email: string;
  address: string;
  state_of_origin: string;
  employer: string;
  /** 0 for those without a salary. */
  salary_kobo: number;
  salary_day: number;
  trait: Trait;
  about: string;
  /** First day of the statements. */
  opened_on: string;
  accounts: BankAccount[];
}

export interface People {
  all: readonly Person[];
  byBvn: (bvn: string) => Person | undefined;
  byNin: (nin: string) => Person | undefined;
  byAccount: (accountNumber: string, bankCode: string) => { person: Person; account: BankAccount } | undefined;
}

const FULL_HISTORY_DAYS = 400;
const THIN_HISTORY_DAYS = 75;

/** Builds the people. `origin` is the day on which this sandbox first started: histories reach back from there. */
export function createPeople(origin: string): People {
  const all = rows.map((row, index) => createPerson(row, index + 1, origin));
  const byBvn = new Map(all.map((person) => [person.bvn, person]));
  const byNin = new Map(all.map((person) => [person.nin, person]));
  const byAccount = new Map(
    all.flatMap((person) =>
      person.accounts.map(
        (account) => [`${account.bank_code}/${account.account_number}`, { person, account }] as const,
      ),
    ),
  );
  return {
    all,
    byBvn: (bvn) => byBvn.get(bvn),
    byNin: (nin) => byNin.get(nin),
    byAccount: (accountNumber, bankCode) => byAccount.get(`${bankCode}/${accountNumber}`),
  };
}

function createPerson(row: (typeof rows)[number], number: number, origin: string): Person {
  const [first_name, middle_name, last_name, gender, state_of_origin, trait, salaryNaira, salary_day] = row;
  const suffix = String(number).padStart(8, "0");
  const random = randomFrom(`person ${number}`);
  const [employer, domain] =
    salaryNaira > 0 ? pick(employers, random()) : (["Self-employed", "trader.example"] as const);
  const mailName = `${first_name}.${last_name}`.toLowerCase();
  const dateOfBirth = addDays("1974-01-15", Math.floor(random() * 9_400));
  return {
    number,
    bvn: `222${suffix}`,
    nin: `700${suffix}`,
    first_name,
    middle_name,
    last_name,
    gender,
    date_of_birth: dateOfBirth,
    phone: `+234812${String(number).padStart(7, "0")}`,
    email: `${mailName}@mail.example`,
    work_email: `${mailName}@${domain}`,
    address: `${1 + Math.floor(random() * 120)} ${pick(streets, random())}`,
    state_of_origin,
    employer,
    salary_kobo: salaryNaira * 100,
    salary_day,
    trait,
    about: TRAITS[trait],
    opened_on: addDays(origin, -(trait === "thin_file" ? THIN_HISTORY_DAYS : FULL_HISTORY_DAYS)),
    accounts: createAccounts(row, number),
  };
}

/** The first account is where the salary goes; every third person has a second one. */
function createAccounts([first, , last, , , trait]: (typeof rows)[number], number: number): BankAccount[] {
  const count = number % 3 === 0 ? 2 : 1;
  return Array.from({ length: count }, (_, index) => {
    const bank_code = pick(personalBanks, ((number * 7 + index * 3) % personalBanks.length) / personalBanks.length);
    return {
      account_number: makeNuban(bank_code, 100_000_000 + number * 1_000 + index * 17),
      account_name:
        trait === "mismatch" ? (MISMATCHED[number % MISMATCHED.length] ?? "") : `${last} ${first}`.toUpperCase(),
      bank_code,
      bank_name: bankName(bank_code),
      account_type: index === 0 ? ("SAVINGS" as const) : ("CURRENT" as const),
    };
  });
}

const MISMATCHED = ["GREENGATE VENTURES LTD", "OKORO SUNDAY PAUL", "ALHAJI MOTORS ENTERPRISES"];

/** Last name first, as banks print it. */
export const fullName = (person: Person): string => `${person.first_name} ${person.middle_name} ${person.last_name}`;
