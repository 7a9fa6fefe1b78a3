/** Sellers of airtime, data, power, television and internet. */
import { type BillKind, type BillProvider, serviceOf } from "@manilla/contract/payments/bill-kinds";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../http.ts";

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

/**
 * Three ways in which a bill is not delivered, and no fourth: refused (certain), unknown (everything that is not in the provider's table; ask, never send again),
 * not reached (certainly nothing happened).
 */
export type BillOutcome =
  | {
      status: "delivered";
      provider_reference: string;
      /** In the provider's order: key-change tokens come before the token itself. */
      tokens: string[];
      units: string | null;
      /** What the provider says that it left us; null where its answer does not say. */
      commission_kobo: bigint | null;
    }
  | { status: "refused"; why: string; is_price?: boolean }
  | { status: "unknown"; why: string }
  | { status: "not_reached"; why: string }
  /** To a question only: the provider does not know the reference, which may still be on its way. */
  | { status: "not_found"; why: string };

export interface BillerPort {
  name: BillProvider;
  is_there: boolean;
  /** All that it sells. @throws NotReached, OutcomeUnknown, ProviderRefused */
  catalogue(): Promise<OfferedItem[]>;
  /** Who a number belongs to; undefined where there is nobody. @throws NotReached, OutcomeUnknown */
  findCustomer(
    asked: Pick<BillAsked, "provider_service" | "provider_item" | "customer">,
  ): Promise<FoundCustomer | undefined>;
  /** Sells, once for a reference. Never throws for what the provider says or does not say. */
  sell(asked: BillAsked): Promise<BillOutcome>;
  /** What became of a reference. Never throws for what the provider says or does not say. */
  ask(reference: string): Promise<BillOutcome>;
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

/** An offer under our names. Undefined where the kind's services have no such name: it is not sold. */
export function offered(
  kind: BillKind,
  provider: { service: string; service_name: string; item: string; item_name: string; price_kobo: bigint | null },
): OfferedItem[] {
  const service = serviceOf(kind, provider.service_name);
  if (!service) return [];
  return [
    {
      kind,
      service: service.code,
      service_name: service.name,
      item: provider.price_kobo === null ? "any" : wordOf(provider.item_name),
      item_name: provider.item_name,
      price_kobo: provider.price_kobo,
      provider_service: provider.service,
      provider_item: provider.item,
    },
  ];
}

/** Tokens have twenty digits, in groups or not, several after each other; anything else is no token. */
export const tokensIn = (text: string | null | undefined): string[] =>
  (text ?? "").split(/[^\d\s-]+/).flatMap((part) => {
    const digits = part.replaceAll(/\D/g, "");
    return digits.length % 20 === 0 ? (digits.match(/\d{20}/g) ?? []) : [];
  });

/** What a call without a plain answer means. */
export function outcomeOf(error: unknown, refusal: (refused: ProviderRefused) => BillOutcome): BillOutcome {
  if (error instanceof NotReached) return { status: "not_reached", why: error.message };
  if (error instanceof OutcomeUnknown) return { status: "unknown", why: error.message };
  if (error instanceof ProviderRefused) return refusal(error);
  throw error;
}
