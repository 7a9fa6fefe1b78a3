/** The issuer's events in its published shape (Sudo), in the words of our port, so that another issuer fits behind the same ones. Pure. */
import { oneLine } from "@manilla/contract/card-number";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** What an event is about; the words are those of a processor's published list. */
export const issuerEventKinds = [
  "AUTHORIZATION",
  "AUTHORIZATION_ADVICE",
  "AUTHORIZATION_DECLINED",
  "AUTHORIZATION_REVERSAL",
  "AUTHORIZATION_EXPIRY",
  "VOID",
  "CLEARING",
  "FINANCIAL_AUTHORIZATION",
  "RETURN",
  "RETURN_REVERSAL",
  "CREDIT_AUTHORIZATION",
  "CORRECTION_CREDIT",
  "CORRECTION_DEBIT",
  "BALANCE_INQUIRY",
] as const;
export type IssuerEventKind = (typeof issuerEventKinds)[number];

export interface IssuerEvent {
  /** The same delivery again has the same. */
  event_id: string;
  kind: IssuerEventKind;
  issuer_card_id: string;
  /** Of the purchase that it belongs to; null for money that comes without one. */
  authorisation: string | null;
  /** Of money that moved. */
  transaction: string | null;
  /** In the card's currency, with the issuer's fee: what we hold and book. Rounded up to the kobo. */
  amount_kobo: bigint;
  /** What it was in the shop's currency, as the issuer wrote it. */
  shop: { currency: string; amount: string } | null;
  /** Null where the issuer does not say it: the card's own. */
  currency: string | null;
  channel: "atm" | "pos" | "web" | "mobile";
  merchant: { name: string; mcc: string; city: string; country: string };
  verified: { pin?: boolean; cvv?: boolean; expiry?: boolean; holder?: boolean; tries_left?: number };
  /** Of what the issuer declined itself: what it calls the reason. */
  declined_because?: string;
  /** The last capture of its purchase: what is still held goes back. */
  is_last: boolean;
  at: Date;
}

/** Whether the bytes were signed with our secret: HMAC SHA-512 in hexadecimal digits, compared in constant time. */
export function isIssuerSignature(secret: string, body: Buffer, given: unknown): boolean {
  if (typeof given !== "string" || !/^[0-9a-f]{128}$/.test(given)) return false;
  return timingSafeEqual(createHmac("sha512", secret).update(body).digest(), Buffer.from(given, "hex"));
}

/** A number of JSON with the digits that were written: no amount goes through floating point. */
class Written {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}
type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

/** Reads JSON and keeps each number as it was written. @throws SyntaxError */
const readWritten = (text: string): unknown =>
  (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined ? new Written(source) : value,
  );

/**
 * Naira as digits, in kobo; part of a kobo counts as one.
 * @returns undefined for what is no amount: below zero, in powers of ten, or of more than twelve digits
 */
export function koboUp(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text);
  if (!match) return undefined;
  const [whole = "", fraction = ""] = [match[1], match[2]];
  const rest = /[1-9]/.test(fraction.slice(2)) ? 1n : 0n;
  return BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, "0")) + rest;
}

/** Text without what no text of ours has. */
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => value.isWellFormed() && !value.includes("\0"));
const id = text(100).min(1);
const decimal = z
  .union([z.instanceof(Written).transform(({ digits }) => digits), z.string()])
  .refine((digits) => koboUp(digits) !== undefined);
const whole = z
  .instanceof(Written)
  .transform(({ digits }) => Number(digits))
  .pipe(z.int().min(0).max(99));
const known = z.union([z.object({ _id: id }).transform((each) => each._id), id]);
/** A declined payment has the amount of a movement that would have gone out: below zero. */
const outgoing = z.union([z.instanceof(Written).transform(({ digits }) => digits), z.string()]);
const amounts = {
  amount: decimal.optional(),
  currency: text(3).optional(),
  merchantAmount: decimal.optional(),
  merchantCurrency: text(3).optional(),
};

