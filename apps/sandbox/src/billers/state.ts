/** What the billers remember, and how they misbehave when a tester asks for it. */
import { randomInt } from "node:crypto";
import { z } from "zod";
import { movementDate } from "../clock.ts";
import { addDays } from "../dates.ts";
import { hash, pick } from "../random.ts";
import type { World } from "../world.ts";
import { COMMISSION, type Item, type Kind, SERVICES, type Service } from "./catalogue.data.ts";

export type BillerName = "baxi" | "flutterwave";
export const BILLERS = ["baxi", "flutterwave"] as const;

/** Beyond `faults.ts`, which has time-outs, outages and refusals. */
export const QUIRKS = [
  "no_token",
  "pending",
  "refused_after_delivery",
  "contradicting_requery",
  "duplicate_reference",
  "price_changed",
  "float_empty",
] as const;
export const quirkSchema = z.strictObject({
  mode: z.enum(QUIRKS).nullable(),
  times: z.coerce.number().int().min(1).max(100_000).default(1),
  /** How long "pending" lasts; until then a requery says so too. */
  seconds: z.coerce.number().int().min(0).max(86_400).default(120),
});
type Quirk = z.infer<typeof quirkSchema>;

export interface Sale {
  reference: string;
  kind: Kind;
  service: string;
  item: string;
  customer: string;
  amount_kobo: number;
  commission_kobo: number;
  number: string;
  /** What really happened; an answer may say something else. */
  is_delivered: boolean;
  token: string | null;
  units: string | null;
  /** Until when answers say "pending", in milliseconds. */
  pending_until: number;
  /** Questions in which a token is still missing, or an outcome is contradicted. */
  wrong_answers: number;
  says_refused: boolean;
  /** Of the report that names it. */
  day: string;
  /** The day on which its money was given back. */
  reversed_on?: string;
  /** A tester's fault: the report does not name it. */
  is_left_out?: boolean;
}
export interface BillersState {
  floats: Record<BillerName, number>;
  sales: Record<BillerName, Record<string, Sale>>;
  quirks: Partial<Record<BillerName, Quirk>>;
  /** Asked-for price changes in percent, by provider. */
  prices: Partial<Record<BillerName, number>>;
  /** What changed a float, by day: what it was at the end of one. */
  moved?: Record<BillerName, Record<string, number>>;
}
/** ₦2 million at each provider. */
const OPENING_FLOAT_KOBO = 200_000_000;
export const noBillers = (): BillersState => ({
  floats: { baxi: OPENING_FLOAT_KOBO, flutterwave: OPENING_FLOAT_KOBO },
  sales: { baxi: {}, flutterwave: {} },
  quirks: {},
  prices: {},
});

/** Moves a provider's float, and remembers on which day. */
export function moveFloat({ store }: Pick<World, "store">, at: BillerName, kobo: number): void {
  const { billers } = store.state;
  const day = movementDate(store.state);
  const moved = (billers.moved ??= { baxi: {}, flutterwave: {} })[at];
  moved[day] = (moved[day] ?? 0) + kobo;
  billers.floats[at] += kobo;
  store.touch();
}

/** A closed day as its report has it; undefined while it is not over. Amounts in kobo. */
export function reportOf({ store }: World, at: BillerName, day: string) {
  const { billers } = store.state;
  if (day >= movementDate(store.state)) return undefined;
  const sales = Object.values(billers.sales[at]).filter(
    ({ is_delivered, is_left_out }) => is_delivered && !is_left_out,
  );
  const later = Object.entries(billers.moved?.[at] ?? {}).filter(([on]) => on > day);
  return {
    sold: sales.filter((sale) => sale.day === day),
    reversed: sales.filter(({ reversed_on }) => reversed_on === day),
    closing_kobo: later.reduce((left, [, kobo]) => left - kobo, billers.floats[at]),
  };
}

/** The price at a provider now, in kobo; null where the payer chooses. */
export const priceOf = ({ billers }: { billers: BillersState }, at: BillerName, { price }: Item): number | null =>
  price === null ? null : Math.round(price * (100 + (billers.prices[at] ?? 0)));

/** What a provider sells. */
export const soldBy = (at: BillerName): Service[] =>
  SERVICES.map((service) => ({ ...service, items: service.items.filter(({ only }) => !only || only === at) }));

const NAMES = ["ADEBAYO OLUWASEUN", "NNAMDI CHIOMA", "BELLO IBRAHIM", "OKAFOR NGOZI", "EFFIONG GRACE"] as const;
const STREETS = ["Allen Avenue", "Broad Street", "Ahmadu Bello Way", "Aba Road", "Sapele Road"] as const;

const NUMBERS: Partial<Record<Kind, RegExp>> = {
  betting: /^\d{5,12}$/,
  tax: /^[A-Z0-9]{5,20}$/,
  tolls: /^[A-Z0-9]{5,20}$/,
};

