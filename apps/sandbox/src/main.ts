import Fastify, { type FastifyInstance } from "fastify";
import { registerBank } from "./bank/routes.ts";
import { baxi, flutterwave, registerBillers } from "./billers/index.ts";
import { registerClock } from "./clock.ts";
import { registerFaults } from "./faults.ts";
import { registerInbox } from "./inbox/messages.ts";
import { fcm, termii } from "./inbox/providers.ts";
import { startSmtp } from "./inbox/smtp.ts";
import { issuer, registerIssuer } from "./issuer/index.ts";
import { registerPayments } from "./issuer/payments.ts";
import { registerVault } from "./issuer/vault.ts";
import { registerConnect } from "./mono/accounts.ts";
import { lender } from "./lender/index.ts";
import { rates, registerRates } from "./rates/index.ts";
import { mono } from "./mono/index.ts";
import { payroll, registerPayrolls } from "./payroll/index.ts";
import { registerPages } from "./pages/index.ts";
import { registerCards } from "./paystack/cards.ts";
import { registerCheckout } from "./paystack/checkout.ts";
import { paystack } from "./paystack/index.ts";
import { resumeTransfers } from "./paystack/transfers.ts";
import { prembly } from "./prembly/index.ts";
import { createPeople } from "./people/people.ts";
import { registerPeople } from "./people/routes.ts";
import { describe } from "./refusal.ts";
import { s3 } from "./s3.ts";
import { okra, registerLinkPages, third } from "./statements/linked.ts";
import { mbs } from "./statements/mbs.ts";
import { mobileStatement, registerPhone, ussd } from "./statements/phone.ts";
import { openStore } from "./state.ts";
import { registerTransfersIn, wema } from "./wema/index.ts";
import { createWebhookSender, registerWebhooks } from "./webhooks.ts";
import { type Settings, type World, createTimers } from "./world.ts";

export interface Sandbox {
  url: string;
  smtp_port: number;
  close: () => Promise<void>;
}

/**
 * Starts the outside world on 127.0.0.1: payment, identity, statement, SMS, push and mail providers in their published shapes, with people, cards, a bank,
 * faults, an inbox and the time machine. `port` 0 takes any free one; without `data_file` nothing outlives `close`.
 */
export async function startSandbox(settings: Settings): Promise<Sandbox> {
  const store = openStore(settings.data_file);
  const timers = createTimers();
  let url = "";
  const world: World = {
    settings,
    store,
    timers,
    people: createPeople(store.state.origin_date),
    webhooks: createWebhookSender(settings, store, timers),
    url: () => url,
  };
  const app = createServer(world);
  url = await app.listen({ port: settings.port, host: "127.0.0.1" });
  const smtp = await startSmtp(world, settings.smtp_port);
  resumeTransfers(world);
  world.webhooks.resume();
  return {
    url,
    smtp_port: smtp.port,
    close: async () => {
      timers.close();
      await Promise.all([app.close(), smtp.close()]);
      store.close();
    },
  };
}

function createServer(world: World): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 300 },
  });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error, _request, reply) => {
    const { status, message } = describe(error);
    return reply.code(status).send({ message });
  });
  registerClock(app, world);
  registerFaults(app, world);
  registerWebhooks(app, world);
  registerInbox(app, world);
  registerPeople(app, world);
  registerCards(app, world);
  registerBank(app, world);
  registerCheckout(app, world);
  registerConnect(app, world);
  registerLinkPages(app, world);
  registerPhone(app, world);
  registerPayrolls(app, world);
  registerIssuer(app, world);
  registerBillers(app, world);
  registerRates(app, world);
  registerVault(app, world);
  registerPayments(app, world);
  registerTransfersIn(app, world);
  registerPages(app, world);
  void app.register(paystack(world), { prefix: "/paystack" });
  void app.register(mono(world), { prefix: "/mono" });
  void app.register(prembly(world), { prefix: "/prembly" });
  void app.register(mbs(world), { prefix: "/mbs" });
  void app.register(okra(world), { prefix: "/okra" });
  void app.register(third(world), { prefix: "/statement-source-3" });
  void app.register(mobileStatement(world), { prefix: "/mobile-statement" });
  void app.register(ussd(world), { prefix: "/ussd" });
  void app.register(termii(world), { prefix: "/termii" });
  void app.register(fcm(world), { prefix: "/fcm" });
  void app.register(payroll(world), { prefix: "/payroll" });
  void app.register(issuer(world), { prefix: "/issuer" });
  void app.register(lender(world), { prefix: "/lender" });
  void app.register(rates(world), { prefix: "/rates" });
  void app.register(wema(world), { prefix: "/wema" });
  void app.register(baxi(world), { prefix: "/baxi" });
  void app.register(flutterwave(world), { prefix: "/flutterwave" });
  void app.register(s3, { prefix: "/s3" });
  return app;
}

async function runFromEnvironment(): Promise<void> {
  const {
    SANDBOX_PORT,
    SANDBOX_SMTP_PORT,
    SANDBOX_DATA_FILE,
    SANDBOX_WEBHOOK_TARGET,
    PAYSTACK_SECRET_KEY,
    MONO_WEBHOOK_SECRET,
    TERMII_SECRET_KEY,
    MAIL_WEBHOOK_KEY,
    ISSUER_WEBHOOK_SECRET,
    WEMA_WEBHOOK_SECRET,
  } = process.env;
  const sandbox = await startSandbox({
    port: Number(SANDBOX_PORT ?? 4401),
    smtp_port: Number(SANDBOX_SMTP_PORT ?? 4402),
    data_file: SANDBOX_DATA_FILE,
    webhook_target: SANDBOX_WEBHOOK_TARGET ?? "http://127.0.0.1:4400/api/webhooks",
    paystack_secret: PAYSTACK_SECRET_KEY ?? "sk_test_sandbox",
    mono_webhook_secret: MONO_WEBHOOK_SECRET ?? "mono_webhook_sandbox",
    termii_secret: TERMII_SECRET_KEY,
    mail_webhook_key: MAIL_WEBHOOK_KEY,
    issuer_webhook_secret: ISSUER_WEBHOOK_SECRET,
    wema_webhook_secret: WEMA_WEBHOOK_SECRET,
  });
  const stop = (): void => void sandbox.close().then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.once(signal, stop);
  process.send?.({ ready: sandbox.url });
  if (!process.send) console.log(`Sandbox at ${sandbox.url}, mail on port ${sandbox.smtp_port}`);
}

if (import.meta.main) await runFromEnvironment();