const object = z.object({
  _id: id,
  card: known,
  ...amounts,
  pendingRequest: z.object(amounts).nullish(),
  channel: text(20).nullish(),
  status: text(30).nullish(),
  type: text(40).nullish(),
  authorization: known.nullish(),
  isFinal: z.boolean().nullish(),
  merchant: z
    .object({
      name: text(200).nullish(),
      category: text(10).nullish(),
      city: text(100).nullish(),
      country: text(3).nullish(),
    })
    .nullish(),
  transactionMetadata: z.object({ type: text(40).nullish() }).nullish(),
  verification: z
    .object({
      cvv: text(20).nullish(),
      expiry: text(20).nullish(),
      pin: text(20).nullish(),
      threeDSecure: text(20).nullish(),
      pinTriesLeft: whole.nullish(),
    })
    .nullish(),
  createdAt: z.union([z.instanceof(Written).transform(({ digits }) => digits), z.string()]).optional(),
});
const envelope = z.object({ _id: id, type: text(60), data: z.object({ object }) });
/** Published by the issuer as "failed transaction": what was asked is in the last entry of its history. */
const declined = z.object({
  type: z.literal("authorization.declined"),
  data: z.object({
    object: z.looseObject({
      amount: outgoing.optional(),
      merchantAmount: outgoing.optional(),
      requestHistory: z
        .array(z.object({ ...amounts, approved: z.boolean().nullish(), reason: text(60).nullish() }))
        .max(100)
        .nullish(),
    }),
  }),
});
/** News of something that the issuer keeps: a dispute, or a card that it ended. */
const news = z.object({
  type: z.enum(["dispute.updated", "card.terminated"]),
  data: z.object({ object: z.object({ _id: id }) }),
});
/** By its type alone: payments are many, and are not read as news first. */
const isNews = (written: unknown): boolean =>
  news.shape.type.options.some((type) => type === (written as { type?: unknown } | null)?.type);
type Sent = z.output<typeof object>;

/** Maps: what the issuer calls `constructor` is a word that we do not know. */
const REQUESTS = new Map<string, IssuerEventKind>([
  ["balance_enquiry", "BALANCE_INQUIRY"],
  ["refund", "CREDIT_AUTHORIZATION"],
  ["financial", "FINANCIAL_AUTHORIZATION"],
]);
const UPDATES = new Map<string, IssuerEventKind>([
  ["approved", "AUTHORIZATION_ADVICE"],
  ["reversed", "AUTHORIZATION_REVERSAL"],
  ["expired", "AUTHORIZATION_EXPIRY"],
  ["declined", "VOID"],
  ["voided", "VOID"],
]);
const TRANSACTIONS = new Map<string, IssuerEventKind>([
  ["capture", "CLEARING"],
  ["refund", "RETURN"],
  ["refund_reversal", "RETURN_REVERSAL"],
  ["correction_credit", "CORRECTION_CREDIT"],
  ["correction_debit", "CORRECTION_DEBIT"],
]);

function kindOf(type: string, { status, type: of, transactionMetadata }: Sent): IssuerEventKind | undefined {
  if (type === "card.balance") return "BALANCE_INQUIRY";
  if (type === "authorization.declined") return "AUTHORIZATION_DECLINED";
  if (type === "authorization.request") return REQUESTS.get(transactionMetadata?.type ?? "") ?? "AUTHORIZATION";
  if (type === "authorization.updated") return UPDATES.get(status ?? "");
  return type === "transaction.created" ? TRANSACTIONS.get(of ?? "") : undefined;
}

const CHANNELS = ["atm", "pos", "mobile"] as const;
const said = (value: string | null | undefined): boolean | undefined =>
  value === "match" || value === "passed" ? true : value === "mismatch" || value === "failed" ? false : undefined;

function verifiedBy({ verification }: Sent): IssuerEvent["verified"] {
  const { cvv, expiry, pin, threeDSecure, pinTriesLeft: tries_left } = verification ?? {};
  const facts = { cvv: said(cvv), expiry: said(expiry), pin: said(pin), holder: said(threeDSecure), tries_left };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null));
}

/** A moment as text, or as seconds since 1970; now where it is neither, or lies in the future. */
function momentOf(written: string | undefined, now: Date): Date {
  const at = /^\d{9,11}$/.test(written ?? "") ? new Date(Number(written) * 1_000) : new Date(written ?? "");
  return Number.isNaN(at.getTime()) || at > now || at.getUTCFullYear() < 2000 ? now : at;
}

