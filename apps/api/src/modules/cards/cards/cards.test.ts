import * as categories from "@manilla/contract/companies/expense-categories";
import * as admissions from "@manilla/contract/companies/admissions";
import * as approvals from "@manilla/contract/platform/approvals";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as controls from "@manilla/contract/cards/card-controls";
import * as calls from "@manilla/contract/cards/cards";
import * as data from "@manilla/contract/people/profiles";
import * as session from "@manilla/contract/platform/session";
import * as team from "@manilla/contract/companies/team";
import { balancesOf } from "@manilla/ledger";
import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { activeCard, approver, companyCard, issuersCards } from "../../../../../../test/cards.ts";
import { walletWith } from "../../../../../../test/companies.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { countSpent } from "../card-controls/index.ts";
import { moneyBehind } from "../card-records/index.ts";
import { endedByIssuer } from "./ended.ts";
import { makeCard, tellIssuer, workOnCards } from "./index.ts";
import { feeOf } from "@manilla/contract/cards/card-fees";

const world = await useLendingWorld();
const { api } = world;
const { db } = api.app;
const staff = await approver(api);

afterEach(world.clearFaults);

let count = 0;
async function company(money_kobo = 50_000_000n) {
  count += 1;
  const id = await api.company({ name: `Carded ${count}` });
  const finance = await api.person("company_finance_manager", { company_id: id, name: "Funmi" });
  const holder = await api.person("company_staff", { company_id: id, name: "Emeka", last_name: `Holder ${count}` });
  if (money_kobo > 0n) await walletWith(world, id, money_kobo);
  return { id, finance, holder };
}
type Person = Awaited<ReturnType<typeof api.person>>;
interface Shown {
  id: string;
  status: string;
  last4: string | null;
  frozen_by: string[];
  abilities: Record<string, string | null>;
  waits_for: string | null;
  available_kobo: number | null;
  replaced_by: { id: string } | null;
  history: { title: string }[];
}
const seen = async (id: string, { token }: Person): Promise<Shown> =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Shown;
const at = (call: Parameters<typeof api.call>[0], id: string, { token }: Person, body: object = {}) =>
  api.call(call, { token, params: { id }, ...(call.method !== "GET" && { body }) });
const inPlaceOf = async (id: string) =>
  (await db.selectFrom("cards").select("id").where("replacement_for", "=", id).executeTakeFirst())?.id;
