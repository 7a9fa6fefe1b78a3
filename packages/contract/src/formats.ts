/**
 * How figures, dates and texts are shown: constants.tsv K007–K016, ambiguities A55 and A64. The only place that formats,
 * for screens, documents, messages and exports alike. Nothing here uses floating point for money.
 */

type WireMoney = bigint | number;

const ZONE = "Africa/Lagos";
/** Lagos has no daylight saving: always one hour ahead of UTC. */
const ZONE_OFFSET_MS = 3_600_000;

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");

function decimalMoney(symbol: string, minor: WireMoney): string {
  const amount = BigInt(minor);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, "0");
  return `${amount < 0n ? "−" : ""}${symbol}${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/**
 * Naira: `₦1,234,567.80`; a true minus sign before the symbol for a negative amount.
 * @param kobo whole kobo
 * @throws RangeError when a number is not whole
 */
export const naira = (kobo: WireMoney): string => decimalMoney("₦", kobo);

/** Dollars: `$1,234.50`. @param cents whole cents */
export const dollars = (cents: WireMoney): string => decimalMoney("$", cents);

/** Money in its currency; of a third one, which no card of ours has, with its letters. @param minor kobo, cents, or hundredths */
export const money = (minor: WireMoney, currency = "NGN"): string =>
  currency === "USD" ? dollars(minor) : currency === "NGN" ? naira(minor) : decimalMoney(`${currency} `, minor);

/** An amount as it is typed back into a field: `1,234.50`, no symbol. */
export const plainMoney = (minor: WireMoney): string => decimalMoney("", minor).replace("−", "-");

/**
 * Reads what a person typed as money: commas and blanks are allowed, at most two decimals.
 * @returns kobo, or undefined when it is not an amount
 */
export function koboOf(text: string): bigint | undefined {
  const compact = text.replace(/[₦$,\s]/g, "");
  const match = /^(-?)(\d{1,18})(?:\.(\d{0,2}))?$/.exec(compact);
  if (!match) return undefined;
  const kobo = BigInt(match[2] ?? "0") * 100n + BigInt((match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" ? -kobo : kobo;
}

const IN_A_FILE = /^(?:₦|NGN|N)?\s*(\d{1,13}|\d{1,3}(?:([,\s])\d{3})(?:\2\d{3}){0,3})(?:\.(\d{0,2}))?\s*(?:NGN)?$/i;
/** Naira as a file has them, in kobo; undefined for what is no amount above nothing. A comma or a blank parts thousands, never kobo; nobody looks while it is typed. */
export function koboInFile(text: string): bigint | undefined {
  const naira = IN_A_FILE.exec(text.trim());
  if (!naira) return undefined;
  const kobo = BigInt(`${naira[1]!.replaceAll(/\D/g, "")}${(naira[3] ?? "").padEnd(2, "0")}`);
  return kobo > 0n ? kobo : undefined;
}

/**
 * A rate or share with two decimals: `15.68%`, rounded half away from zero.
 * @param value percent as an exact decimal string, or a number
 */
export function percent(value: string | number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(typeof value === "number" ? plainDecimal(value) : value.trim());
  if (!match) return "–";
  const fraction = (match[3] ?? "").padEnd(3, "0");
  let hundredths = BigInt((match[2] ?? "0") + fraction.slice(0, 2));
  if (fraction.charAt(2) >= "5") hundredths += 1n;
  const digits = hundredths.toString().padStart(3, "0");
  const sign = match[1] === "-" && hundredths !== 0n ? "−" : "";
  return `${sign}${grouped(digits.slice(0, -2))}.${digits.slice(-2)}%`;
}

/**
 * A rate on a paper that binds: two decimals as everywhere, and all of them where the rate has more. `42.00%`, `15.678%`.
 * @param value percent as an exact decimal string
 */
export const exactPercent = (value: string): string => {
  const bare = value.includes(".") ? value.replace(/0+$/, "") : value;
  return (bare.split(".")[1]?.length ?? 0) > 2 ? `${bare}%` : percent(value);
};

const plainDecimal = (value: number): string => (/e/i.test(String(value)) ? value.toFixed(12) : String(value));

/** A count: `12,345`. */
export const count = (value: number | bigint): string =>
  `${value < 0 ? "−" : ""}${grouped(String(value).replace("-", ""))}`;

/** A reference as people read it: of an id inside it the end is enough. */
export const shortReference = (reference: string): string =>
  reference.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{4}([0-9a-f]{8})/, (_, end: string) => end.toUpperCase());

/** A number with its noun: `1 loan`, `12,345 loans`. @param plural where it is not the noun with an s */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (value: number): string => String(value).padStart(2, "0");

type Moment = string | Date | null | undefined;

function instantOf(value: Moment): Date | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const at =
    typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? new Date(`${value}T00:00:00+01:00`)
      : new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** A moment, or a business date `yyyy-mm-dd`, by its parts in Lagos; "–" when it is not valid. */
const inLagos = (value: Moment, write: (lagos: Date) => string): string => {
  const at = instantOf(value);
  return at ? write(new Date(at.getTime() + ZONE_OFFSET_MS)) : "–";
};

/** Short (K025): `05/01/2024`. */
export const shortDay = (value: Moment): string =>
  inLagos(value, (at) => `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`);

/** Long: `05 Jan 2024`. */
export const day = (value: Moment): string =>
  inLagos(value, (at) => `${two(at.getUTCDate())} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`);

const exact = (value: Moment, seconds: (at: Date) => string): string =>
  inLagos(value, (at) => {
    const time = `${at.getUTCHours() % 12 || 12}:${two(at.getUTCMinutes())}${seconds(at)}`;
    return `${DAYS[at.getUTCDay()]}, ${day(value)} ${time}${at.getUTCHours() < 12 ? "am" : "pm"}`;
  });

/** Exact (K014): `Fri, 05 Jan 2024 3:07pm`. */
export const date = (value: Moment): string => exact(value, () => "");

/** The Lagos business date of a moment, `yyyy-mm-dd` (K026). */
export const isoDay = (at: Date): string => new Date(at.getTime() + ZONE_OFFSET_MS).toISOString().slice(0, 10);

/** Reads `dd/mm/yyyy`. @returns `yyyy-mm-dd`, or undefined when there is no such day */
export function isoDayOf(text: string): string | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim());
  if (!match) return undefined;
  const iso = `${match[3]}-${two(Number(match[2]))}-${two(Number(match[1]))}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
}