export type ReadEvent =
  | { event: IssuerEvent }
  /** The issuer's id of a dispute of which there is news: what it is, is asked. */
  | { dispute: string }
  /** The issuer's id of a card that it has ended permanently. */
  | { ended: string }
  | { ignored: string }
  | { refused: "bad_amount" | "bad_format" };

/** The issuer's word for a decline that is our own answer. */
const OURS = "webhook_declined";
const withoutSign = (digits: string | undefined): string | undefined => digits?.replace(/^-/, "");

/** A payment that the issuer declined, in the shape of the others. @returns undefined for what we declined ourselves, or where nothing was asked */
function readDeclined(written: unknown): { written: unknown; because: string } | undefined {
  const read = declined.safeParse(written);
  // Of another shape: refused with the reasons of the others.
  if (!read.success) return { written, because: "" };
  const { object: given } = read.data.data;
  const history = given.requestHistory ?? [];
  const last = history.at(-1);
  const because = last?.reason?.trim().toLowerCase() ?? "";
  const [amount, merchantAmount] = [given.amount, given.merchantAmount].map(withoutSign);
  const object = { ...given, amount, merchantAmount, pendingRequest: last?.amount === undefined ? null : last };
  // More of a payment that was let through: what was let through holds.
  if (history.some(({ approved }) => approved)) return undefined;
  if (because === OURS || koboUp(last?.amount ?? amount ?? "0") === 0n) return undefined;
  return { written: { ...(written as object), data: { object } }, because };
}

/** Reads what the issuer sent. Events that say nothing of money are let by; what has no amount, or is of another shape, is refused. */
export function readIssuerEvent(body: string, now: Date): ReadEvent {
  let written: unknown;
  try {
    written = readWritten(body);
  } catch {
    return { refused: "bad_format" };
  }
  const told = isNews(written) && news.safeParse(written);
  if (told && told.success) {
    const { _id } = told.data.data.object;
    return told.data.type === "dispute.updated" ? { dispute: _id } : { ended: _id };
  }
  const isDeclined = (written as { type?: unknown } | null)?.type === "authorization.declined";
  const refusal = isDeclined ? readDeclined(written) : { written, because: "" };
  if (!refusal) return { ignored: "authorization.declined" };
  const read = envelope.safeParse(refusal.written);
  if (!read.success) {
    const isAmount = read.error.issues.some(({ path }) => /amount/i.test(String(path.at(-1))));
    return { refused: isAmount ? "bad_amount" : "bad_format" };
  }
  const { _id: event_id, type, data } = read.data;
  const sent = data.object;
  const kind = kindOf(type, sent);
  if (!kind) return { ignored: type };
  const asked = sent.pendingRequest ?? sent;
  const amount_kobo = koboUp(asked.amount ?? "0")!;
  const needsAmount = !["BALANCE_INQUIRY", "AUTHORIZATION_EXPIRY", "VOID"].includes(kind);
  if (needsAmount && amount_kobo === 0n) return { refused: "bad_amount" };
  const isMoney = type === "transaction.created";
  const currency = asked.currency?.toUpperCase() ?? null;
  const { name, category, city, country } = sent.merchant ?? {};
  const { merchantAmount, merchantCurrency } = asked;
  const isForeign =
    merchantAmount !== undefined && merchantCurrency !== undefined && merchantCurrency !== (currency ?? "NGN");
  return {
    event: {
      event_id,
      kind,
      issuer_card_id: sent.card,
      authorisation: isMoney ? (sent.authorization ?? null) : sent._id,
      transaction: isMoney ? sent._id : null,
      amount_kobo,
      shop: isForeign ? { currency: merchantCurrency, amount: merchantAmount } : null,
      currency,
      channel: CHANNELS.find((each) => each === sent.channel) ?? "web",
      merchant: {
        name: oneLine(name ?? "") || "A shop",
        mcc: category ?? "",
        city: oneLine(city ?? ""),
        country: (country || "NG").toUpperCase().slice(0, 2),
      },
      verified: verifiedBy(sent),
      ...(isDeclined && { declined_because: refusal.because }),
      is_last: sent.isFinal ?? true,
      at: momentOf(sent.createdAt, now),
    },
  };
}
