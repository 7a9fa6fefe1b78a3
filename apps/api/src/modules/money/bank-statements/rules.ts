/** Whether a statement is ours, what of it is new, and what may be done to it. Pure (decisions.md, "A bank statement"). */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import { day, naira } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/money/bank-statements";
import { type BankStatement, addDays } from "@manilla/credit";

/** A line as the file has it and as we keep it. */
export interface Line {
  booked_on: string;
  amount_kobo: bigint;
  reference: string | null;
}

/** The statement that was taken last. */
export interface Last {
  statement_on: string;
  closing_kobo: bigint;
  sequence: string | null;
  /** Its last day was not over then: that day may be carried on. */
  is_interim: boolean;
}

export interface Known {
  /** Bank code/account number; empty where it is not set. */
  own_account: string;
  today: string;
  last: Last | undefined;
  /** What we hold of the days that the file names. */
  lines: readonly Line[];
}

export interface Assessment {
  verdict: "ours" | "known" | "second_person" | "refused";
  reasons: string[];
  /** Which lines of the file are not known yet, by their place in it. */
  fresh: number[];
}

const OWN_CURRENCY = "NGN";
const MAX_DAYS_BACK = 45;

/**
 * Whether an account as a file writes it is ours: with or without the bank's code, its sort code, a BIC, the head of an IBAN, the currency, spaces,
 * and zeros in front. Another bank's code before the same number is another account.
 * @param own bank code/account number
 */
export function isOwnAccount(written: string, own: string): boolean {
  const [bank = "", number = ""] = own
    .toUpperCase()
    .split("/")
    .map((part) => part.replace(/[^A-Z0-9]/g, ""));
  if (number === "") return false;
  const text = written
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/NGN$/, "");
  if (/^\d+$/.test(text) && text.length <= number.length) return text.padStart(number.length, "0") === number;
  if (!text.endsWith(number)) return false;
  const before = text.slice(0, -number.length).replace(/^NG\d{2}/, "");
  return new RegExp(`^([A-Z]{4}(NG[A-Z0-9]{2}([A-Z0-9]{3})?)?)?(0*${bank}(\\d{6})?)?0*$`).test(before);
}

const sum = (lines: readonly Line[]): bigint => lines.reduce((total, { amount_kobo }) => total + amount_kobo, 0n);

/** Lines of a file that we do not hold yet, and how many we hold that the file lacks: by day, amount and reference; of equal ones, as many as are more. */
function compare(lines: readonly Line[], held: readonly Line[]): { fresh: number[]; lacking: number } {
  const counts = new Map<string, number>();
  const keyOf = (line: Line, reference: string | null): string =>
    [line.booked_on, line.amount_kobo, reference].join("|");
  const add = (line: Line, reference: string | null, count: number): void =>
    void counts.set(keyOf(line, reference), (counts.get(keyOf(line, reference)) ?? 0) + count);
  // Every line under its reference, and under none: a format may have no room for it.
  const ANY = "*";
  for (const line of held) {
    add(line, line.reference, 1);
    add(line, ANY, 1);
  }
  const isTaken = (line: Line, reference: string | null): boolean => {
    if ((counts.get(keyOf(line, reference)) ?? 0) <= 0 || (counts.get(keyOf(line, ANY)) ?? 0) <= 0) return false;
    add(line, reference, -1);
    if (reference !== ANY) add(line, ANY, -1);
    return true;
  };
  const unequal = [...lines.keys()].filter((at) => !isTaken(lines[at]!, lines[at]!.reference));
  const fresh = unequal.filter((at) => {
    const line = lines[at]!;
    return !(line.reference === null ? isTaken(line, ANY) : isTaken(line, null));
  });
  return { fresh, lacking: held.length - (lines.length - fresh.length) };
}

const numberOf = (sequence: string | null | undefined): number | undefined =>
  /^\d+(\/\d+)?$/.test(sequence ?? "") ? Number.parseInt(sequence!, 10) : undefined;

/** A file's statements as one; its number is that of the first, `last_sequence` that of the last. */
export type Read = BankStatement & { last_sequence: string | null };
type Judged = Read & { lines: readonly Line[] };

/** Why it is none of ours, whatever it says; null when it may be. */
function whyNotOurs(statement: BankStatement, { own_account, today }: Known): string | null {
  const { account_number, currency, flags, transactions } = statement;
  if (own_account === "")
    return "Our own account is not set yet (Configuration, own bank account): no statement can be known as ours.";
  if (account_number !== null && !isOwnAccount(account_number, own_account))
    return `This statement is of the account ${account_number}; ours is ${own_account}.`;
  if (currency !== null && currency !== OWN_CURRENCY)
    return `This statement is in ${currency}; our account is kept in ${OWN_CURRENCY}.`;
  const [broken] = flags;
  if (broken) return `This statement does not hold together. ${broken.message}`;
  const days = [...transactions.map(({ booked_on }) => booked_on), ...(statement.to ? [statement.to] : [])];
  const future = days.find((date) => date > today);
  if (future) return `This statement names ${day(future)}, a day that has not come.`;
  const old = days.find((date) => date < addDays(today, -MAX_DAYS_BACK));
  return old ? `This statement names ${day(old)}, more than ${MAX_DAYS_BACK} days back.` : null;
}