/** Who a meter or a smart card belongs to; undefined where there is none. Numbers that end in 0000 do not exist, those that begin with 22222 owe money. */
export function customerOf(service: Service, number: string) {
  const pattern = NUMBERS[service.kind] ?? /^\d{10,13}$/;
  if (!pattern.test(number) || number.endsWith("0000")) return undefined;
  const lot = hash(number) / 2 ** 32;
  const owes = service.kind === "electricity" && number.startsWith("22222");
  return {
    name: pick(NAMES, lot),
    address: `${1 + (hash(`street${number}`) % 120)} ${pick(STREETS, lot)}`,
    outstanding: owes ? 4_500 : 0,
    minimum: owes ? 5_000 : service.kind === "electricity" ? 1_000 : 0,
  };
}

/** What runs on a smart card and until when: always the same for one number; nothing where it ends in 9. */
export function runningOn(
  { store }: World,
  { items }: Service,
  number: string,
): { item: Item; due_on: string } | undefined {
  const item = items[hash(`bouquet${number}`) % items.length];
  if (!item || number.endsWith("9")) return undefined;
  const days = 1 + (hash(`due${number}`) % 28);
  return { item, due_on: addDays(movementDate(store.state), days) };
}

/** The network that a number is on now: ported where it ends in 77. */
export function networkOf(phone: string): string | undefined {
  const local = phone.replace(/^\+?234/, "0");
  if (!/^0[789][01]\d{8}$/.test(local)) return undefined;
  if (local.endsWith("77")) return "glo";
  const prefix = local.slice(0, 4);
  if (/^(0803|0806|0703|0706|0810|0813|0814|0816|0903|0906|0913|0916)$/.test(prefix)) return "mtn";
  if (/^(0805|0807|0705|0811|0815|0905|0915)$/.test(prefix)) return "glo";
  if (/^(0809|0817|0818|0908|0909)$/.test(prefix)) return "9mobile";
  return "airtel";
}

/** The quirk of this call, counted down. */
export function takeQuirk({ store }: World, at: BillerName): Quirk | undefined {
  const { quirks } = store.state.billers;
  const quirk = quirks[at];
  if (!quirk?.mode) return undefined;
  quirk.times -= 1;
  if (quirk.times <= 0) delete quirks[at];
  store.touch();
  return quirk;
}

/** Questions that get a wrong answer before the right one. */
const WRONG_ANSWERS = 2;
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join("");

/** Sells: takes the price less our commission from the float, once for each reference. */
export function sell(
  { store }: Pick<World, "store">,
  at: BillerName,
  sale: Pick<Sale, "reference" | "kind" | "service" | "item" | "customer" | "amount_kobo">,
  quirk: Quirk | undefined,
): Sale {
  const { billers } = store.state;
  const commission_kobo = Math.floor((sale.amount_kobo * COMMISSION[sale.kind]) / 10_000);
  const isEmpty = quirk?.mode === "float_empty" || billers.floats[at] < sale.amount_kobo - commission_kobo;
  // Twenty digits for a meter, a PIN of twelve for an examination.
  const isPrepaid = sale.kind === "electricity" && sale.service.endsWith("prepaid");
  const made: Sale = {
    ...sale,
    commission_kobo,
    number: `${at === "baxi" ? "BX" : "FLW"}${store.nextId()}`,
    is_delivered: !isEmpty,
    token: isPrepaid ? digits(20) : sale.kind === "education" ? digits(12) : null,
    units: isPrepaid ? (sale.amount_kobo / 22_500).toFixed(1) : null,
    pending_until: quirk?.mode === "pending" ? Date.now() + quirk.seconds * 1_000 : 0,
    wrong_answers: quirk?.mode === "no_token" || quirk?.mode === "contradicting_requery" ? WRONG_ANSWERS : 0,
    says_refused: quirk?.mode === "refused_after_delivery" || quirk?.mode === "contradicting_requery",
    day: movementDate(store.state),
  };
  if (made.is_delivered) moveFloat({ store }, at, commission_kobo - sale.amount_kobo);
  billers.sales[at][sale.reference] = made;
  store.touch();
  return made;
}

/** What a provider says of a sale now: its lies wear off, question by question. */
export function saidOf({ store }: World, sale: Sale, isFirst: boolean) {
  const isPending = Date.now() < sale.pending_until;
  const isWrong = sale.wrong_answers > 0;
  // The first answer to a contradicted sale is right; the questions after it are not, for a while.
  if (isWrong && (!isFirst || !sale.says_refused)) sale.wrong_answers -= 1;
  store.touch();
  const refuses = sale.says_refused && (isWrong ? !isFirst : isFirst);
  const status = isPending ? "pending" : refuses || !sale.is_delivered ? "failed" : "success";
  return { status, token: isWrong ? null : sale.token } as const;
}
