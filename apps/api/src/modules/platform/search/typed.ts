/** What somebody typed into the global search, read: operators, ids, amounts, days, last digits, and the words that are left. Pure. */
import { isoDayOf } from "@manilla/contract/formats";
import { loanStates } from "@manilla/contract/lending/loan-states";
import { moneyStatuses } from "@manilla/contract/payments/money-event-kinds";
import type { Typed } from "../../../house/app.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const SAME = new Map([
  ["overdue", "past_due"],
  ["late", "past_due"],
  ["open", "running"],
  ["paid", "settled"],
]);

/** `12/03/2026`, `2026-03-12`, `12-03-2026`, `12 Mar 2026`. @returns `yyyy-mm-dd`, or undefined when there is no such day */
export function dayOf(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain);
  if (iso) return isoDayOf(`${iso[3]}/${iso[2]}/${iso[1]}`);
  const named = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/.exec(plain);
  const month = named ? MONTHS.indexOf(named[2] ?? "") + 1 : 0;
  if (named) return month > 0 ? isoDayOf(`${named[1]}/${month}/${named[3]}`) : undefined;
  return isoDayOf(plain.replaceAll(/[-.]/g, "/"));
}

/** `5000`, `5,000`, `₦5000.50`, `5k`, `2m` as kobo. */
export function koboIn(text: string): bigint | undefined {
  const match = /^[₦n]?([\d,]{1,15})(?:\.(\d{1,2}))?([km])?$/i.exec(text);
  const whole = match?.[1]?.replaceAll(",", "");
  if (!match || !whole) return undefined;
  const factor = match[3]?.toLowerCase() === "k" ? 1_000n : match[3]?.toLowerCase() === "m" ? 1_000_000n : 1n;
  return (BigInt(whole) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"))) * factor;
}

function readAmount(text: string): Typed["amount"] | undefined {
  const [, sign = "", value = ""] = /^([<>]?)=?(.+)$/.exec(text) ?? [];
  const [low, high] = value.split("..").map((part) => koboIn(part));
  if (value.includes(".."))
    return low === undefined && high === undefined
      ? undefined
      : { ...(low !== undefined && { min: low }), ...(high !== undefined && { max: high }) };
  if (low === undefined) return undefined;
  return sign === ">" ? { min: low } : sign === "<" ? { max: low } : { min: low, max: low };
}

/** `>30`, `<10`, `30`, `30..60`, `>=90` as days past due; unlike an amount, a number of days is not its own neighbour. */
function readLate(text: string): Typed["late"] {
  const [, sign = "", low = "", high] = /^([<>]?=?)(\d{1,4})(?:\.\.(\d{1,4}))?$/.exec(text) ?? [];
  const days = Number(low);
  if (low === "" || (high !== undefined && sign !== "")) return undefined;
  if (high !== undefined) return { min: days, max: Number(high) };
  if (sign.startsWith(">")) return { min: sign === ">" ? days + 1 : days };
  return sign.startsWith("<") ? { min: 1, max: sign === "<" ? days - 1 : days } : { min: days, max: days };
}

/** Of loans, and of movements of money. */
const STATES: ReadonlySet<string> = new Set([...loanStates.states, ...moneyStatuses]);
function readStatus(text: string): string[] {
  return text
    .toLowerCase()
    .split(",")
    .map((word) => SAME.get(word) ?? word.replaceAll("-", "_"))
    .filter((word) => STATES.has(word));
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const DAY_MS = 86_400_000;
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** `25 Nov` of the year in which it is nearest to today. */
function nearest(text: string, today: string): string | undefined {
  const year = Number(today.slice(0, 4));
  const away = (day: string): number => Math.abs(Date.parse(day) - Date.parse(today));
  return [year - 1, year, year + 1]
    .flatMap((one) => dayOf(`${text} ${one}`) ?? [])
    .toSorted((left, right) => away(left) - away(right))[0];
}

/** `due friday`, `due today`, `due 25 Nov`: the next such day. @returns the day and the words that say it */
function dueIn(text: string, today: string): { day: string; said: string } | undefined {
  const [said = "", word = ""] = /(?:^|\s)due (\d{1,2} [a-z]{3,9}|[a-z]+)(?=\s|$)/i.exec(text) ?? [];
  const name = word.toLowerCase();
  const weekday = name.length < 3 ? -1 : DAYS.findIndex((one) => one.startsWith(name));
  const now = new Date(`${today}T00:00:00Z`).getUTCDay();
  const day =
    name === "today"
      ? today
      : name === "tomorrow"
        ? plusDays(today, 1)
        : weekday >= 0
          ? plusDays(today, (weekday - now + 7) % 7)
          : nearest(word, today);
  return day ? { day, said } : undefined;
}

/** A word that can only be an amount: `77857.87`, `₦5,000`, `>500k`, `2m`. */
const isAmount = (word: string): boolean => /^([<>]=?₦?[\d,]+|₦[\d,]+|[\d,]+\.\d{2}$|[\d,]+[km]$)/i.test(word);

/** Takes one word for what it is. @returns false when it is only a word */
function take(word: string, typed: Typed): boolean {
  const [, name = "", value = ""] = /^(status|amount|late|with|date):(.+)$/i.exec(word) ?? [];
  switch (name.toLowerCase()) {
    case "status":
      typed.status.push(...readStatus(value));
      return readStatus(value).length > 0;
    case "amount": {
      const amount = readAmount(value);
      Object.assign(typed.amount, amount);
      return amount !== undefined;
    }
    case "late":
      typed.late = readLate(value) ?? typed.late;
      return readLate(value) !== undefined;
    case "with":
      if (value.toLowerCase() === "me") typed.is_mine = true;
      return value.toLowerCase() === "me";
    case "date":
      break;
    default:
      if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) typed.id = word.toLowerCase();
      if (/^\d{4}$/.test(word)) typed.last_four = word;
      if (isAmount(word)) {
        const amount = readAmount(word);
        Object.assign(typed.amount, amount);
        if (amount) return true;
      }
      // Four digits may also be part of a reference, a phone or a name: they stay a word as well.
      if (typed.id === word.toLowerCase()) return true;
  }
  const day = dayOf(name ? value : word);
  if (day) typed.day = day;
  return day !== undefined;
}

/**
 * Reads a typed search: `status:overdue amount:>500000`, `late:>30 with:me`, `77857.87`, `12 Mar 2026`, `25 Nov`, `due friday`, an id, four digits, words.
 * @param today the business date, `yyyy-mm-dd`: days without a year are near it
 */
export function readTyped(whole: string, today: string): Typed {
  const typed: Typed = { words: [], status: [], amount: {} };
  const due = dueIn(whole, today);
  if (due) Object.assign(typed, { day: due.day, is_due: true });
  const text = due ? whole.replace(due.said, " ") : whole;
  const named = /(?:^|\s)(\d{1,2} [a-z]{3,9}(?: \d{4})?)(?=\s|$)/i.exec(text);
  const day = named?.[1] === undefined ? undefined : (dayOf(named[1]) ?? nearest(named[1], today));
  if (day) typed.day = day;
  const rest = day && named ? text.replace(named[0], " ") : text;
  for (const word of rest.trim().split(/\s+/).filter(Boolean).slice(0, 8))
    if (!take(word, typed)) typed.words.push(word);
  return typed;
}

/** Whether the search asks for loans, or movements of money, by what they are, not by name. */
export const hasOperators = ({ status, amount, late, is_mine, day }: Typed): boolean =>
  [amount.min, amount.max, late, is_mine, day].some((one) => one !== undefined) || status.length > 0;

/** The same search as the address of the loans' list. @param me the caller's id */
export function listAddress({ words, status, amount, late, is_mine, day }: Typed, me: string): string {
  const query = new URLSearchParams();
  if (words.length > 0) query.set("search", words.join(" "));
  if (status.length > 0) query.set("f.status", status.join(","));
  if (amount.min !== undefined || amount.max !== undefined)
    query.set("f.principal_kobo", `${amount.min ?? ""}..${amount.max ?? ""}`);
  if (late) query.set("f.days_past_due", `${late.min ?? ""}..${late.max ?? ""}`);
  if (is_mine) query.set("f.assigned_to", me);
  if (day) {
    query.set("rangeStart", day);
    query.set("rangeEnd", day);
  }
  return `?${query.toString()}`;
}
