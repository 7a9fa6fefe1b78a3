import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isDeclined } from "../faults.ts";
import { html, page } from "../pages/layout.ts";
import { accountStatement } from "../people/routes.ts";
import type { BankAccount, Person } from "../people/people.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { envelope } from "./shapes.ts";
import type { MonoAccount, MonoConnection } from "./state.ts";

const initiateSchema = z.object({
  customer: z.looseObject({ name: z.string().optional(), email: z.string().optional(), id: z.string().optional() }),
  meta: z.looseObject({ ref: z.string().optional() }).optional(),
  scope: z.literal("auth").default("auth"),
  redirect_url: z.url().optional(),
});

interface Linked {
  record: MonoAccount;
  person: Person;
  account: BankAccount;
}

function findLinked(world: World, id: string): Linked {
  const record = world.store.state.mono.accounts[id];
  const person = record && world.people.byBvn(record.bvn);
  const account = person?.accounts.find(({ account_number }) => account_number === record?.account_number);
  if (!record || !person || !account) throw new Refusal(404, "Account not found");
  return { record, person, account };
}

/** The account of a code from the connect page; `code_<bvn>` is that person's first account. */
function exchange(world: World, code: string): Linked {
  const { mono } = world.store.state;
  const bvn = /^code_(\d{11})$/.exec(code)?.[1];
  const person = bvn ? world.people.byBvn(bvn) : undefined;
  const first = person?.accounts[0];
  const known =
    person && first ? { bvn: person.bvn, account_number: first.account_number, reference: null } : mono.codes[code];
  if (!known) throw new Refusal(400, "Invalid or expired code.");
  delete mono.codes[code];
  const id = createHash("sha256").update(known.account_number).digest("hex").slice(0, 24);
  mono.accounts[id] = { id, ...known };
  world.store.touch();
  return findLinked(world, id);
}

function accountShape(world: World, { record, person, account }: Linked) {
  const balance = accountStatement(world, person, account.account_number).lines.at(-1)?.balance_kobo ?? 0;
  return {
    id: record.id,
    name: account.account_name,
    account_number: account.account_number,
    currency: "NGN",
    balance,
    type: `${account.account_type}_ACCOUNT`,
    bvn: person.bvn,
    institution: { name: account.bank_name, bank_code: account.bank_code, type: "PERSONAL_BANKING" },
  };
}

function announce(world: World, linked: Linked): void {
  const { id, name, account_number, currency, balance, type, bvn, institution } = accountShape(world, linked);
  world.webhooks.send("mono", "mono.events.account_updated", {
    meta: {
      data_status: "AVAILABLE",
      auth_method: "internet_banking",
      ...(linked.record.reference && { ref: linked.record.reference }),
    },
    account: {
      _id: id,
      id,
      name,
      accountNumber: account_number,
      currency,
      balance,
      type,
      bvn: bvn.slice(-4),
      authMethod: "internet_banking",
      institution: { name: institution.name, bankCode: institution.bank_code, type: institution.type },
    },
  });
}

function statement(world: World, { person, account }: Linked, months: number) {
  const { lines } = accountStatement(world, person, account.account_number, months);
  const transactions = lines
    .toReversed()
    .map(({ id, narration, amount_kobo, type, balance_kobo, date }) => ({
      id,
      narration,
      amount: amount_kobo,
      type,
      balance: balance_kobo,
      date: `${date}T00:00:00.000Z`,
      category: null,
      currency: "NGN",
    }));
  return { count: transactions.length, requested_length: months, available_length: months, transactions };
}

function income(world: World, { person, account }: Linked) {
  const salaries = accountStatement(world, person, account.account_number).lines.filter(
    ({ narration, type }) => type === "credit" && narration.includes("SALARY"),
  );
  const total = salaries.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);
  const average = salaries.length > 0 ? Math.round(total / salaries.length) : 0;
  const last = salaries.at(-1);
  return {
    account_id: account.account_number,
    period: "last12months",
    income_summary: { total_income: total, monthly_average: average, employer: last ? person.employer : null },
    number_of_streams: last ? 1 : 0,
    income_streams: last
      ? [
          {
            income_type: "SALARY",
            frequency: "MONTHLY",
            monthly_average: average,
            average_income_amount: average,
            last_income_amount: last.amount_kobo,
            last_income_date: last.date,
            last_income_description: last.narration,
            periods_with_income: salaries.length,
            currency: "NGN",
            stability: 1,
          },
        ]
      : [],
  };
}