const codeOf = ({ body }: { body: { code?: string | undefined } }) => body.code;
const issuers = async (id: string) => {
  const { issuer_reference } = await db
    .selectFrom("cards")
    .select("issuer_reference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return (await issuersCards(world)).filter(({ metadata }) => metadata.reference === issuer_reference);
};
const titles = async ({ user_id }: Person) =>
  (await db.selectFrom("notifications").select("title").where("user_id", "=", user_id).execute()).map(
    ({ title }) => title,
  );
/** A person who may ask for a card of their own. */
const customer = () => api.person("staff", { name: "Ada", last_name: "Customer" });
async function ownCard(who: Person, body: object = {}, card_type = "virtual") {
  await api.call(calls.begin, { token: who.token, body: { card_type } });
  return api.call(calls.finish, { token: who.token, body });
}

describe("a card of a company", () => {
  it("is asked for, approved by another, made once at the issuer, activated by its holder, and its holder sees it", async () => {
    const { finance, holder } = await company();
    const { id, last4 } = await companyCard(world, finance, holder, {
      form: "physical",
      delivery_address: "4 Marina, Lagos",
      delivery_state: "Lagos",
    });
    expect(await seen(id, holder)).toMatchObject({ status: "issued", last4 });
    expect(await issuers(id)).toMatchObject([{ status: "inactive", type: "physical" }]);
    expect(await titles(holder)).toContain("Your card is made");

    expect((await at(calls.ship, id, staff, { carrier_reference: "GIG-1, manilla-pay.com" })).body.errors).toEqual({
      carrier_reference: ["this leads to another site than our own: manilla-pay.com"],
    });
    await at(calls.ship, id, staff, { carrier_reference: "GIG-1" });
    expect(codeOf(await at(calls.ship, id, staff, { carrier_reference: "GIG-1" }))).toBe("shipped");
    expect((await at(calls.deliver, id, staff)).status).toBe(200);
    const wrong = await api.call(calls.activateUser, { token: holder.token, body: { card_id: id, last4: "0000" } });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["last4"]]);
    expect(
      codeOf(await api.call(calls.activate, { token: holder.token, body: { card_id: id, last4 } })),
      "C295 is for one's own",
    ).toBe("company_card");
    expect((await api.call(calls.activateUser, { token: holder.token, body: { card_id: id, last4 } })).status).toBe(
      200,
    );
    await tellIssuer(api.app, id);
    expect(await issuers(id)).toMatchObject([{ status: "active" }]);
    const found = await seen(id, holder);
    expect(found.history.map(({ title }) => title)).toEqual(["active", "issued", "approved", "requested"]);
    await world.prove();
  });

  it("is found by its holder, also after they have left, by its number and by its company; another company finds nothing", async () => {
    const [one, other] = [await company(), await company()];
    const { id, last4 } = await companyCard(world, one.finance, one.holder);
    const name = `Searched${count}`;
    await db.updateTable("users").set({ last_name: name }).where("id", "=", one.holder.user_id).execute();
    const found = async (call: Parameters<typeof api.call>[0], search: string, { token }: Person) => {
      const { body } = await api.call(call, { token, query: { search, limit: 100 } });
      return (body.datatable as { items: Shown[] }).items.map((card) => card.id);
    };
    const { rows } = await sql<{ name: string }>`select name from companies where id = ${one.id}`.execute(db);
    for (const search of [name.toLowerCase(), last4, rows[0]!.name])
      expect(await found(calls.ofCompanies, search, staff), search).toContain(id);
    expect(await found(calls.ofCompanies, `${name} ${last4}`, staff)).toEqual([id]);
    expect(await found(calls.listOwn, name, one.finance)).toEqual([id]);
    expect(await found(calls.listOwn, name, other.finance)).toEqual([]);
    const owner = await api.person("company_super_admin", { company_id: one.id });
    const leaves = {
      token: owner.token,
      params: { id: one.holder.user_id },
      body: { reason: "Has found another post" },
    };
    expect((await api.call(team.leave, leaves)).status).toBe(200);
    expect(await found(calls.listOwn, name, one.finance)).toEqual([id]);
    expect(await found(calls.listOwn, name, other.finance)).toEqual([]);
  });

  it("is decided by nobody who asked for it or holds it, and only by who may", async () => {
    const { finance, holder } = await company();
    const body = { user_id: holder.user_id, form: "virtual" };
    const { id } = ((await api.call(calls.requestDebit, { token: finance.token, body })).body.data as { card: Shown })
      .card;
    await db.updateTable("cards").set({ requested_by: staff.user_id }).where("id", "=", id).execute();
    for (const call of [calls.approve, calls.decline])
      expect(codeOf(await api.call(call, { token: staff.token, body: { card_id: id, reason: "Because of it" } }))).toBe(
        "own_request",
      );
    for (const who of [finance, holder, await api.person("super_finance")])
      expect((await api.call(calls.approve, { token: who.token, body: { card_id: id } })).status).toBe(403);
    const other = await approver(api);
    const led = { card_id: id, reason: "Ask at manilla-pay.com" };
    expect((await api.call(calls.decline, { token: other.token, body: led })).body.errors).toEqual({
      reason: ["this leads to another site than our own: manilla-pay.com"],
    });
    expect(
      (await api.call(calls.decline, { token: other.token, body: { card_id: id, reason: "No turnover yet" } })).status,
    ).toBe(200);
    expect(codeOf(await api.call(calls.approve, { token: other.token, body: { card_id: id } }))).toBe(
      "already_decided",
    );
    expect(await seen(id, finance)).toMatchObject({ status: "declined", decision_reason: "No turnover yet" });
  });

  it("is nobody else's: another company and another person find none, on every path", async () => {
    const [one, two] = [await company(), await company()];
    const { id } = await activeCard(world, one.finance, one.holder);
    const tries = [
      [calls.find, {}],
      [calls.closing, {}],
      [calls.freeze, {}],
      [calls.unfreeze, {}],
      [calls.replace, { because: "lost" }],
      [calls.close, { reason: "Because of it" }],
      [calls.withdraw, {}],
    ] as const;
    for (const [call, body] of tries)
      for (const who of [two.finance, two.holder]) expect((await at(call, id, who, body)).status, call.path).toBe(404);
    for (const call of [calls.requestPin, calls.activate, calls.activateUser])
      expect((await api.call(call, { token: two.holder.token, body: { card_id: id } })).status).toBe(404);
    for (const call of [calls.sendPin, calls.activateCredit])
      expect((await api.call(call, { token: two.finance.token, body: { card_id: id } })).status).toBe(404);
    expect((await at(calls.showDetails, id, two.holder)).status).toBe(404);
    expect((await api.call(calls.listAll, { token: two.finance.token, params: { companyId: one.id } })).status).toBe(
      404,
    );
    expect(
      (await api.call(calls.ofEmployee, { token: two.finance.token, params: { userId: one.holder.user_id } })).status,
    ).toBe(404);
    expect(
      (await api.call(calls.ofHolder, { token: two.holder.token, params: { userId: one.holder.user_id } })).status,
    ).toBe(404);
    const mine = (await api.call(calls.listOwn, { token: two.finance.token })).body.datatable as { items: unknown[] };
    expect(mine.items).toEqual([]);
    const asked = await api.call(calls.requestDebit, {
      token: two.finance.token,
      body: { user_id: one.holder.user_id, form: "virtual" },
    });
    expect(asked.status).toBe(404);
  });

  it("is counted in the session of who sees it (F013), until it is closed", async () => {
    const { id: company_id, finance, holder } = await company();
    const { id } = await companyCard(world, finance, holder);
    const colleague = await api.person("company_staff", { company_id });
    const stranger = (await company(0n)).finance;
    const counted = () =>
      Promise.all(
        [finance, holder, colleague, stranger, staff].map(
          async ({ token }) =>
            ((await api.call(session.find, { token })).body.data as { corporate_card_count: number })
              .corporate_card_count,
        ),
      );
    expect(await counted()).toEqual([1, 1, 0, 0, 0]);
    expect((await at(calls.close, id, finance, { reason: "Not needed" })).status).toBe(200);
    expect(await counted()).toEqual([0, 0, 0, 0, 0]);
  });

  it("goes through the company's own chain first where there is one for cards", async () => {
    const { id: company_id, finance, holder } = await company();
    const owner = await api.person("company_super_admin", { company_id, name: "Chief" });
    await api.call(chains.changeChain, {
      token: owner.token,
      body: {
        kind: "card",
        number: 0,
        steps: [{ name: "Owner", approvers: [{ who: "role", role: "company_super_admin" }], need: "any" }],
      },
    });
    const ask = async () =>
      (
        (
          await api.call(calls.requestCredit, {
            token: finance.token,
            body: { user_id: holder.user_id, form: "virtual", limit_kobo: 1_000_000 },
          })
        ).body.data as { card: Shown }
      ).card;
    const card = await ask();
    expect(card.waits_for).toBe("company");
    expect(codeOf(await api.call(calls.approve, { token: staff.token, body: { card_id: card.id } }))).toBe("waits");
    const waiting = async () =>
      db
        .selectFrom("company_approvals")
        .select(["id", "version"])
        .where("company_id", "=", company_id)
        .where("status", "=", "pending")
        .executeTakeFirstOrThrow();
    const first = await waiting();
    const decide = (
      call: typeof chains.approve | typeof chains.decline,
      one: { id: string; version: number },
      more = {},
    ) => api.call(call, { token: owner.token, params: { id: one.id }, body: { version: one.version, ...more } });
    expect((await decide(chains.approve, first)).status).toBe(200);
    expect((await seen(card.id, finance)).waits_for).toBeNull();
    expect((await api.call(calls.approve, { token: staff.token, body: { card_id: card.id } })).status).toBe(200);
    const second = await ask();
    expect((await decide(chains.decline, await waiting(), { reason: "Not this year" })).status).toBe(200);
    expect(await seen(second.id, finance)).toMatchObject({ status: "declined" });
    const third = await ask();
    expect((await at(calls.withdraw, third.id, finance)).status).toBe(200);
    expect(await seen(third.id, finance)).toMatchObject({ status: "closed", waits_for: null });
    const fourth = await ask();
    const leaves = { token: owner.token, params: { id: holder.user_id }, body: { reason: "Has found another post" } };
    expect((await api.call(team.leave, leaves)).status).toBe(200);
    expect(await seen(fourth.id, finance)).toMatchObject({ status: "declined" });
    const { rows } = await sql`
      select 1 from company_approvals where company_id = ${company_id} and status = 'pending'
    `.execute(db);
    expect(rows, "nothing is left in anybody's inbox").toEqual([]);
  });

  it("with a high limit waits for a second person, who is neither who asked nor who approved first", async () => {
    const { finance, holder } = await company();
    const body = { user_id: holder.user_id, form: "virtual", limit_kobo: 50_000_001 };
    const { id } = ((await api.call(calls.requestCredit, { token: finance.token, body })).body.data as { card: Shown })
      .card;
    const asked = await api.call(calls.approve, { token: staff.token, body: { card_id: id } });
    const { approval_id, card } = asked.body.data as { approval_id: string; card: Shown };
    expect(card.status).toBe("requested");
    expect(codeOf(await api.call(calls.approve, { token: staff.token, body: { card_id: id } }))).toBe("waits");
    const agree = (who: Person) =>
      api.call(approvals.approve, { token: who.token, params: { id: approval_id }, body: { version: 1 } });
    expect((await agree(staff)).status).toBe(403);
    expect((await agree(await approver(api))).status).toBe(200);
    expect((await seen(id, finance)).status).toBe("approved");
  });

  it("waits for a second person too where all cards of its holder together have a high limit, also closed ones of late", async () => {
    const who = await customer();
    const request = async (limit_kobo: number) =>
      ((await ownCard(who, { is_credit: true, limit_kobo })).body.data as { card_id: string }).card_id;
    const approve = async (card_id: string) =>
      (await api.call(calls.approve, { token: staff.token, body: { card_id } })).body.data as {
        card: Shown;
        approval_id: string | null;
      };
    const first = await request(30_000_000);
    expect((await approve(first)).card.status).toBe("approved");
    await makeCard(api.app, first);
    const waiting = { card: { status: "requested" }, approval_id: expect.any(String) as string };
    const second = await request(20_000_001);
    expect(await approve(second)).toMatchObject(waiting);
    expect((await at(calls.withdraw, second, who)).status).toBe(200);
    expect((await at(calls.close, first, who, { reason: "Not needed" })).status).toBe(200);
    expect(await approve(await request(20_000_001))).toMatchObject(waiting);
    const other = await customer();
    const { card_id } = (await ownCard(other, { is_credit: true, limit_kobo: 20_000_001 })).body.data as {
      card_id: string;
    };
    expect((await approve(card_id)).approval_id, "of somebody else").toBeNull();
  });

  it("has its fields checked: what a virtual card is not, dollars that are not offered, and more cards than allowed", async () => {
    const { finance, holder } = await company();
    const ask = (more: object) =>
      api.call(calls.requestDebit, { token: finance.token, body: { user_id: holder.user_id, ...more } });
    expect(Object.keys((await ask({ form: "physical", is_single_use: true })).body.errors).toSorted()).toEqual([
      "delivery_address",
      "delivery_state",
      "is_single_use",
    ]);
    expect(Object.keys((await ask({ form: "virtual", currency: "USD" })).body.errors)).toEqual(["currency"]);
    for (let at_most = 0; at_most < 5; at_most += 1) expect((await ask({ form: "virtual" })).status).toBe(200);
    expect(codeOf(await ask({ form: "virtual" }))).toBe("too_many_cards");
  });
});

