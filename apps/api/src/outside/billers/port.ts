/** Sellers of airtime, data, power, television, internet and what else they bring. */
import { type BillKind, type BillProvider, serviceOf } from "@manilla/contract/payments/bill-kinds";
import type { BillOutcome } from "@manilla/contract/payments/bill-outcome";
import { z } from "zod";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../http.ts";
import { koboOfNaira } from "../statements/amounts.ts";

/** One thing that a provider sells, under our name of its service and under the provider's own codes. */
export interface OfferedItem {
  kind: BillKind;
  /** Ours, the same at every provider: `mtn`, `ikeja-prepaid`, `dstv`. */
  service: string;
  service_name: string;
  /** Ours, the same at every provider: the item's name without blanks. */
  item: string;
  item_name: string;
  /** Null where the payer chooses. */
  price_kobo: bigint | null;
  provider_service: string;
  provider_item: string;
}

export interface FoundCustomer {
  name: string | null;
  address: string | null;
  outstanding_kobo: bigint;
  minimum_kobo: bigint;
  /** The bouquet that runs on a smart card, by the provider's code, and its last day; undefined where that is not said. */
  current?: { provider_item: string; due_on: string | null } | undefined;
}

export interface BillAsked {
  kind: BillKind;
  reference: string;
  provider_service: string;
  provider_item: string;
  item_name: string;
  /** A meter, a smart card, an account, or a phone in the national spelling. */
  customer: string;
  phone: string | null;
  amount_kobo: bigint;
}

/** A line of a provider's report of a day: what it sold under our reference, or gave back of it. */
export interface ReportedBill {
  kind: "sale" | "reversal";
  reference: string;
  provider_reference: string | null;
  /** What it took from our float, or gave back to it. */
  cost_kobo: bigint;
}
export interface BillerReport {
  /** What was left of our money at the end of the day. */
  closing_kobo: bigint;
  bills: ReportedBill[];
}

export interface BillerPort {
  name: BillProvider;
  is_there: boolean;
  /** All that it sells. @throws NotReached, OutcomeUnknown, ProviderRefused */
  catalogue(): Promise<OfferedItem[]>;
  /** Who a number belongs to; undefined where there is nobody. @throws NotReached, OutcomeUnknown, ProviderRefused */
  findCustomer(
    asked: Pick<BillAsked, "provider_service" | "provider_item" | "customer">,
  ): Promise<FoundCustomer | undefined>;
  /** Sells, once for a reference. Never throws for what the provider says or does not say. */
  sell(asked: BillAsked): Promise<BillOutcome>;
  /** The outcome of a reference. Never throws for what the provider says or does not say. */
  ask(reference: string): Promise<BillOutcome>;
  /** A closed day: what it sold for us and gave back; undefined where it is not final. @throws NotReached, OutcomeUnknown, ProviderRefused */
  report(day: string): Promise<BillerReport | undefined>;
  /** What is left of our money there, in kobo. @throws NotReached, OutcomeUnknown, ProviderRefused */
  balance(): Promise<bigint>;
}
export type Billers = Readonly<Record<BillProvider, BillerPort>>;

/** Naira as the providers count them: exact, because amounts have at most two decimals. */
export const asNaira = (kobo: bigint): number => Number(kobo) / 100;

const wordOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** An offer under our names; none where the kind's services have no such name, or the price is no price. */
export function offered(
  kind: BillKind,
  provider: { service: string; service_name: string; item: string; item_name: string; price_kobo: bigint | null },
): OfferedItem[] {
  const service = serviceOf(kind, provider.service_name);
  const item = provider.price_kobo === null ? "any" : wordOf(provider.item_name);
  if (!service || item === "" || (provider.price_kobo !== null && provider.price_kobo <= 0n)) return [];
  return [
    {
      kind,
      service: service.code,
      service_name: service.name,
      item,
      item_name: provider.item_name,
      price_kobo: provider.price_kobo,
      provider_service: provider.service,
      provider_item: provider.item,
    },
  ];
}

/** Naira of a provider in kobo; what cannot be read makes its row one of another shape. */
export const naira = z.union([z.number(), z.string()]).transform((amount, context) => {
  try {
    return koboOfNaira(amount);
  } catch {
    context.addIssue({ code: "custom", message: "is no amount" });
    return z.NEVER;
  }
});
/** What is owed or requested at least: a credit with the provider is nothing owed. */
export const owed = naira.transform((kobo) => (kobo < 0n ? 0n : kobo));

/** The rows of a list that can be read; one that cannot is not sold, and hides no other. */
export const readable = <Row extends z.ZodType>(row: Row, rows: readonly unknown[]): z.output<Row>[] =>
  rows.flatMap((each) => {
    const read = row.safeParse(each);
    return read.success ? [read.data] : [];
  });
const MAX_ROWS = 2_000;
/** What one service sells: nothing where its provider does not know of any, which takes nothing from the others. @throws as `list` does, but for that */
export async function soldOf<Row extends z.ZodType>(row: Row, list: Promise<unknown>): Promise<z.output<Row>[]> {
  try {
    const rows = await list;
    return Array.isArray(rows) ? readable(row, rows.slice(0, MAX_ROWS)) : [];
  } catch (error) {
    if (isNobody(error)) return [];
    throw error;
  }
}
/** Names and codes: PostgreSQL keeps no text with a zero byte. */
export const nameOf = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((text) => !text.includes("\0"));

/** What a line of a report is called, or an empty text: a zero byte in one keeps no other from being read. */
export const markOf = z
  .string()
  .max(100)
  .nullish()
  .transform((text) => (text ?? "").replaceAll("\0", ""));

/** It looked, and there is nobody or nothing. A key that is refused, or a limit of calls, says nothing of the kind. */
const NOBODY: readonly number[] = [400, 404, 422];
export const isNobody = (error: unknown): boolean => error instanceof ProviderRefused && NOBODY.includes(error.status);

/** Tokens have twenty digits, in groups or not, several after each other; anything else is no token. */
export const tokensIn = (text: string | null | undefined): string[] =>
  (text ?? "").split(/[^\d\s-]+/).flatMap((part) => {
    const digits = part.replaceAll(/\D/g, "");
    return digits.length % 20 === 0 ? (digits.match(/\d{20}/g) ?? []) : [];
  });

/** Tokens, or the PIN that is called so. */
export function codesIn(text: string | null | undefined): string[] {
  const pin = /\bPIN\s*[:=]?\s*((?=[A-Z-]*\d)[\dA-Z-]{6,40})\b/i.exec(text ?? "")?.[1];
  return pin ? [pin] : tokensIn(text);
}

/** What a call without a plain answer means. */
export function outcomeOf(error: unknown, refusal: (refused: ProviderRefused) => BillOutcome): BillOutcome {
  if (error instanceof NotReached) return { status: "not_reached", why: error.message };
  if (error instanceof OutcomeUnknown) return { status: "unknown", why: error.message };
  if (error instanceof ProviderRefused) return refusal(error);
  throw error;
}

/** The report of a day that is not over is refused: it is requested again. */
export async function unlessEarly<Report>(report: Promise<Report>): Promise<Report | undefined> {
  try {
    return await report;
  } catch (error) {
    if (isNobody(error)) return undefined;
    throw error;
  }
}