/** Linking an account and reading it. */
export function registerAccounts(app: FastifyInstance, world: World): void {
  const { store } = world;
  app.post("/v2/accounts/initiate", (request) => {
    const { customer, meta, scope, redirect_url } = initiateSchema.parse(request.body);
    if (isDeclined(request)) throw new Refusal(400, "This request could not be processed.");
    const id = randomUUID();
    store.state.mono.connections[id] = {
      id,
      redirect_url: redirect_url ?? null,
      reference: meta?.ref ?? null,
      customer,
    };
    store.touch();
    return envelope("Account linking initiated successfully", {
      mono_url: `${world.url()}/connect/${id}`,
      customer,
      meta: meta ?? {},
      scope,
      redirect_url: redirect_url ?? null,
      created_at: new Date().toISOString(),
    });
  });
  app.post("/v2/accounts/auth", (request) => {
    if (isDeclined(request)) throw new Refusal(400, "Invalid or expired code.");
    const linked = exchange(world, z.object({ code: z.string().min(1) }).parse(request.body).code);
    announce(world, linked);
    return envelope("Account linked successfully", { id: linked.record.id });
  });
  type ById = { Params: { id: string } };
  app.get<ById>("/v2/accounts/:id", (request) => {
    const linked = findLinked(world, request.params.id);
    return envelope("Request was succesfully completed", {
      account: accountShape(world, linked),
      customer: { id: linked.record.id },
      meta: {
        data_status: "AVAILABLE",
        auth_method: "internet_banking",
        retrieved_data: ["identity", "balance", "transactions"],
      },
    });
  });
  app.get<ById & { Querystring: { period?: string } }>("/v2/accounts/:id/statement", (request) => {
    const months = /^last(\d{1,2})months?$/.exec(request.query.period ?? "last12months")?.[1];
    if (!months || Number(months) < 1 || Number(months) > 12)
      throw new Refusal(400, "period wants last1month to last12months.");
    return envelope(
      "Statement retrieved successfully",
      statement(world, findLinked(world, request.params.id), Number(months)),
    );
  });
  app.get<ById>("/v2/accounts/:id/income", (request) =>
    envelope("Income retrieved successfully", income(world, findLinked(world, request.params.id))),
  );
  app.post<ById>("/v2/accounts/:id/unlink", (request) => {
    const { record } = findLinked(world, request.params.id);
    delete store.state.mono.accounts[record.id];
    store.touch();
    return envelope("Account unlinked successfully", null);
  });
}

function connectPage(world: World, problem?: string): string {
  return page(
    "Link your bank account",
    html`<section class="card narrow">
      <p class="muted">Sandbox of Mono’s connect page: sign in as one of the sandbox’s people.</p>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}
      <form method="post">
        <label
          >Bank account
          <select name="account">
            ${world.people.all.map((person) =>
              person.accounts.map(
                (account) =>
                  html`<option value="${person.bvn}/${account.account_number}">
                    ${person.first_name} ${person.last_name} · ${account.bank_name} ${account.account_number}
                  </option>`,
              ),
            )}
          </select></label
        >
        <label
          >Or the BVN of the person <input name="bvn" inputmode="numeric" maxlength="11" autocomplete="off"
        /></label>
        <div class="row"><button class="primary">Link this account</button></div>
      </form>
    </section>`,
    { isBare: true },
  );
}

/** Mono's connect page, `/connect/:id`: gives a code and goes back. */
export function registerConnect(app: FastifyInstance, world: World): void {
  const { mono } = world.store.state;
  const find = (id: string): MonoConnection => {
    const connection = mono.connections[id];
    if (!connection) throw new Refusal(404, "This page does not exist.");
    return connection;
  };
  type ById = { Params: { id: string } };
  app.get<ById>("/connect/:id", (request, reply) => {
    find(request.params.id);
    return reply.type("text/html").send(connectPage(world));
  });
  app.post<ById>("/connect/:id", (request, reply) => {
    const { redirect_url, reference } = find(request.params.id);
    const { account = "", bvn = "" } = z
      .object({ account: z.string().optional(), bvn: z.string().trim().optional() })
      .parse(request.body);
    const [chosenBvn, chosenNumber] = account.split("/");
    const person = world.people.byBvn(bvn || (chosenBvn ?? ""));
    const linked = bvn
      ? person?.accounts[0]
      : person?.accounts.find(({ account_number }) => account_number === chosenNumber);
    if (!person || !linked)
      return reply.code(422).type("text/html").send(connectPage(world, "Nobody in the sandbox has this BVN."));
    const code = `code_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
    mono.codes[code] = { bvn: person.bvn, account_number: linked.account_number, reference };
    world.store.touch();
    if (!redirect_url)
      return reply.type("text/html").send(
        page(
          "Account linked",
          html`<section class="card narrow">
            <p>The code is <code>${code}</code>.</p>
          </section>`,
          { isBare: true },
        ),
      );
    const url = new URL(redirect_url);
    url.searchParams.set("code", code);
    url.searchParams.set("status", "linked");
    url.searchParams.set("reason", "account_linked");
    return reply.redirect(url.href, 303);
  });
}
