/** Sudo (docs.sudo.africa): bearer key, `{statusCode, message, data}`. Our reference is in a card's metadata, by which it is found again. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, ProviderRefused, callProvider } from "../http.ts";
import { koboOfNaira } from "../statements/amounts.ts";
import type { IssuerDispute, IssuerPort, MadeCard } from "./port.ts";

/** Naira with two digits behind the point, never negative. */
const nairaText = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/)
  .transform(koboOfNaira);

const made = z.object({
  _id: z.string().min(1).max(100),
  brand: z.string().max(40),
  maskedPan: z.string().regex(/\d{4}$/),
  expiryMonth: z.string().regex(/^(0?[1-9]|1[0-2])$/),
  expiryYear: z.string().regex(/^20\d\d$/),
  status: z.enum(["active", "inactive", "canceled"]),
  metadata: z.object({ reference: z.string() }).partial().nullish(),
});
type SudoCard = z.output<typeof made>;

const settlement = z.object({
  date: z.iso.date(),
  isFinal: z.boolean(),
  lines: z
    .array(
      z.object({
        transaction: z.string().min(1).max(100),
        type: z.enum(["capture", "refund", "refund_reversal", "dispute"]),
        amount: nairaText,
        interchange: nairaText,
        fee: nairaText,
        /** Of the card. */
        currency: z.enum(["NGN", "USD"]).nullish(),
      }),
    )
    .max(100_000),
});

const accountBalance = z.object({
  date: z.iso.date(),
  currency: z.string().max(3).optional(),
  currentBalance: z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,2})?$/)
    .transform(koboOfNaira),
});

/** The issuer publishes no disputes: their shape is ours, in the manner of its other calls. */
const dispute = z.object({
  _id: z.string().min(1).max(100),
  status: z.enum(["submitted", "won", "lost"]),
  awarded: z.object({ amount: nairaText, transaction: z.string().min(1).max(100) }).nullish(),
  note: z.string().max(500).nullish(),
});
const disputeOf = ({ _id, status, awarded, note = null }: z.output<typeof dispute>): IssuerDispute => ({
  issuer_dispute_id: _id,
  status,
  won: status === "won" && awarded ? { amount_kobo: awarded.amount, transaction_id: awarded.transaction } : null,
  note,
});

/** Kobo as naira with two digits behind the point. */
const inNaira = (kobo: bigint): string => `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`;

/** The last day of a month. */
const lastDay = (year: string, month: string): string =>
  new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);

const cardOf = (card: SudoCard): MadeCard => ({
  issuer_card_id: card._id,
  brand: card.brand,
  last4: card.maskedPan.slice(-4),
  expires_on: lastDay(card.expiryYear, card.expiryMonth),
  status: card.status,
});

/** Naira as the issuer counts them; whole, because the safety limit is. */
const naira = (kobo: bigint): number => Number(kobo / 100n);

/** Why a card is made in the place of another, in the issuer's words. */
const REASONS = { lost: "lost", stolen: "stolen", damaged: "damaged", renewal: "expired" } as const;

