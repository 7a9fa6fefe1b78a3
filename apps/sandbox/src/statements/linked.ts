import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isDeclined } from "../faults.ts";
import { html, page } from "../pages/layout.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { accountOfWord, linesOf, provider } from "./parts.ts";
import type { AccountOf, LinkPage } from "./state.ts";

const NAMES = { okra: "Okra", statement_source_3: "Lumen Connect" } as const;

function open(world: World, link: LinkPage): string {
  const id = randomUUID();
  world.store.state.statements.links[id] = link;
  world.store.touch();
  return `${world.url()}/link/${id}`;
}

/** Exchanges what a link page gave, once. @throws Refusal */
function exchange(world: World, word: string, code: string): { key: string; account: AccountOf } {
  const { codes, accounts } = world.store.state.statements;
  const account = accountOfWord(world, word, code) ?? codes[code];
  if (!account) throw new Refusal(404, "This code is unknown or was used.");
  delete codes[code];
  const key = `${word}-${account.account_number}`;
  accounts[key] = account;
  world.store.touch();
  return { key, account };
}

const linked = (world: World, key: string): AccountOf => {
  const account = world.store.state.statements.accounts[key];
  if (!account) throw new Refusal(404, "This account is not linked.");
  return account;
};

/** Okra: `Authorization: Bearer`, `{status, message, data}`, naira. */
export const okra = (world: World) =>
  provider(
    world,
    "okra",
    (request) => request.headers.authorization?.startsWith("Bearer "),
    (status, message) => ({ status, body: { status: "error", message, data: null } }),
    (app) => {
      const succeed = (data: unknown) => ({ status: "success", message: "Request successful", data });
      app.post("/v2/widget/links", (request) => {
        if (isDeclined(request)) throw new Refusal(400, "This request could not be processed.");
        const { callback_url } = z.object({ callback_url: z.url() }).loose().parse(request.body);
        return succeed({ url: open(world, { provider: "okra", return_url: callback_url }) });
      });
      const pagination = (totalDocs: number, number: number, limit: number) => ({
        totalDocs,
        limit,
        hasPrevPage: number > 1,
        hasNextPage: number * limit < totalDocs,
        page: number,
        totalPages: Math.ceil(totalDocs / limit),
        pagingCounter: (number - 1) * limit + 1,
      });
      const filter = z.object({ customer: z.string(), page: z.int().min(1), limit: z.int().min(1).max(500) }).loose();
      app.post("/v2/products/records/get", (request) => {
        if (isDeclined(request)) throw new Refusal(404, "Record not found");
        const { key } = exchange(
          world,
          "record",
          z.object({ record_id: z.string() }).loose().parse(request.body).record_id,
        );
        return succeed({
          pagination: null,
          records: {
            _id: `record-${key}`,
            customer: { _id: key, name: "" },
            status: { process: { completed: true, running: false } },
          },
        });
      });
      app.post("/v2/balance/getByCustomer", (request) => {
        const { customer, page: number, limit } = filter.parse(request.body);
        const { account: bank, lines } = linesOf(world, linked(world, customer));
        const naira = (lines.at(-1)?.balance_kobo ?? 0) / 100;
        return succeed({
          pagination: pagination(1, number, limit),
          balance: [
            {
              _id: `balance-${customer}`,
              account: {
                _id: `account-${customer}`,
                bank: { name: bank.bank_name },
                nuban: bank.account_number,
                name: bank.account_name,
              },
              available_balance: naira,
              ledger_balance: naira,
              currency: "NGN",
            },
          ],
        });
      });
      app.post("/v2/transactions/getByCustomer", (request) => {
        const { customer, page: number, limit } = filter.parse(request.body);
        const { account: bank, lines: all } = linesOf(world, linked(world, customer));
        const lines = all.toReversed();
        const transaction = lines
          .slice((number - 1) * limit, number * limit)
          .map(({ id, date, narration, type, amount_kobo }) => ({
            _id: id,
            trans_date: `${date}T00:00:00.000Z`,
            cleared_date: `${date}T00:00:00.000Z`,
            notes: { desc: narration, topics: [], places: [], people: [], actions: [], subjects: [], prepositions: [] },
            ref: id,
            ...(type === "debit" ? { debit: amount_kobo / 100 } : { credit: amount_kobo / 100 }),
            bank: { name: bank.bank_name },
            account: { _id: `account-${customer}`, name: bank.account_name },
          }));
        return succeed({ pagination: pagination(lines.length, number, limit), transaction });
      });
    },
  );