/** How it follows on the last one: `refused` for a break in the chain, `gap` where days or numbers are missing between. */
function chainOf(statement: Judged, last: Last, known_kobo: bigint): { refused?: string; gap?: string } {
  const { lines, closing_kobo, to, from } = statement;
  const [first, number, before] = [statement.sequence, statement.last_sequence, last.sequence].map(numberOf);
  const isLater = to !== null && to > last.statement_on;
  const isNewYear = to !== null && to.slice(0, 4) > last.statement_on.slice(0, 4);
  if (number !== undefined && before !== undefined && !isNewYear && (isLater ? number <= before : number < before))
    return { refused: `It carries the number ${number}; our last statement has ${before}.` };
  const skipsNumbers = first !== undefined && before !== undefined && !isNewYear && first > before + 1;
  const skipsDays = (from ?? lines[0]?.booked_on ?? last.statement_on) > addDays(last.statement_on, 1);
  const opening = statement.opening_kobo ?? (closing_kobo === null ? null : closing_kobo - sum(lines));
  const opens = opening === null ? null : opening + known_kobo;
  if (opens !== null && opens !== last.closing_kobo) {
    const words = `opens with ${naira(opens)}, but our last one, of ${day(last.statement_on)}, closed with ${naira(last.closing_kobo)}.`;
    return skipsDays || skipsNumbers ? { gap: `There is a gap: it ${words}` } : { refused: `It ${words}` };
  }
  return skipsNumbers ? { gap: `There is a gap: the numbers between ${before} and ${first} are missing.` } : {};
}

/** Judges a statement against what we hold. */
export function assess(statement: Read, known: Known): Assessment {
  const lines: readonly Line[] = statement.transactions;
  const { last } = known;
  const to = statement.to ?? lines.at(-1)?.booked_on ?? null;
  const days = new Set([...lines.map(({ booked_on }) => booked_on), to]);
  const { fresh, lacking } = compare(
    lines,
    known.lines.filter(({ booked_on }) => days.has(booked_on)),
  );
  const refused = whyNotOurs(statement, known);
  if (refused) return { verdict: "refused", reasons: [refused], fresh };
  const reasons: string[] = [];
  if (lacking > 0) reasons.push(`Lines that we hold of these days are not in it: ${lacking}.`);
  if (statement.account_number === null) reasons.push("The file does not name the account.");
  if (statement.currency === null) reasons.push("The file does not name the currency.");
  if (statement.closing_kobo === null) reasons.push("The file has no balances.");
  if (!last)
    return { verdict: "second_person", reasons: ["It is the first statement of this account.", ...reasons], fresh };
  const isOver = last.is_interim && to === last.statement_on && to < known.today;
  if (fresh.length === 0 && to !== null && to <= last.statement_on && !isOver)
    return { verdict: lacking > 0 ? "second_person" : "known", reasons, fresh };
  const isHeld = ({ booked_on }: Line): boolean =>
    booked_on < last.statement_on || (booked_on === last.statement_on && !last.is_interim);
  const others = fresh.filter((at) => isHeld(lines[at]!));
  if (others.length > 0) reasons.push(`Lines of days that we have are not the ones that we hold: ${others.length}.`);
  const isWithin = to !== null && to < last.statement_on;
  const chain = isWithin
    ? {}
    : chainOf({ ...statement, to, lines }, last, sum(lines.filter((_, at) => !fresh.includes(at))));
  if (chain.refused) return { verdict: "refused", reasons: [chain.refused], fresh };
  if (chain.gap) reasons.unshift(chain.gap);
  return { verdict: reasons.length > 0 ? "second_person" : "ours", reasons, fresh };
}

export interface StatementFacts {
  status: string;
  format: string;
  verdict: Assessment["verdict"];
  is_last: boolean;
  /** Who brought the file; null where it was fetched from the bank. */
  brought_by: string | null;
}

/** A file is what its bringer says that the bank says. */
const own_file: Rule<StatementFacts> = ({ brought_by }, caller) => brought_by === caller.user_id;
const not_ours: Rule<StatementFacts> = ({ verdict }) => verdict === "refused";

export const statementRules: RulesOf<typeof calls, StatementFacts> = {
  take: { not_ours, needs_second: ({ verdict }) => verdict === "second_person", own_file },
  ask: { not_ours },
  discard: {},
  takeBack: { not_the_last: ({ is_last }) => !is_last, is_opening: ({ format }) => format === "opening" },
};