const steps: readonly (readonly [limitMs: number, unitMs: number, unit: string])[] = [
  [60_000, 1_000, "s"],
  [3_600_000, 60_000, "min"],
  [86_400_000, 3_600_000, "hour"],
  [30 * 86_400_000, 86_400_000, "day"],
  [365 * 86_400_000, 30 * 86_400_000, "month"],
  [Infinity, 365 * 86_400_000, "year"],
];
/** One unit away has a word of its own. The platform's formatter says the same, but to make one takes a phone 70 ms before its first word. */
const nextDoor: Readonly<Record<string, readonly [past: string, future: string]>> = {
  day: ["yesterday", "tomorrow"],
  month: ["last month", "next month"],
  year: ["last year", "next year"],
};

/**
 * How long ago, or until: `3 min ago`, `in 2 days`; minutes and seconds by their symbols, for the columns of lists.
 * @param now the present, given so that the result can be tested
 */
export function relativeTime(value: string | Date, now: Date): string {
  const at = instantOf(value);
  if (!at) return "–";
  const difference = at.getTime() - now.getTime();
  const size = Math.abs(difference);
  if (size < 10_000) return "just now";
  const [, unitMs, unit] = steps.find(([limit]) => size < limit) ?? [0, 1_000, "s"];
  const units = Math.trunc(size / unitMs);
  const [past, future] = nextDoor[unit] ?? [];
  if (units === 1 && past && future) return difference < 0 ? past : future;
  const words = `${units} ${unit}${units === 1 || unitMs < 3_600_000 ? "" : "s"}`;
  return difference < 0 ? `${words} ago` : `in ${words}`;
}

