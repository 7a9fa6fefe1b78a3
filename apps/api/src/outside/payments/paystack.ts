import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "../../config.ts";
import { OutcomeUnknown, ProviderRefused, callProvider } from "../http.ts";
import { meaningAtPaystack } from "./transfer-codes.ts";
import type { ChargeOutcome, PaymentsPort, SavedCard, TransferOutcome } from "./port.ts";

interface Envelope<Data> {
  status: boolean;
  message: string;
  data: Data;
}

interface Transfer {
  status: string;
  transfer_code?: string;
  reference: string;
  reason?: string;
  failures?: unknown;
  gateway_response?: string | null;
  /** In kobo, what it charged us. */
  fee_charged?: number | null;
  session?: { id?: string | null } | null;
}

interface Authorization {
  authorization_code: string;
  bin?: string;
  last4: string;
  exp_month?: string;
  exp_year?: string;
  card_type?: string;
  brand?: string;
  bank?: string;
  reusable?: boolean;
  sender_name?: string;
  receiver_bank_account_number?: string;
}

interface Transaction {
  reference?: string;
  status: string;
  amount: number;
  currency?: string;
  channel?: string;
  gateway_response?: string | null;
  message?: string | null;
  authorization?: Authorization | null;
  customer?: { customer_code?: string };
  metadata?: unknown;
}

const failureText = (failures: unknown): string | null =>
  typeof failures === "object" && failures !== null && "message" in failures && typeof failures.message === "string"
    ? failures.message
    : null;

/** Paystack's answer about a transfer, by the table of what it means. What we do not know is pending, never failed. */
export function transferOutcome(transfer: Transfer): TransferOutcome {
  const texts = [transfer.gateway_response, failureText(transfer.failures)];
  const meaning = meaningAtPaystack({ status: transfer.status, texts });
  const status = meaning === "person" || meaning === "unknown" ? "pending" : meaning;
  const { fee_charged } = transfer;
  return {
    status,
    is_for_person: meaning === "person",
    fee_kobo:
      typeof fee_charged === "number" && Number.isSafeInteger(fee_charged) && fee_charged >= 0
        ? BigInt(fee_charged)
        : null,
    provider_reference: transfer.transfer_code ?? null,
    session_id: transfer.session?.id ?? null,
    failure:
      status === "failed" || status === "reversed" || meaning === "person"
        ? (texts.find((text) => text) ??
          (transfer.status === "reversed" ? "The bank sent it back." : "The bank refused the transfer."))
        : null,
  };
}

function cardOf({ authorization, customer }: Transaction): SavedCard | null {
  if (!authorization?.authorization_code) return null;
  return {
    authorization_code: authorization.authorization_code,
    customer_code: customer?.customer_code ?? null,
    brand: authorization.card_type?.trim() || authorization.brand || "card",
    bank: authorization.bank ?? null,
    first6: authorization.bin ?? null,
    last4: authorization.last4,
    expiry_month: authorization.exp_month ? Number(authorization.exp_month) : null,
    expiry_year: authorization.exp_year ? Number(authorization.exp_year) : null,
    isReusable: authorization.reusable ?? false,
  };
}

function paidInOf({ authorization, metadata }: Transaction): ChargeOutcome["paid_in"] {
  const named = typeof metadata === "object" && metadata !== null && "receiver_account_number" in metadata;
  const account_no = authorization?.receiver_bank_account_number ?? (named ? metadata.receiver_account_number : null);
  return typeof account_no === "string" ? { account_no, sender: authorization?.sender_name ?? "" } : null;
}

/** Paystack's words for a charge, in ours. */
export function chargeOutcome(transaction: Transaction): ChargeOutcome {
  const words: Record<string, ChargeOutcome["status"]> = {
    success: "success",
    failed: "failed",
    abandoned: "abandoned",
    reversed: "failed",
  };
  // Cents are no kobo: what is not naira is never booked, and an event about it differs from this.
  const isNaira = (transaction.currency ?? "NGN") === "NGN";
  const status = isNaira ? (words[transaction.status] ?? "pending") : "pending";
  return {
    status,
    amount_kobo: isNaira ? BigInt(transaction.amount) : 0n,
    channel: transaction.channel ?? "card",
    card: status === "success" ? cardOf(transaction) : null,
    paid_in: paidInOf(transaction),
    failure:
      status === "failed" ? (transaction.gateway_response ?? transaction.message ?? "The card was declined.") : null,
  };
}

