/** The sandbox beside a test's API: the providers' addresses as configuration, and what they sent. */
import sharp from "sharp";
import { type Sandbox, startSandbox } from "../apps/sandbox/src/main.ts";
import type { Person } from "../apps/sandbox/src/people/people.ts";

export interface TestSandbox {
  sandbox: Sandbox;
  environment: Record<string, string>;
  people: Person[];
  /** The newest code in a message to this phone or address. */
  codeSentTo(recipient: string): Promise<string>;
  file(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

export async function startTestSandbox(): Promise<TestSandbox> {
  const sandbox = await startSandbox({
    port: 0,
    smtp_port: 0,
    webhook_target: "http://127.0.0.1:9/none",
    paystack_secret: "sk_test_sandbox",
    mono_webhook_secret: "mono_webhook_sandbox",
  });
  const get = async (path: string): Promise<unknown> => (await fetch(`${sandbox.url}${path}`)).json();
  const { people } = (await get("/people.json")) as { people: Person[] };
  return {
    sandbox,
    people,
    environment: {
      SANDBOX_URL: sandbox.url,
      PAYSTACK_URL: `${sandbox.url}/paystack`,
      PAYSTACK_SECRET_KEY: "sk_test_sandbox",
      MONO_URL: `${sandbox.url}/mono`,
      PREMBLY_URL: `${sandbox.url}/prembly`,
      PREMBLY_API_KEY: "prembly_test_sandbox",
      PREMBLY_APP_ID: "manilla-sandbox",
      MONO_SECRET_KEY: "mono_test_sandbox",
      TERMII_URL: `${sandbox.url}/termii`,
      TERMII_API_KEY: "termii_sandbox",
      TERMII_SECRET_KEY: "termii_secret_sandbox",
      MAIL_WEBHOOK_KEY: "mail_webhook_sandbox",
      SMTP_URL: `smtp://127.0.0.1:${sandbox.smtp_port}`,
      FCM_URL: `${sandbox.url}/fcm`,
      FCM_ACCESS_KEY: "fcm_sandbox",
      BANK_URL: `${sandbox.url}/bank`,
      PAYROLL_URL: `${sandbox.url}/payroll`,
      PAYROLL_API_KEY: "payroll_sandbox",
      ISSUER_URL: `${sandbox.url}/issuer`,
      ISSUER_API_KEY: "issuer_sandbox",
      ISSUER_WEBHOOK_SECRET: "issuer_webhook_sandbox",
      ISSUER_FUNDING_SOURCE: "manilla",
      ISSUER_VAULT_URL: `${sandbox.url}/vault`,
      RATES_URL: `${sandbox.url}/rates`,
      CARD_PARTNER_URL: `${sandbox.url}/lender`,
      CARD_PARTNER_API_KEY: "lender_sandbox",
      CARD_PARTNER_ACCOUNT: "058/4000000016",
      WEMA_URL: `${sandbox.url}/wema`,
      WEMA_API_KEY: "wema_sandbox",
      WEMA_WEBHOOK_SECRET: "wema_webhook_sandbox",
      BAXI_URL: `${sandbox.url}/baxi`,
      BAXI_API_KEY: "baxi_sandbox_key",
      BAXI_AGENT_ID: "manilla",
      FLUTTERWAVE_URL: `${sandbox.url}/flutterwave`,
      FLUTTERWAVE_SECRET_KEY: "flutterwave_sandbox_key",
      FLUTTERWAVE_WEBHOOK_SECRET: "flutterwave_webhook_sandbox",
      MBS_URL: `${sandbox.url}/mbs`,
      MBS_CLIENT_ID: "manilla",
      MBS_CLIENT_SECRET: "mbs_sandbox",
      OKRA_URL: `${sandbox.url}/okra`,
      OKRA_SECRET_KEY: "okra_sandbox",
      STATEMENT_SOURCE_3_NAME: "Lumen Connect",
      STATEMENT_SOURCE_3_URL: `${sandbox.url}/statement-source-3`,
      STATEMENT_SOURCE_3_KEY: "third_sandbox",
      MOBILE_STATEMENT_URL: `${sandbox.url}/mobile-statement`,
      MOBILE_STATEMENT_KEY: "mobile_sandbox",
      USSD_URL: `${sandbox.url}/ussd`,
      USSD_KEY: "ussd_sandbox_key",
    },
    async codeSentTo(recipient) {
      const { messages } = (await get("/inbox/messages")) as { messages: { to: string; text: string }[] };
      const codes = messages.filter(({ to }) => to === recipient).map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1]);
      const newest = codes.find(Boolean);
      if (!newest) throw new Error(`no code was sent to ${recipient}`);
      return newest;
    },
    async file(path) {
      return Buffer.from(await (await fetch(`${sandbox.url}${path}`)).arrayBuffer());
    },
    close: () => sandbox.close(),
  };
}

/** A small picture, as a phone would send it. */
export const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#888888" } })
    .jpeg()
    .toBuffer();

/** A multipart body with a file in the field `document`. */
export function documentForm(
  bytes: Buffer | string,
  name: string,
  type = "application/octet-stream",
  fields: Record<string, string> = {},
): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.set("document", new Blob([bytes as never], { type }), name);
  return data;
}