/** How long something waits: `2 days`, `1 month`. @param now the present, given so that the result can be tested */
export function waitingTime(since: string | Date, now: Date): string {
  const at = instantOf(since);
  if (!at) return "–";
  const size = Math.max(0, now.getTime() - at.getTime());
  if (size < 60_000) return "under a minute";
  const [, unitMs, unit] = steps.find(([limit]) => size < limit) ?? [0, 1_000, "s"];
  const units = Math.trunc(size / unitMs);
  return `${units} ${unit}${units === 1 || unitMs < 3_600_000 ? "" : "s"}`;
}

/** The exact moment with seconds and zone, for the hint behind a relative time. */
export const exactTime = (value: string | Date): string =>
  `${exact(value, (at) => `:${two(at.getUTCSeconds())}`)} (${ZONE})`;

/** 1st, 2nd, 3rd, 4th; 11th, 12th, 13th (K015, K016). */
export function ordinal(value: number): string {
  const exceptional = value % 100 >= 11 && value % 100 <= 13;
  const suffix = exceptional ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");
  return `${value}${suffix}`;
}

/** Cuts a text to a number of characters (20 by default, K012), the ellipsis not counted. */
export function truncate(text: string, length = 20): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`;
}

/** A card on a screen or in a message: `•••• 7890`. @param last4 null for one that the issuer has not made */
export const cardEnding = (last4: string | null): string => (last4 === null ? "not made yet" : `•••• ${last4}`);

/** Groups of four (K013): `5399 8312 3456 7890`; masked characters are kept. */
export const cardNumber = (text: string): string => text.replace(/[^\d*•]/g, "").replace(/(.{4})(?=.)/g, "$1 ");

/** Hides all but the last digits: `•••• 7890`. @param visible how many digits stay, 4 by default */
export const masked = (text: string, visible = 4): string => {
  const digits = text.replace(/\s/g, "");
  return digits.length <= visible ? "•".repeat(digits.length) : `•••• ${digits.slice(-visible)}`;
};

/** `14.2 MB`. @param bytes a file's size */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A name from a slug: `company_staff` → `Company staff`, `past_due` → `Past due`. */
export function sentence(slug: string): string {
  const text = slug.replace(/[_-]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A month in words: `2026-10` → `October 2026`. */
export const longMonth = (month: string): string =>
  new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-01`));

/** K041, K042: the word of the navbar's greeting. @param hour 0 to 23, on the person's clock */
export const greeting = (hour: number): "Morning" | "Afternoon" | "Evening" =>
  hour < 12 ? "Morning" : hour < 18 ? "Afternoon" : "Evening";

/** Initials for the picture of a person: `AO`. */
export const initials = (name: string, lastName = ""): string => {
  const letters = `${name} ${lastName}`
    .trim()
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase());
  return letters.length > 1 ? `${letters[0] ?? ""}${letters.at(-1) ?? ""}` : (letters[0] ?? "");
};

/** Words of somebody else inside a text of ours: they end as a sentence does, whatever they ended with. */
export const fullStop = (words: string): string => (/[.!?…]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`);

/** A numeric column prints trailing zeros; a rate is shown without them. */
/** A yearly rate as people think of it: `4.00% a month (48.00% a year)`. The month is a twelfth of the year. */
export const rateInWords = (annual: string): string =>
  `${exactPercent(String(Math.round((Number(annual) / 12) * 10_000) / 10_000))} a month (${exactPercent(annual)} a year)`;

export const plainRate = (rate: string): string =>
  rate.includes(".") ? rate.replace(/0+$/, "").replace(/\.$/, "") : rate;

/** A person's whole name, however much of it there is. */
export const fullName = (person: { name: string; last_name: string }): string =>
  `${person.name} ${person.last_name}`.trim();