/** Whether a webhook really comes from Paystack: HMAC-SHA512 of the raw body. */
export function isPaystackSignature(secret: string, rawBody: Buffer, signature: unknown): boolean {
  if (typeof signature !== "string" || !/^[0-9a-f]{128}$/.test(signature)) return false;
  return timingSafeEqual(createHmac("sha512", secret).update(rawBody).digest(), Buffer.from(signature, "hex"));
}

const notFound = (error: unknown): { status: "not_found" } => {
  if (error instanceof ProviderRefused && (error.status === 404 || error.status === 400))
    return { status: "not_found" };
  throw error;
};

/** An answer about another reference answers nothing: where the provider reads blanks and capitals loosely, one payment would be booked under two references. */
const about =
  (reference: string) =>
  <Answer extends { reference?: string }>(answer: Answer): Answer => {
    if (answer.reference === undefined || answer.reference === reference) return answer;
    throw new OutcomeUnknown("Paystack answered about another payment");
  };

/** Paystack behind our port: charges, transfers, recipients, virtual accounts; money in kobo. */
export function createPaystack(config: Config): PaymentsPort {
  const call = async <Data>(method: "GET" | "POST", path: string, body?: unknown): Promise<Data> => {
    const answer = await callProvider<Envelope<Data>>({
      provider: "Paystack",
      method,
      url: `${config.PAYSTACK_URL}${path}`,
      headers: { authorization: `Bearer ${config.PAYSTACK_SECRET_KEY ?? ""}` },
      ...(body !== undefined && { body }),
    });
    // A 2xx without our data is no answer: nobody may conclude anything from it.
    if (answer.data === undefined || answer.data === null) throw new OutcomeUnknown("Paystack answered without data");
    return answer.data;
  };
  const charge = async (path: string, body: unknown): Promise<ChargeOutcome> =>
    chargeOutcome(await call<Transaction>("POST", path, body));
  return {
    resolveAccount: ({ account_no, bank_code }) =>
      call<{ account_name: string }>(
        "GET",
        `/bank/resolve?account_number=${encodeURIComponent(account_no)}&bank_code=${encodeURIComponent(bank_code)}`,
      ),
    createRecipient: ({ name, account_no, bank_code }) =>
      call<{ recipient_code: string }>("POST", "/transferrecipient", {
        type: "nuban",
        name,
        account_number: account_no,
        bank_code,
        currency: "NGN",
      }),
    transfer: async ({ amount_kobo, recipient_code, reference, reason }) =>
      transferOutcome(
        await call<Transfer>("POST", "/transfer", {
          source: "balance",
          amount: Number(amount_kobo),
          recipient: recipient_code,
          reference,
          reason,
          currency: "NGN",
        }),
      ),
    verifyTransfer: (reference) =>
      call<Transfer>("GET", `/transfer/verify/${encodeURIComponent(reference)}`)
        .then(about(reference))
        .then(transferOutcome)
        .catch(notFound),
    initializeCharge: ({ email, amount_kobo, reference, callback_url, metadata }) =>
      call<{ authorization_url: string }>("POST", "/transaction/initialize", {
        email,
        amount: Number(amount_kobo),
        reference,
        callback_url,
        metadata,
        channels: ["card"],
        currency: "NGN",
      }),
    verifyCharge: (reference) =>
      call<Transaction>("GET", `/transaction/verify/${encodeURIComponent(reference)}`)
        .then(about(reference))
        .then(chargeOutcome)
        .catch(notFound),
    chargeAuthorization: ({ email, amount_kobo, authorization_code, reference }) =>
      charge("/transaction/charge_authorization", {
        email,
        amount: Number(amount_kobo),
        authorization_code,
        reference,
        currency: "NGN",
      }),
    partialDebit: ({ email, amount_kobo, at_least_kobo, authorization_code, reference }) =>
      charge("/transaction/partial_debit", {
        email,
        amount: Number(amount_kobo),
        at_least: Number(at_least_kobo),
        authorization_code,
        reference,
        currency: "NGN",
      }),
    async createVirtualAccount(person) {
      const customer = await call<{ customer_code: string }>("POST", "/customer", {
        email: person.email,
        first_name: person.first_name,
        last_name: person.last_name,
        phone: person.phone,
      });
      const account = await call<{
        id: number | string;
        account_number: string;
        account_name: string;
        bank: { name: string };
      }>("POST", "/dedicated_account", { customer: customer.customer_code, preferred_bank: "wema-bank" });
      return {
        provider_reference: `${customer.customer_code}/${account.id}`,
        bank_name: account.bank.name,
        account_name: account.account_name,
        account_no: account.account_number,
      };
    },
  };
}
