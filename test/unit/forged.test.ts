/** Every webhook, also of providers to come: what is not signed as its provider signs it is refused before it is read, and leaves nothing behind. */
import { createHash, createHmac } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { allCalls } from "../../scripts/generate-permissions.ts";
import { cardInUse, deliver, issuerBody } from "../card-payments.ts";
import { deliver as arrives, newSession, notification } from "../partner-bank.ts";
import { useLendingWorld } from "../world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { pool } = api.database;

interface Proof {
  header?: string;
  secret: string | undefined;
  /** The secret itself is the proof, of any body. */
  is_bearer?: boolean;
}
const { config } = api.app;
config.TERMII_SECRET_KEY ??= "termii_sandbox";
config.MAIL_WEBHOOK_KEY ??= "mail_sandbox";
/** How each provider proves what it sends. */
const PROOFS: Readonly<Record<string, Proof>> = {
  "/webhooks/paystack": { header: "x-paystack-signature", secret: config.PAYSTACK_SECRET_KEY },
  "/webhooks/termii": { header: "x-termii-signature", secret: config.TERMII_SECRET_KEY },
  "/webhooks/issuer": { header: "x-issuer-signature", secret: config.ISSUER_WEBHOOK_SECRET },
  "/webhooks/partner-bank": { header: "x-wema-signature", secret: config.WEMA_WEBHOOK_SECRET },
  "/webhooks/partner-bank/account": { header: "x-wema-signature", secret: config.WEMA_WEBHOOK_SECRET },
  "/webhooks/mono": { header: "mono-webhook-secret", secret: config.MONO_WEBHOOK_SECRET, is_bearer: true },
  "/webhooks/flutterwave": { header: "verif-hash", secret: config.FLUTTERWAVE_WEBHOOK_SECRET, is_bearer: true },
  // Proved within its body.
  "/webhooks/mail": { secret: config.MAIL_WEBHOOK_KEY },
};
const webhooks = [...new Set(allCalls().map(({ call }) => call.path))].filter((path) => path.startsWith("/webhooks/"));
const TABLES = [
  "webhooks",
  "inbound_credits",
  "card_events",
  "card_authorisations",
  "card_captures",
  "ledger.transactions",
];
const written = async (): Promise<string> => {
  const counts = TABLES.map((table) => `(select count(*) from ${table})`).join(" || ':' || ");
  return (await pool.query<{ n: string }>(`select ${counts} as n`)).rows[0]!.n;
};
const hmac = (secret: string, body: string, algorithm = "sha512", as: "hex" | "base64" = "hex") =>
  createHmac(algorithm, secret).update(body).digest(as);

