import type { Config } from "../../config.ts";
import { callProvider } from "../http.ts";
import type { SmsPort } from "../index.ts";

/** Termii's messaging call (`POST /api/sms/send`). */
export function createTermiiSms(config: Config): SmsPort {
  return {
    async send({ to, text }) {
      await callProvider({
        provider: "Termii",
        method: "POST",
        url: `${config.TERMII_URL}/api/sms/send`,
        body: { api_key: config.TERMII_API_KEY ?? "", to: to.replace(/^\+/, ""), from: "Manilla", sms: text, type: "plain", channel: "generic" },
      });
    },
  };
}
