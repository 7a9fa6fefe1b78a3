/** Where the sandbox stands in for each provider: one list for `npm start`, the tests, the faults and the abuse. */

const PROVIDERS = {
  PAYSTACK: { URL: "/paystack", SECRET_KEY: "sk_test_sandbox" },
  MONO: { URL: "/mono", SECRET_KEY: "mono_test_sandbox", WEBHOOK_SECRET: "mono_webhook_sandbox" },
  PREMBLY: { URL: "/prembly", API_KEY: "prembly_test_sandbox", APP_ID: "manilla-sandbox" },
  TERMII: { URL: "/termii", API_KEY: "termii_sandbox", SECRET_KEY: "termii_secret_sandbox" },
  MAIL: { WEBHOOK_KEY: "mail_webhook_sandbox" },
  FCM: { URL: "/fcm", ACCESS_KEY: "fcm_sandbox" },
  BANK: { URL: "/bank" },
  PAYROLL: { URL: "/payroll", API_KEY: "payroll_sandbox" },
  ISSUER: {
    URL: "/issuer",
    API_KEY: "issuer_sandbox",
    WEBHOOK_SECRET: "issuer_webhook_sandbox",
    FUNDING_SOURCE: "manilla",
    VAULT_URL: "/vault",
  },
  RATES: { URL: "/rates" },
  CARD_PARTNER: { URL: "/lender", API_KEY: "lender_sandbox", ACCOUNT: "058/4000000016" },
  WEMA: { URL: "/wema", API_KEY: "wema_sandbox", WEBHOOK_SECRET: "wema_webhook_sandbox" },
  BAXI: { URL: "/baxi", API_KEY: "baxi_sandbox_key", AGENT_ID: "manilla" },
  FLUTTERWAVE: {
    URL: "/flutterwave",
    SECRET_KEY: "flutterwave_sandbox_key",
    WEBHOOK_SECRET: "flutterwave_webhook_sandbox",
  },
  MBS: { URL: "/mbs", CLIENT_ID: "manilla", CLIENT_SECRET: "mbs_sandbox" },
  OKRA: { URL: "/okra", SECRET_KEY: "okra_sandbox" },
  STATEMENT_SOURCE_3: { NAME: "Lumen Connect", URL: "/statement-source-3", KEY: "third_sandbox" },
  MOBILE_STATEMENT: { URL: "/mobile-statement", KEY: "mobile_sandbox" },
  USSD: { URL: "/ussd", KEY: "ussd_sandbox_key" },
} as const;

export type Provider = keyof typeof PROVIDERS;

/**
 * The application's settings for the sandbox's providers. Not `SANDBOX_URL`: who sets that lets the sandbox choose the business date.
 * @param sandbox its address @param smtp_port where it takes mail; without one, mail is not configured @param without those left unconfigured
 */
export function sandboxProviders(
  sandbox: string,
  { smtp_port, without = [] }: { smtp_port?: number; without?: readonly Provider[] } = {},
): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [provider, values] of Object.entries(PROVIDERS)) {
    if (without.includes(provider as Provider)) continue;
    for (const [name, value] of Object.entries(values))
      settings[`${provider}_${name}`] = name.endsWith("URL") ? `${sandbox}${value}` : value;
  }
  if (smtp_port !== undefined) settings["SMTP_URL"] = `smtp://127.0.0.1:${smtp_port}`;
  return settings;
}
