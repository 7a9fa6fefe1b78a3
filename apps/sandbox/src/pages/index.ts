import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { businessDate, setBusinessDate } from "../clock.ts";
import { addDays, addMonths, isDate } from "../dates.ts";
import { PROVIDERS, setFault, setWebhookFaults } from "../faults.ts";
import { type MessageFilter, setAddress } from "../inbox/messages.ts";
import { decideDispute } from "../issuer/disputes.ts";
import { endCard } from "../issuer/index.ts";
import { SHOPS, act, clear, pay } from "../issuer/payments.ts";
import { changeCard } from "../paystack/cards.ts";
import { payIn } from "../paystack/pay-in.ts";
import { reverseTransfer } from "../paystack/transfers.ts";
import { Refusal, describe } from "../refusal.ts";
import { resend } from "../webhooks.ts";
import type { World } from "../world.ts";
import { controlPage } from "./control.ts";
import { inboxPage } from "./inbox.ts";
import { html, longDate, naira, page } from "./layout.ts";
import { shopsPage } from "./shops.ts";
import { bankPage, cardsPage, eventsPage, peoplePage } from "./records.ts";

const asset = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");

/** Naira as typed, with or without commas, as kobo. */
function koboOf(text: string): number {
  const match = /^(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match?.[1]) throw new Refusal(400, "An amount is written like 25,000 or 25000.50.");
  return Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Empty inputs of a form are values that were not given. */
const withoutEmpty = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(z.record(z.string(), z.string()).parse(body ?? {})).filter(([, value]) => value.trim() !== ""),
  );

function moveClock(world: World, form: Record<string, string>): string {
  const now = businessDate(world.store.state);
  const targets: Record<string, string> = { day: addDays(now, 1), week: addDays(now, 7), month: addMonths(now, 1) };
  const target = targets[form.step ?? ""] ?? form.business_date ?? "";
  if (!isDate(target)) throw new Refusal(400, "Choose a day.");
  setBusinessDate(world, target);
  return `The business date is now ${longDate(target)}.`;
}

function setProviderFault(world: World, name: string, form: Record<string, string>): string {
  const provider = PROVIDERS.find((known) => known === name);
  if (!provider) throw new Refusal(404, "No such provider.");
  setFault(world.store.state, provider, form);
  world.store.touch();
  return `${name}: ${(form.mode ?? "").replaceAll("_", " ")}.`;
}

function changeCardFrom(world: World, code: string, form: Record<string, string>): string {
  const card = world.store.state.paystack.authorizations[code];
  const { behaviour, balance } = form;
  const isNew = behaviour !== card?.behaviour;
  changeCard(world, code, {
    ...(isNew && { behaviour }),
    ...(balance ? { balance_kobo: koboOf(balance) } : isNew ? {} : { balance_kobo: null }),
  });
  return "The card’s behaviour is changed.";
}

/** Buttons are plain form posts: each does its work and leads back to the page it is on, which then says what happened. */
function registerActions(app: FastifyInstance, world: World): void {
  const { state, touch } = world.store;
  function action<Params>(
    path: string,
    back: string,
    work: (form: Record<string, string>, params: Params) => string | Promise<string>,
  ): void {
    app.post(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = (key: "said" | "problem", text: string) =>
        reply.redirect(`${back}?${new URLSearchParams({ [key]: text }).toString()}`, 303);
      try {
        return answer("said", await work(withoutEmpty(request.body), request.params as Params));
      } catch (error) {
        const { status, message } = describe(error);
        if (status >= 500) throw error;
        return answer("problem", message);
      }
    });
  }
  action("/control/clock", "/", (form) => moveClock(world, form));
  action<{ provider: string }>("/control/faults/:provider", "/", (form, { provider }) =>
    setProviderFault(world, provider, form),
  );
  action("/control/faults/webhooks", "/", ({ reorder, drop, ...numbers }) => {
    setWebhookFaults(state, { ...numbers, reorder: reorder === "true", drop: drop === "true" });
    touch();
    return "Webhooks are changed.";
  });
  action("/control/faults", "/", () => {
    Object.assign(state.faults, { providers: {}, webhooks: {} });
    touch();
    return "Everything works again.";
  });
  action("/shops/pay", "/shops", async ({ amount = "", shop = "0", ...form }) => {
    const payment = await pay(world, {
      ...form,
      amount: koboOf(amount) / 100,
      merchant: SHOPS[Number(shop)] ?? SHOPS[0],
    });
    const { responseCode } = payment;
    return responseCode === "00"
      ? `Approved at ${payment.merchant.name}.`
      : `Declined with ${responseCode} at ${payment.merchant.name}.`;
  });
  action<{ id: string }>("/shops/:id/act", "/shops", ({ act: name = "" }, { id }) => act(world, id, name, {}));
  action<{ id: string }>("/shops/disputes/:id", "/shops", ({ outcome = "" }, { id }) =>
    decideDispute(world, id, outcome),
  );
  action("/shops/terminate", "/shops", ({ cardId = "" }) => {
    endCard(world, cardId);
    return "The card is ended.";
  });
  action("/shops/clear", "/shops", () => `Payments taken: ${clear(world)}.`);
  action("/control/pay-in", "/", ({ amount = "", ...form }) => {
    const { amount: kobo, reference } = payIn(world, { ...form, amount_kobo: koboOf(amount) });
    return `${naira(kobo)} paid in, reference ${reference}.`;
  });
  action("/control/addresses", "/inbox", (form) => {
    const said = setAddress(state, form);
    touch();
    return said;
  });
  action("/control/inbox/empty", "/inbox", () => {
    state.messages = [];
    touch();
    return "The inbox is empty.";
  });
  action<{ code: string }>("/control/cards/:code", "/cards", (form, { code }) => changeCardFrom(world, code, form));
  action(
    "/control/reverse",
    "/bank",
    ({ reference = "" }) => `${naira(reverseTransfer(world, reference).amount)} came back.`,
  );
  action<{ id: string }>("/control/events/:id/resend", "/events", (_form, { id }) => resend(world, Number(id)));
}

export function registerPages(app: FastifyInstance, world: World): void {
  const style = asset("style.css");
  const script = asset("script.js");
  app.get("/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  app.get("/script.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(script));
  const show = (path: string, render: (query: Record<string, string>) => string): void => {
    app.get<{ Querystring: Record<string, string> }>(path, (request, reply) =>
      reply
        .type("text/html; charset=utf-8")
        .header(
          "content-security-policy",
          "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:",
        )
        .send(render(request.query)),
    );
  };
  show("/", ({ said, problem }) => controlPage(world, said, problem));
  show("/inbox", ({ said, ...filter }) => inboxPage(world, filter as MessageFilter, said));
  show("/people", ({ search }) => peoplePage(world, search));
  show("/cards", ({ said, problem }) => cardsPage(world, said ?? problem));
  show("/bank", ({ said, problem }) => bankPage(world, said ?? problem));
  show("/shops", ({ said, problem }) => shopsPage(world, said ?? problem));
  show("/events", ({ said, problem }) => eventsPage(world, said ?? problem));
  registerActions(app, world);
  app.setNotFoundHandler((request, reply) => {
    if (!request.headers.accept?.includes("text/html"))
      return reply.code(404).send({ message: `There is no ${request.method} ${request.url.split("?")[0]}.` });
    return reply
      .code(404)
      .type("text/html; charset=utf-8")
      .send(
        page(
          "Not here",
          html`<p>The sandbox has no such page.</p>
            <a href="/">To the control page</a>`,
        ),
      );
  });
}