const PAGE = 400;

/** The third source: `x-api-key`, plain objects, kobo, a cursor. */
export const third = (world: World) =>
  provider(
    world,
    "statement_source_3",
    (request) => request.headers["x-api-key"],
    (status, message) => ({ status, body: { error: message } }),
    (app) => {
      app.post("/links", (request) => {
        if (isDeclined(request)) throw new Refusal(400, "No.");
        const { return_url } = z.object({ return_url: z.url() }).loose().parse(request.body);
        return { link_url: open(world, { provider: "statement_source_3", return_url }) };
      });
      app.post("/links/exchange", (request) => {
        if (isDeclined(request)) throw new Refusal(404, "Unknown code.");
        const { key, account } = exchange(world, "link", z.object({ code: z.string() }).parse(request.body).code);
        const { account: bank } = linesOf(world, account);
        return { account_id: key, holder: bank.account_name, number: bank.account_number, institution: bank.bank_name };
      });
      app.get<{ Params: { id: string }; Querystring: { months?: string; cursor?: string } }>(
        "/accounts/:id/transactions",
        (request) => {
          const from = Number(request.query.cursor ?? 0);
          const { lines } = linesOf(world, linked(world, request.params.id), Number(request.query.months ?? 12));
          const transactions = lines
            .slice(from, from + PAGE)
            .map(({ date, narration, type, amount_kobo, balance_kobo }) => ({
              booked_on: date,
              description: narration,
              direction: type === "debit" ? "out" : "in",
              amount: amount_kobo,
              balance_after: balance_kobo,
            }));
          return { next_cursor: from + PAGE < lines.length ? String(from + PAGE) : null, transactions };
        },
      );
    },
  );

function linkPage(name: string, problem?: string): string {
  return page(
    `${name}: link your bank account`,
    html`<section class="card narrow">
      <p class="muted">Sandbox of ${name}: sign in as one of the sandbox’s people.</p>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}
      <form method="post">
        <label>BVN of the person <input name="bvn" inputmode="numeric" maxlength="11" autocomplete="off" /></label>
        <div class="row">
          <button class="primary" name="answer" value="yes">Link this account</button
          ><button name="answer" value="no">Go back without</button>
        </div>
      </form>
    </section>`,
    { isBare: true },
  );
}

/** The pages of both, `/link/:id`: give a code and go back. */
export function registerLinkPages(app: FastifyInstance, world: World): void {
  const { statements } = world.store.state;
  const find = (id: string): LinkPage => {
    const link = statements.links[id];
    if (!link) throw new Refusal(404, "This page does not exist.");
    return link;
  };
  type ById = { Params: { id: string } };
  app.get<ById>("/link/:id", (request, reply) =>
    reply.type("text/html").send(linkPage(NAMES[find(request.params.id).provider])),
  );
  app.post<ById>("/link/:id", (request, reply) => {
    const { provider: name, return_url } = find(request.params.id);
    const { bvn = "", answer } = z
      .object({ bvn: z.string().trim().optional(), answer: z.string().optional() })
      .parse(request.body);
    if (answer === "no") return reply.redirect(return_url, 303);
    const account = world.people.byBvn(bvn)?.accounts[0];
    if (!account)
      return reply.code(422).type("text/html").send(linkPage(NAMES[name], "Nobody in the sandbox has this BVN."));
    const code = `${name === "okra" ? "rec" : "lnk"}${randomUUID().replaceAll("-", "").slice(0, 20)}`;
    statements.codes[code] = { bvn, account_number: account.account_number };
    world.store.touch();
    const url = new URL(return_url);
    url.searchParams.set(name === "okra" ? "record" : "code", code);
    return reply.redirect(url.href, 303);
  });
}
