/**
 * Termii. Shapes as published at developers.termii.com: `POST /api/sms/send` (messaging-api), `GET /api/sms/inbox` (history), and the delivery report
 * (events-and-reports) signed with HMAC SHA-512 over the body under the account's secret key in `X-Termii-Signature`.
 */
import type { Config } from "../../config.ts";
import { AddressRefused, ProviderRefused, callProvider } from "../http.ts";
import type { SmsPort } from "../index.ts";

interface Sent {
  message_id: string;
}
interface HistoryLine {
  receiver?: string;
  message?: string;
  message_id?: string;
  created_at?: string;
}

/** Termii answers 400 to an empty balance too; only these words speak of the number. */
const IS_ABOUT_THE_NUMBER =
  /country inactive|invalid (phone|number|recipient|destination)|(phone|number|recipient|destination)\b.*\b(invalid|not valid|unsupported)/i;
/** Their clock and ours may differ; history is in Lagos time to the second. */
const CLOCKS_DIFFER_MILLISECONDS = 120_000;

const digits = (number: string): string => number.replace(/\D/g, "");
const momentOf = (text = ""): number => Date.parse(`${text.replace(" ", "T")}+01:00`);

/** Termii behind our port. */
export function createTermiiSms(config: Config): SmsPort {
  const api_key = config.TERMII_API_KEY ?? "";
  return {
    async send({ to, text, is_offer }) {
      try {
        const answer = await callProvider<Sent>({
          provider: "Termii",
          method: "POST",
          url: `${config.TERMII_URL}/api/sms/send`,
          body: {
            api_key,
            to: digits(to),
            from: "Manilla",
            sms: text,
            type: "plain",
            channel: is_offer ? "generic" : "dnd",
          },
        });
        return { provider_reference: String(answer.message_id) };
      } catch (error) {
        const said = error instanceof ProviderRefused ? String((error.body as { message?: unknown }).message) : "";
        if (IS_ABOUT_THE_NUMBER.test(said)) throw new AddressRefused(said, { cause: error });
        throw error;
      }
    },
    async find({ to, text, since }) {
      const lines = await callProvider<HistoryLine[]>({
        provider: "Termii",
        method: "GET",
        url: `${config.TERMII_URL}/api/sms/inbox?api_key=${encodeURIComponent(api_key)}`,
      });
      const earliest = since.getTime() - CLOCKS_DIFFER_MILLISECONDS;
      const found = lines.find(
        (line) =>
          line.message_id &&
          line.message === text &&
          digits(line.receiver ?? "") === digits(to) &&
          momentOf(line.created_at) >= earliest,
      );
      return found?.message_id ? { provider_reference: found.message_id } : undefined;
    },
  };
}

/** What a report's status means; the words are Termii's. "Message Sent" and "Received" say nothing of the handset. */
export function readTermiiStatus(
  status: string,
): { outcome: "delivered" | "failed"; is_hard: boolean; is_marketing_only: boolean; reason: string } | null {
  const word = (status.split("|")[0] ?? "").trim().toLowerCase();
  const failed = (reason: string, kind: { is_hard?: boolean; is_marketing_only?: boolean } = {}) => ({
    outcome: "failed" as const,
    is_hard: false,
    is_marketing_only: false,
    reason,
    ...kind,
  });
  if (word === "delivered") return { outcome: "delivered", is_hard: false, is_marketing_only: false, reason: "" };
  if (word.startsWith("dnd active"))
    return failed("The number is on the do-not-disturb list.", { is_hard: true, is_marketing_only: true });
  if (word === "rejected") return failed("The network rejects this number.", { is_hard: true });
  if (word === "expired") return failed("The phone was off or out of reach too long.");
  if (word.includes("failed")) return failed("The network could not bring it to the phone.");
  return null;
}