export function createIssuer({
  ISSUER_URL,
  ISSUER_API_KEY = "",
  ISSUER_FUNDING_SOURCE = "",
  ISSUER_VAULT_URL,
}: Config): IssuerPort {
  async function call<Schema extends z.ZodType>(
    schema: Schema,
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: unknown,
  ): Promise<z.output<Schema>> {
    if (!ISSUER_URL) throw new NotReached("No issuer of cards is configured (ISSUER_URL).");
    const headers = { authorization: `Bearer ${ISSUER_API_KEY}` };
    const answer = await callProvider<{ statusCode?: number; data?: unknown }>({
      provider: "issuer",
      method,
      url: `${ISSUER_URL}${path}`,
      headers,
      body,
    });
    // A refusal may come with HTTP 200 outside and the status inside.
    const inside = answer.statusCode ?? 200;
    if (inside >= 400 && inside < 500) throw new ProviderRefused("issuer", inside, answer);
    const read = schema.safeParse(answer.data);
    if (inside >= 500 || !read.success) throw new OutcomeUnknown("The issuer answered in an unknown shape");
    return read.data;
  }
  const at = (card_id: string, more = "") => `/cards/${encodeURIComponent(card_id)}${more}`;
  return {
    is_there: ISSUER_URL !== undefined,
    async createCustomer({ reference, first_name, last_name, email, phone, address, state }) {
      const { _id } = await call(z.object({ _id: z.string().min(1).max(100) }), "POST", "/customers", {
        type: "individual",
        name: `${first_name} ${last_name}`,
        status: "active",
        emailAddress: email,
        ...(phone && { phoneNumber: phone }),
        individual: { firstName: first_name, lastName: last_name },
        billingAddress: { line1: address ?? "", city: state ?? "", state: state ?? "", country: "NG" },
        metadata: { reference },
      });
      return _id;
    },
    async createCard({ reference, customer_id, form, currency, replaces, safety_limit }) {
      const card = await call(made, "POST", "/cards", {
        customerId: customer_id,
        fundingSourceId: ISSUER_FUNDING_SOURCE,
        type: form,
        brand: currency === "USD" ? "Visa" : "Verve",
        currency,
        issuerCountry: "NGA",
        status: "inactive",
        ...(replaces && { replacementFor: replaces.issuer_card_id, replacementReason: REASONS[replaces.reason] }),
        sendPINSMS: false,
        spendingControls: {
          channels: { atm: true, pos: true, web: true, mobile: true },
          allowedCategories: [],
          blockedCategories: [],
          spendingLimits: [{ amount: naira(safety_limit), interval: "per_authorization", categories: [] }],
        },
        metadata: { reference },
      });
      return cardOf(card);
    },
    async findCard(customer_id, reference) {
      const path = `/cards/customer/${encodeURIComponent(customer_id)}?page=0&limit=100`;
      const cards = await call(z.array(made), "GET", path);
      const found = cards.find(({ metadata }) => metadata?.reference === reference);
      return found && cardOf(found);
    },
    async setStatus(card_id, status) {
      await call(z.unknown(), "PUT", at(card_id), { status });
    },
    async sendPin(card_id) {
      await call(z.unknown(), "PUT", at(card_id, "/send-pin"), {});
    },
    async frame(card_id, shows) {
      const { token } = await call(z.object({ token: z.string().min(8) }), "GET", at(card_id, "/token"));
      return `${ISSUER_VAULT_URL}/${shows}?token=${encodeURIComponent(token)}`;
    },
    async openDispute({ reference, transaction_id, amount_kobo, currency, reason, description, evidence }) {
      const amount = inNaira(amount_kobo);
      const asked = { transaction: transaction_id, amount, currency, reason, description, evidence };
      return disputeOf(await call(dispute, "POST", "/disputes", { ...asked, metadata: { reference } }));
    },
    async findDispute(reference) {
      const path = `/disputes?reference=${encodeURIComponent(reference)}`;
      const [found] = await call(z.array(dispute).max(1), "GET", path);
      return found && disputeOf(found);
    },
    async dispute(id) {
      const found = await call(dispute, "GET", `/disputes/${encodeURIComponent(id)}`);
      if (found._id !== id) throw new OutcomeUnknown("The issuer answered with another dispute");
      return disputeOf(found);
    },
    async balance(day, asked) {
      const path = `/accounts/${encodeURIComponent(ISSUER_FUNDING_SOURCE)}/balance?date=${day}&currency=${asked}`;
      const { date, currency = "NGN", currentBalance } = await call(accountBalance, "GET", path);
      if (currency !== asked) throw new OutcomeUnknown("The issuer answered with the balance in another currency");
      if (date !== day) throw new OutcomeUnknown("The issuer answered with another day's balance");
      return currentBalance;
    },
    async settlement(day) {
      const { date, isFinal, lines } = await call(settlement, "GET", `/settlements/${day}`);
      if (date !== day) throw new OutcomeUnknown("The issuer answered with another day's settlement");
      if (!isFinal) return undefined;
      return lines.map(({ transaction, type, amount, interchange, fee, currency }) => ({
        transaction_id: transaction,
        kind: type === "dispute" ? "dispute_won" : type,
        currency: currency ?? null,
        amount_kobo: amount,
        interchange_kobo: interchange,
        charge_kobo: fee,
      }));
    },
  };
}