describe("a card of one's own", () => {
  it("is asked for in two steps, becomes a card that the provider decides, and another can be asked for after the answer", async () => {
    const who = await customer();
    const sent = await ownCard(who);
    const { card_id } = sent.body.data as { card_id: string };
    expect(sent.body.data).toMatchObject({ card_request: { status: "pending" } });
    expect((await ownCard(who)).status, "one at a time").toBe(409);
    expect((await api.call(calls.approve, { token: staff.token, body: { card_id } })).status).toBe(200);
    const request = () =>
      db.selectFrom("card_requests").select("status").where("user_id", "=", who.user_id).executeTakeFirst();
    expect(await request()).toEqual({ status: "approved" });
    await makeCard(api.app, card_id);
    expect((await api.call(calls.activate, { token: who.token, body: { card_id } })).status).toBe(200);
    const again = await ownCard(who, { is_credit: true, limit_kobo: 1_000_000 });
    const { card_id: second } = again.body.data as { card_id: string };
    expect(
      (await api.call(calls.decline, { token: staff.token, body: { card_id: second, reason: "Not enough income" } }))
        .status,
    ).toBe(200);
    expect(await request()).toEqual({ status: "declined" });
    expect((await seen(second, who)).status).toBe("declined");
    const listed = (await api.call(calls.ofHolder, { token: who.token, params: { userId: who.user_id } })).body
      .datatable as { items: Shown[] };
    expect(listed.items.map(({ status }) => status)).toEqual(["declined", "active"]);
  });

  it("is one, however often and at once it is asked for, approved and activated", async () => {
    const who = await customer();
    await api.call(calls.begin, { token: who.token, body: { card_type: "virtual" } });
    const sent = await Promise.all([1, 2, 3].map(() => api.call(calls.finish, { token: who.token, body: {} })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { card_id } = sent.find(({ status }) => status === 200)!.body.data as { card_id: string };
    const approved = await Promise.all(
      [1, 2, 3].map(() => api.call(calls.approve, { token: staff.token, body: { card_id } })),
    );
    expect(approved.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await makeCard(api.app, card_id);
    const used = await Promise.all(
      [1, 2, 3].map(() => api.call(calls.activate, { token: who.token, body: { card_id } })),
    );
    expect(used.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await issuers(card_id)).toHaveLength(1);
  });

  it("is approved from the person's profile too, and can be taken back before", async () => {
    const [one, two] = [await customer(), await customer()];
    const { card_id } = (await ownCard(one)).body.data as { card_id: string };
    const done = await api.call(data.activateDebitCard, {
      token: (await api.person("super_operations")).token,
      body: { user_id: one.user_id },
    });
    expect(done.status === 200 || done.status === 403).toBe(true);
    if (done.status === 200) expect((await seen(card_id, one)).status).toBe("approved");
    const other = (await ownCard(two)).body.data as { card_id: string };
    expect((await at(calls.withdraw, other.card_id, two)).status).toBe(200);
    expect((await ownCard(two)).status).toBe(200);
  });
});

describe("freezing", () => {
  it("works at once, and each lifts only what they froze themselves", async () => {
    const { finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    expect((await at(calls.freeze, id, holder)).status).toBe(200);
    expect((await at(calls.freeze, id, finance, { reason: "Travel is over" })).status).toBe(200);
    expect((await at(calls.freeze, id, staff, { reason: "Looked odd" })).status).toBe(200);
    expect(await seen(id, holder)).toMatchObject({ status: "frozen", frozen_by: ["holder", "company", "provider"] });
    await tellIssuer(api.app, id);
    expect(await issuers(id)).toMatchObject([{ status: "inactive" }]);
    expect(codeOf(await at(calls.freeze, id, holder))).toBe("frozen");
    expect((await at(calls.unfreeze, id, holder)).status).toBe(200);
    expect(codeOf(await at(calls.unfreeze, id, holder))).toBe("not_yours");
    expect((await at(calls.unfreeze, id, staff)).status).toBe(200);
    expect((await seen(id, holder)).status).toBe("frozen");
    expect((await at(calls.unfreeze, id, finance)).status).toBe(200);
    expect(await seen(id, holder)).toMatchObject({ status: "active", frozen_by: [] });
    expect(await titles(holder)).toContain("Your card was frozen by your company");
  });

  it("that came because its holder is kept from the company stays until they are back", async () => {
    const { id: company_id, finance, holder } = await company();
    const owner = await api.person("company_super_admin", { company_id });
    const { id } = await activeCard(world, finance, holder);
    const because = { reason: "On leave without pay" };
    expect((await at(team.deactivate, holder.user_id, owner, because)).status).toBe(200);
    expect(await seen(id, finance)).toMatchObject({ status: "frozen", frozen_by: ["company"] });
    expect(codeOf(await at(calls.unfreeze, id, finance))).toBe("holder_paused");
    expect((await at(team.activate, holder.user_id, owner)).status).toBe(200);
    expect(await seen(id, finance)).toMatchObject({ status: "active" });
  });

  it("of a card that was never in use gives it back as it was", async () => {
    const { finance, holder } = await company();
    const { id } = await companyCard(world, finance, holder);
    await at(calls.freeze, id, holder);
    expect(codeOf(await api.call(calls.activateUser, { token: holder.token, body: { card_id: id } }))).toBe(
      "already_decided",
    );
    await at(calls.unfreeze, id, holder);
    expect((await seen(id, holder)).status).toBe("issued");
  });
});

describe("the issuer", () => {
  const asked = async () => {
    const { finance, holder } = await company();
    const body = { user_id: holder.user_id, form: "virtual" };
    const { id } = ((await api.call(calls.requestDebit, { token: finance.token, body })).body.data as { card: Shown })
      .card;
    await api.call(calls.approve, { token: staff.token, body: { card_id: id } });
    return { id, finance, holder };
  };

  it("is asked once: what it made without an answer is found by our reference, never made again", async () => {
    const { id, holder } = await asked();
    await world.fault("issuer", { mode: "timeout_after_effect", times: 1, delay_ms: 50, call: "POST /cards" });
    expect(await makeCard(api.app, id)).toBe(false);
    expect((await seen(id, holder)).status).toBe("approved");
    await Promise.all([makeCard(api.app, id), makeCard(api.app, id), workOnCards(api.app)]);
    expect((await seen(id, holder)).status).toBe("issued");
    expect(await issuers(id)).toHaveLength(1);
  });

  it("that did not make it is asked again by a person alone, after ten minutes", async () => {
    const { id } = await asked();
    await world.fault("issuer", { mode: "timeout_before_effect", times: 1, delay_ms: 50, call: "POST /cards" });
    await makeCard(api.app, id);
    for (let again = 0; again < 3; again += 1) await makeCard(api.app, id);
    expect(await issuers(id)).toHaveLength(0);
    expect(codeOf(await at(calls.remake, id, staff, { reason: "They know no such card" }))).toBe("not_unknown");
    await sql`update cards set asked_issuer_at = asked_issuer_at - interval '11 minutes' where id = ${id}`.execute(db);
    await makeCard(api.app, id);
    expect((await at(calls.remake, id, staff, { reason: "They know no such card" })).status).toBe(200);
    await makeCard(api.app, id);
    expect(await issuers(id)).toHaveLength(1);
  });

  it("makes one card of several that try at the same moment, and none that it refuses", async () => {
    const { id } = await asked();
    await Promise.all([1, 2, 3, 4].map(() => makeCard(api.app, id)));
    expect(await issuers(id)).toHaveLength(1);
    const { id: refused, holder } = await asked();
    await world.fault("issuer", { mode: "decline", times: 1, call: "POST /cards" });
    await makeCard(api.app, refused);
    expect(await seen(refused, holder)).toMatchObject({ status: "declined" });
  });

  it("that is down holds nothing up: freezing holds here at once, and is handed on when it is back", async () => {
    const { finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    await world.fault("issuer", { mode: "outage" });
    await at(calls.freeze, id, holder);
    await tellIssuer(api.app, id);
    expect((await seen(id, holder)).status).toBe("frozen");
    expect(codeOf(await at(calls.showDetails, id, holder))).toBe("already_decided");
    await world.clearFaults();
    await workOnCards(api.app);
    expect(await issuers(id)).toMatchObject([{ status: "inactive" }]);
  });
});

describe("what is secret", () => {
  it("is shown and typed at the issuer's vault: number, code and PIN are nowhere in our database or files", async () => {
    const { finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    const { frame_url } = (await at(calls.showDetails, id, holder)).body.data as { frame_url: string };
    expect(new URL(frame_url).origin).toBe(new URL(world.sandbox.url).origin);
    const page = await (await fetch(frame_url)).text();
    const [card] = await issuers(id);
    expect(page.replaceAll(" ", "")).toContain(card!.pan);
    expect((await fetch(frame_url)).status, "a page that was shown is closed").toBe(403);
    const pin = (await api.call(calls.requestPin, { token: holder.token, body: { card_id: id } })).body.data as {
      frame_url: string;
    };
    const token = new URL(pin.frame_url).searchParams.get("token")!;
    const form = new URLSearchParams({ token, pin: "4711", again: "4711" });
    expect((await fetch(pin.frame_url.split("?")[0]!, { method: "POST", body: form })).status).toBe(200);
    expect((await issuers(id))[0]!.pin).toBe("4711");
    expect((await at(calls.showDetails, id, finance)).status, "nobody but the holder").toBe(403);
    expect((await api.call(calls.sendPin, { token: finance.token, body: { card_id: id } })).status).toBe(200);
    expect((await issuers(id))[0]!.pins_sent).toBe(1);

    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    `.execute(db);
    const owner = api.database.pool;
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await owner.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${card!.pan}%`]);
      if (rows.length > 0) found.push(name);
    }
    const folder = api.app.config.DATA_FOLDER;
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (file.isFile() && readFileSync(`${file.parentPath}/${file.name}`).includes(card!.pan)) found.push(file.name);
    expect(found).toEqual([]);
  });
});

describe("a new card in the place of another", () => {
  it("comes for a lost one, which is closed at once; whom else has it frozen has the new one frozen", async () => {
    const { finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    await at(calls.freeze, id, finance, { reason: "Travel is over" });
    const answer = await at(calls.replace, id, holder, { because: "lost" });
    const { card } = answer.body.data as { card: Shown };
    expect(card.status).toBe("approved");
    expect(await seen(id, holder)).toMatchObject({ status: "closed", replaced_by: { id: card.id } });
    expect(codeOf(await at(calls.replace, id, holder, { because: "lost" }))).toBe("already_decided");
    await makeCard(api.app, card.id);
    await tellIssuer(api.app, id);
    expect(await issuers(id)).toMatchObject([{ status: "canceled" }]);
    expect(await seen(card.id, holder)).toMatchObject({ status: "frozen", frozen_by: ["company"] });
    expect((await issuers(card.id))[0]!.replacementFor).toBe((await issuers(id))[0]!._id);
  });

  it("names its address to the holder where somebody else has it sent to another one", async () => {
    const { finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    const support = await api.person("super_support");
    const where = { because: "lost", delivery_address: "12 Allen Avenue, Ikeja" };
    expect((await at(calls.replace, id, support, where)).status).toBe(200);
    const told = await api.app.db
      .selectFrom("notifications")
      .select("body")
      .where("user_id", "=", holder.user_id)
      .where("title", "=", "A new card is on its way")
      .execute();
    expect(told).toEqual([{ body: expect.stringContaining("It is sent to 12 Allen Avenue, Ikeja.") }]);
  });

  it("leaves a damaged one in use until the new one is activated, and comes once", async () => {
    const { finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    const { card } = (await at(calls.replace, id, holder, { because: "damaged" })).body.data as { card: Shown };
    expect(codeOf(await at(calls.replace, id, holder, { because: "lost" }))).toBe("replaced");
    await makeCard(api.app, card.id);
    expect((await seen(id, holder)).status).toBe("active");
    await api.call(calls.activateUser, { token: holder.token, body: { card_id: card.id } });
    expect((await seen(id, holder)).status).toBe("closed");
  });

  it("has the limits of the old one and what was used of them: its holder does not begin anew", async () => {
    const { finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    const none = { per_authorisation_kobo: null, week_kobo: null, month_kobo: null, year_kobo: null };
    const lists = { allowed_categories: [], allowed_merchants: [], blocked_merchants: [], channels: [], countries: [] };
    const more = { weekdays: [], from_hour: null, to_hour: null, tips_percent: 0, day_count: null, day_kobo: null };
    const limits = { ...none, ...lists, ...more, all_time_kobo: 100_000, blocked_categories: ["gambling"] };
    expect((await at(controls.set, id, finance, limits)).status).toBe(200);
    await db.transaction().execute((tx) => countSpent(tx, id, "2026-01-05", 70_000n, 1));
    for (const because of ["damaged", "lost"]) {
      const from = because === "damaged" ? id : (await inPlaceOf(id))!;
      const { card } = (await at(calls.replace, from, holder, { because })).body.data as { card: Shown };
      const shown = (await at(controls.find, card.id, holder)).body.data as Record<string, unknown>;
      expect(shown["company"]).toMatchObject({
        all_time_kobo: 100_000,
        blocked_categories: expect.arrayContaining(["gambling"]),
      });
      // Tightened while the new one is on its way: it is as tight when it comes.
      const tighter = { ...limits, all_time_kobo: 100_000, blocked_categories: ["gambling", "cash"] };
      const isThere = (await seen(from, holder)).status !== "closed";
      if (isThere) expect((await at(controls.set, from, finance, tighter)).status).toBe(200);
      await makeCard(api.app, card.id);
      const coming = (await at(controls.find, card.id, holder)).body.data as Record<string, unknown>;
      if (isThere) expect(coming["company"]).toMatchObject({ blocked_categories: ["gambling", "cash"] });
      await api.call(calls.activateUser, { token: holder.token, body: { card_id: card.id } });
      expect((await at(controls.find, card.id, holder)).body.data).toMatchObject({ left: [{ left_kobo: 30_000 }] });
    }
  });

  it("is not put in use while somebody else has the old one frozen", async () => {
    const { finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    const { card } = (await at(calls.replace, id, holder, { because: "damaged" })).body.data as { card: Shown };
    await makeCard(api.app, card.id);
    await at(calls.freeze, id, finance, { reason: "We ask about a payment" });
    const activate = () => api.call(calls.activateUser, { token: holder.token, body: { card_id: card.id } });
    expect(codeOf(await activate())).toBe("frozen");
    expect((await seen(card.id, holder)).status).toBe("issued");
    await at(calls.unfreeze, id, finance);
    expect((await activate()).status).toBe(200);
  });

  it("is made before it runs out, and what has run out is closed", async () => {
    const { finance, holder } = await company();
    const [soon, over, single] = [
      await activeCard(world, finance, holder),
      await activeCard(world, finance, holder),
      await activeCard(world, finance, holder, { is_single_use: true }),
    ];
    await sql`update cards set expires_on = '2026-02-10' where id = any(${[soon.id, single.id]}::uuid[])`.execute(db);
    await sql`update cards set expires_on = '2026-01-10' where id = ${over.id}`.execute(db);
    await closeBusinessDay(api.app);
    const old = await seen(soon.id, holder);
    expect([old.status, old.replaced_by !== null]).toEqual(["active", true]);
    expect((await seen(single.id, holder)).replaced_by).toBeNull();
    expect((await seen(over.id, holder)).status).toBe("closed");
  });
});

describe("closing", () => {
  it("gives what is free of the purse back to the company, and is the company's to do", async () => {
    const { id: company_id, finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    const wallets = await import("@manilla/contract/companies/wallets");
    await api.call(wallets.assignDebit, {
      token: finance.token,
      body: { user_id: holder.user_id, amount_kobo: 2_000_000 },
    });
    expect((await seen(id, holder)).available_kobo).toBe(2_000_000);
    const said = (await api.call(calls.closing, { token: finance.token, params: { id } })).body.data;
    expect(said).toEqual({
      open: [],
      returns: { amount_kobo: 2_000_000, to: expect.stringContaining("the wallet of") as string },
      dollars_cents: null,
    });
    expect(codeOf(await at(calls.close, id, holder, { reason: "I do not need it" }))).toBe("company_card");
    expect((await at(calls.close, id, finance, { reason: "Get a new one at manilla-pay.com" })).body.errors).toEqual({
      reason: ["this leads to another site than our own: manilla-pay.com"],
    });
    expect((await at(calls.close, id, finance, { reason: "Not needed" })).status).toBe(200);
    const balances = await balancesOf(queryable(db), [`purse:${holder.user_id}`, `company_wallet:${company_id}`]);
    expect(balances.map(({ code, natural_kobo }) => [code.split(":")[0], natural_kobo])).toContainEqual(["purse", 0n]);
    await tellIssuer(api.app, id);
    expect(await issuers(id)).toMatchObject([{ status: "canceled" }]);
    await world.prove();
  });

  it("follows its holder out of the company, who is named before, and freezes with the company or the work account", async () => {
    const { id: company_id, finance, holder } = await company();
    const owner = await api.person("company_super_admin", { company_id, name: "Chief" });
    const { id } = await activeCard(world, finance, holder);
    const act = (call: Parameters<typeof api.call>[0]) =>
      api.call(call, {
        token: owner.token,
        params: { id: holder.user_id },
        body: call === team.activate ? {} : { reason: "Reorganised" },
      });
    expect((await act(team.deactivate)).status).toBe(200);
    expect(await seen(id, staff)).toMatchObject({ status: "frozen", frozen_by: ["company"] });
    expect((await act(team.activate)).body).toMatchObject({ success: true });
    expect((await seen(id, staff)).status).toBe("active");
    const said = (await api.call(team.leaving, { token: owner.token, params: { id: holder.user_id } })).body.data;
    expect(said).toMatchObject({ also: ["1 card of the company is closed at once."] });
    expect((await act(team.leave)).status).toBe(200);
    expect((await seen(id, staff)).status).toBe("closed");
  });
});

describe("a card that its issuer ends", () => {
  it("is closed with us once, its money stays, and holder and company read it", async () => {
    const { id: company_id, finance, holder } = await company();
    const { id } = await activeCard(world, finance, holder);
    const _id = (await issuers(id))[0]!._id;
    const heard = async () => {
      const { rows } = await sql`
        select 1 from pgboss.job where name = 'end-card' and data ->> 'issuer_card_id' = ${_id}
      `.execute(db);
      return rows.length;
    };
    await fetch(`${world.sandbox.url}/issuer-cards/${_id}/terminate`, { method: "POST" });
    await waitUntil(async () => (await heard()) === 1);
    for (let times = 0; times < 2; times += 1) await endedByIssuer(api.app, _id);
    expect((await seen(id, staff)).status).toBe("closed");
    await endedByIssuer(api.app, "nobody's");
    expect((await titles(holder)).filter((title) => title === "Your card is closed")).toHaveLength(1);
    expect(await titles(finance)).toContain(`The issuer has closed the card of Emeka Holder ${count}`);
    const { rows } =
      await sql`select 1 from purses where user_id = ${holder.user_id} and company_id = ${company_id}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(await issuers(id)).toMatchObject([{ status: "canceled" }]);
    await world.prove();
  });
});

describe("a card that is made while its holder is kept from the company's business", () => {
  it("is frozen until they are back", async () => {
    const { id: company_id, finance, holder } = await company();
    const owner = await api.person("company_super_admin", { company_id });
    const asked = { token: finance.token, body: { user_id: holder.user_id, form: "virtual" } };
    const { id } = ((await api.call(calls.requestDebit, asked)).body.data as { card: Shown }).card;
    const params = { id: holder.user_id };
    await api.call(team.deactivate, { token: owner.token, params, body: { reason: "We ask about a payment" } });
    expect((await api.call(calls.approve, { token: staff.token, body: { card_id: id } })).status).toBe(200);
    await makeCard(api.app, id);
    expect(await seen(id, staff)).toMatchObject({ status: "frozen", frozen_by: ["company"] });
    await api.call(team.activate, { token: owner.token, params });
    expect(await seen(id, staff)).toMatchObject({ status: "issued", frozen_by: [] });
  });
});

describe("the fee of a card (C8)", () => {
  const lines = async (card_id: string) => {
    const { rows } = await sql<{ account: string; kobo: bigint }>`
      select split_part(a.code, ':', 1) as account, p.amount_kobo as kobo
      from ledger.transactions t
      join ledger.postings p on p.transaction_id = t.id
      join ledger.accounts a on a.id = p.account_id
      where t.key = ${`card-fee:${card_id}`}
      order by p.amount_kobo desc, 1
    `.execute(db);
    return rows.map(({ account, kobo }) => [account, kobo]);
  };
  const where = { form: "physical", delivery_address: "4 Marina, Lagos", delivery_state: "Lagos" };

  it("is paid once from the company's wallet: the fee is income, the tax is owed", async () => {
    const { id: company_id, finance, holder } = await company();
    await api.call(categories.takeChart, { token: finance.token, body: {} });
    // Screens say it before it is asked for.
    const told = { card_fee_physical_kobo: 100_000, card_fee_virtual_kobo: 0, card_fee_vat_percent: 7.5 };
    expect((await api.call(session.configurations)).body.data).toMatchObject(told);
    const { id } = await companyCard(world, finance, holder, where);
    await closeBusinessDay(api.app);
    expect(await lines(id)).toEqual([
      ["company_wallet", 107_500n],
      ["vat_payable", -7_500n],
      ["card_fee_income", -100_000n],
    ]);
    const moved = await db
      .selectFrom("wallet_movements")
      .select("amount_kobo")
      .where("company_id", "=", company_id)
      .where("kind", "=", "card_fee")
      .execute();
    expect(moved).toEqual([{ amount_kobo: -107_500n }]);
    await closeBusinessDay(api.app);
    const spent = await db
      .selectFrom("expenses as e")
      .leftJoin("expense_categories as c", "c.id", "e.category_id")
      .select(["e.amount_kobo", "e.status", "e.wants_receipt", "e.is_from_wallet", "c.name"])
      .where("e.company_id", "=", company_id)
      .execute();
    const fee = { amount_kobo: 107_500n, status: "approved", wants_receipt: false, is_from_wallet: true };
    expect(spent, "spend of the wallet, once").toEqual([{ ...fee, name: "Bank fees" }]);
    await world.prove();
  });

  it("waits until the wallet has it, and holds nothing up; a virtual card has none", async () => {
    const { id: company_id, finance, holder } = await company(1_000n);
    const { id } = await companyCard(world, finance, holder, where);
    const virtual = await companyCard(world, finance, holder);
    expect((await seen(id, holder)).status).toBe("issued");
    await closeBusinessDay(api.app);
    expect(await lines(id)).toEqual([]);
    await walletWith(world, company_id, 200_000n);
    await closeBusinessDay(api.app);
    expect((await lines(id)).length).toBe(3);
    expect(await lines(virtual.id)).toEqual([]);
    await world.prove();
  });
});

describe("a company that is suspended", () => {
  it("has its cards frozen by us, and back when it is let back; what was frozen before stays", async () => {
    const { id: company_id, finance, holder } = await company();
    const [one, two] = [await activeCard(world, finance, holder), await activeCard(world, finance, holder)];
    await at(calls.freeze, two.id, staff, { reason: "Looked odd" });
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const decide = async (call: typeof admissions.suspend | typeof admissions.letBack) => {
      const asked = await api.call(call, {
        token: maker.token,
        params: { id: company_id },
        body: { reason: "Under review" },
      });
      const { approval_id } = asked.body.data as { approval_id: string };
      const body = { version: 1 };
      expect(
        (await api.call(approvals.approve, { token: checker.token, params: { id: approval_id }, body })).status,
      ).toBe(200);
    };
    await decide(admissions.suspend);
    expect(await seen(one.id, staff)).toMatchObject({ status: "frozen", frozen_by: ["provider"] });
    expect(codeOf(await at(calls.replace, one.id, holder, { because: "lost" }))).toBe("not_possible");
    await decide(admissions.letBack);
    expect((await seen(one.id, staff)).status).toBe("active");
    expect((await seen(two.id, staff)).status).toBe("frozen");
  });
});

describe("the rules", () => {
  it("say which account pays, and what a fee is with its VAT", () => {
    const card = { id: "c", user_id: "u" };
    expect(
      ["company_debit", "company_credit", "personal_debit", "personal_credit", "secure"].map(
        (kind) => moneyBehind({ ...card, kind }).account,
      ),
    ).toEqual(["purse:u", "undrawn_line:u", "cash_wallet:u", "undrawn_line:c", "undrawn_line:c"]);
    expect(feeOf(100_000n, 7.5)).toEqual({ fee_kobo: 100_000n, vat_kobo: 7_500n });
    expect(feeOf(0n, 7.5)).toEqual({ fee_kobo: 0n, vat_kobo: 0n });
  });
});
