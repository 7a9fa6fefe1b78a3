import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isDeclined } from "../faults.ts";
import { html, page } from "../pages/layout.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { accountAt, accountOfWord, linesOf, provider } from "./parts.ts";
import type { AccountOf } from "./state.ts";

const VALID_MS = 10 * 60_000;

function shape(world: World, account: AccountOf, months?: number) {
  const found = linesOf(world, account, months);
  return {
    account: { name: found.account.account_name, number: found.account.account_number, bank: found.account.bank_name },
    transactions: found.lines.map(({ date, narration, type, amount_kobo, balance_kobo }) => ({
      date,
      narration,
      debit: type === "debit" ? amount_kobo : 0,
      credit: type === "credit" ? amount_kobo : 0,
      balance: balance_kobo,
    })),
  };
}
const refuse = (status: number, message: string) => ({ status, body: { message } });

/** The bank's app: a share code opens the statement once. */
export const mobileStatement = (world: World) =>
  provider(
    world,
    "mobile_statement",
    (request) => request.headers["x-api-key"],
    refuse,
    (app) => {
      app.post("/v1/shares/redeem", (request) => {
        const { shares } = world.store.state.statements;
        const { share_code } = z.object({ share_code: z.string() }).parse(request.body);
        const account = accountOfWord(world, "share", share_code) ?? shares[share_code.toUpperCase()];
        if (!account || isDeclined(request)) throw new Refusal(404, "This share code is unknown or was used.");
        const answer = shape(world, account);
        delete shares[share_code.toUpperCase()];
        world.store.touch();
        return answer;
      });
    },
  );

/** USSD: the session waits until somebody dials on `/phone`. */
export const ussd = (world: World) =>
  provider(
    world,
    "ussd",
    (request) => request.headers["x-api-key"],
    refuse,
    (app) => {
      const { sessions } = world.store.state.statements;
      const find = (id: string) => {
        const session = sessions[id];
        if (!session) throw new Refusal(404, "This session does not exist.");
        return session;
      };
      app.post("/v1/statement-sessions", (request) => {
        const { account_number, bank_code, months } = z
          .object({ account_number: z.string(), bank_code: z.string(), months: z.int().min(1).max(24) })
          .loose()
          .parse(request.body);
        if (isDeclined(request)) throw new Refusal(422, "This bank has no USSD statement.");
        const { person } = accountAt(world, account_number, bank_code);
        const session_id = randomUUID();
        const session = {
          bvn: person.bvn,
          account_number,
          dial: `*945*7*${world.store.nextId()}#`,
          status: "pending" as const,
          expires_at: new Date(Date.now() + VALID_MS).toISOString(),
          months,
        };
        sessions[session_id] = session;
        world.store.touch();
        return { session_id, dial: session.dial, expires_at: session.expires_at };
      });
      type ById = { Params: { id: string } };
      app.get<ById>("/v1/statement-sessions/:id", (request) => {
        const { status, expires_at } = find(request.params.id);
        return { status: status === "pending" && Date.parse(expires_at) < Date.now() ? "expired" : status };
      });
      app.get<ById>("/v1/statement-sessions/:id/statement", (request) => {
        const session = find(request.params.id);
        if (session.status !== "confirmed") throw new Refusal(409, "Nobody has agreed to this yet.");
        return shape(world, session, session.months);
      });
    },
  );

const phonePage = (told?: string): string =>
  page(
    "A phone",
    html`<section class="card narrow">
        <p class="muted">
          What somebody does on a phone: dial a code and agree, or share a statement from the bank’s app.
        </p>
        ${told ? html`<p role="status"><b>${told}</b></p>` : ""}
        <form method="post" action="/phone/dial">
          <label>Dial <input name="dial" autocomplete="off" placeholder="*945*7*1001#" /></label>
          <div class="row">
            <button class="primary" name="answer" value="yes">Agree with my PIN</button
            ><button name="answer" value="no">Refuse</button>
          </div>
        </form>
      </section>
      <section class="card narrow">
        <form method="post" action="/phone/share">
          <label>BVN of the person <input name="bvn" inputmode="numeric" maxlength="11" autocomplete="off" /></label>
          <div class="row"><button class="primary">Share my statement</button></div>
        </form>
      </section>`,
  );

/** `GET /phone`, `POST /phone/dial`, `POST /phone/share`. */
export function registerPhone(app: FastifyInstance, world: World): void {
  const { sessions, shares } = world.store.state.statements;
  app.get("/phone", (_request, reply) => reply.type("text/html").send(phonePage()));
  app.post("/phone/dial", (request, reply) => {
    const { dial, answer } = z.object({ dial: z.string().trim(), answer: z.string().optional() }).parse(request.body);
    const session = Object.values(sessions).find((each) => each.dial === dial);
    if (!session || session.status !== "pending")
      return reply.code(404).type("text/html").send(phonePage("Nothing waits under this code."));
    session.status = answer === "no" ? "rejected" : "confirmed";
    world.store.touch();
    return reply
      .type("text/html")
      .send(phonePage(session.status === "confirmed" ? "You have agreed." : "You have refused."));
  });
  app.post("/phone/share", (request, reply) => {
    const { bvn } = z.object({ bvn: z.string().trim() }).parse(request.body);
    const account = world.people.byBvn(bvn)?.accounts[0];
    if (!account) return reply.code(404).type("text/html").send(phonePage("Nobody has this BVN."));
    const code = randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase();
    shares[code] = { bvn, account_number: account.account_number };
    world.store.touch();
    return reply.type("text/html").send(phonePage(`The share code is ${code}.`));
  });
}