const card = await cardInUse(api, { kind: "personal_debit", user_id: (await world.customer()).user_id });
/** Bodies that would do something if they were believed. */
const bodyOf = (path: string): string => {
  if (path === "/webhooks/issuer") return issuerBody(card, { type: "transaction.created", more: { type: "capture" } });
  if (path === "/webhooks/partner-bank") return notification({ account_no: "8219999990", amount: "10" });
  if (path === "/webhooks/partner-bank/account") return JSON.stringify({ accountnumber: "8219999990" });
  const data = { reference: uuidv7(), tx_ref: uuidv7(), amount: 5, status: "success" };
  return JSON.stringify({ event: "charge.success", data, message_id: "1", status: "DELIVERED" });
};
const send = async (path: string, body: string, headers: Record<string, string>) =>
  (
    await fetch(`${api.address}/api${path}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    })
  ).status;

describe("a forger", () => {
  it("finds every webhook here", () => {
    expect(webhooks.toSorted()).toEqual(Object.keys(PROOFS).toSorted());
    for (const [path, { secret }] of Object.entries(PROOFS)) expect(secret, path).toEqual(expect.any(String));
  });

  it.each(webhooks)("is refused at %s under every signature but the right one, and leaves nothing", async (path) => {
    const { header, secret = "", is_bearer = false } = PROOFS[path]!;
    const body = bodyOf(path);
    const right = is_bearer ? secret : hmac(secret, body);
    const others = [
      "",
      " ",
      "null",
      "undefined",
      "0".repeat(128),
      right.toUpperCase(),
      `${right} `.trim().slice(0, -1),
      `${right}0`,
      `sha512=${right}`,
      `${right},${right}`,
      hmac(secret, body, "sha256"),
      hmac(secret, body, "sha1"),
      hmac(secret, body, "md5"),
      hmac(secret, body, "sha512", "base64"),
      hmac(secret, `${body} `),
      hmac("", body),
      hmac("null", body),
      createHash("sha512").update(body).digest("hex"),
      createHash("sha512").update(`${secret}${body}`).digest("hex"),
      // Those of the other providers, each under its own secret.
      ...Object.entries(PROOFS).flatMap(([other, proof]) =>
        proof.secret && proof.secret !== secret && other !== path ? [hmac(proof.secret, body), proof.secret] : [],
      ),
      ...(is_bearer ? [hmac(secret, body)] : [secret]),
    ];
    const before = await written();
    expect(await send(path, body, {}), `${path} without`).toBe(401);
    if (header)
      for (const signature of others) {
        if (signature === right) continue;
        expect(await send(path, body, { [header]: signature }), `${path} ${signature}`).toBe(401);
      }
    // What was signed for somebody else's eyes proves nothing of another body.
    if (header && !is_bearer)
      expect(
        await send(
          path,
          body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
          { [header]: right },
        ),
      ).toBe(401);
    expect(await written()).toBe(before);
  });
});

describe("what a provider signs", () => {
  it("twice over in one object is refused, and an amount that is none moves nothing", async () => {
    const before = await written();
    for (const amount of [
      "1e3",
      "-0",
      "-1",
      "0.001",
      "+5",
      "0x10",
      "1,000.00",
      " 10",
      "１０",
      "10\u0000",
      "NaN",
      "",
      "5.",
      ".5",
    ]) {
      const sent = await arrives(api, notification({ account_no: "8219999990", amount }));
      expect(sent.status, `${amount}`).toBe(422);
    }
    for (const amount of ["1e3", "-0", "0", "-1", "0.0", '"1e3"', '"+5"', '"１０"', "true", "[5]", '{"$gt":0}']) {
      const { status, responseCode } = await deliver(
        api,
        issuerBody(card, { type: "transaction.created", amount, more: { type: "capture" } }),
      );
      expect(status, `${amount}`).toBe(200);
      expect(responseCode, `${amount}`).toEqual(expect.stringMatching(/^(13|30)$/));
    }
    const asked = notification({ account_no: "8219999990", amount: "10", session_id: newSession() });
    const twice = await arrives(api, asked.replace('"amount":"10"', '"amount":"1000","amount":"10"'));
    expect([twice.status, await written()]).toEqual([422, before]);
    const taken = issuerBody(card, { type: "transaction.created", amount: "5", more: { type: "capture" } });
    expect((await deliver(api, taken.replace('"amount":5', '"amount":5000,"amount":5'))).responseCode).not.toBe("00");
    expect(await written()).toBe(before);
  });

  it("in words that turn themselves round, hide or hold a card's number is kept in one plain line", async () => {
    const session_id = newSession();
    const narration = "rent\u202e05.00\u2066\u200b\nPAID 4111\u200b1111 1111 1111 \u0007";
    expect(
      (await arrives(api, notification({ account_no: "8219999990", amount: "10", session_id, more: { narration } })))
        .status,
    ).toBe(200);
    const { rows } = await pool.query<{ narration: string }>(
      "select narration from inbound_credits where session_id = $1",
      [session_id],
    );
    expect(rows[0]!.narration).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u);
    expect(rows[0]!.narration).toMatch(/PAID •••• 1111$/);
    await world.prove();
  });
});
