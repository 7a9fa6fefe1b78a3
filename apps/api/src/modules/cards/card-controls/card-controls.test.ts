import * as calls from "@manilla/contract/cards/card-controls";
import * as payments from "@manilla/contract/cards/card-authorisations";
import { isoDay } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { describe, expect, it } from "vitest";
import {
  type TestCard,
  cardInUse,
  cashWith,
  deliver,
  issuerBody,
  purseWith,
} from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";

const world = await useLendingWorld();
const { api } = world;
const today = isoDay(new Date());

const nothing = {
  per_authorisation_kobo: null,
  day_kobo: null,
  week_kobo: null,
  month_kobo: null,
  year_kobo: null,
  all_time_kobo: null,
  day_count: null,
  allowed_categories: [],
  blocked_categories: [],
  allowed_merchants: [],
  blocked_merchants: [],
  channels: [],
  countries: [],
  weekdays: [],
  from_hour: null,
  to_hour: null,
  tips_percent: 0,
};

/** Who has filled in and been agreed to. */
async function settle(user_id: string): Promise<void> {
  await api.app.db.updateTable("profiles").set({ status: "activated" }).where("user_id", "=", user_id).execute();
}
async function company() {
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const finance = await api.person("company_finance_manager", { company_id });
  const holder = await api.person("company_staff", { company_id, name: "Emeka" });
  for (const { user_id } of [holder, finance, owner]) await settle(user_id);
  await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: 10_000_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id: holder.user_id, company_id });
  return { company_id, owner, finance, holder, card };
}
const set = (token: string, { id }: TestCard, more: object) =>
  api.call(calls.set, { token, params: { id }, body: { ...nothing, ...more } });
const seen = async (token: string, { id }: TestCard) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as {
    left: { period: string; left_kobo: number; raised_kobo: number; resets_at: string | null }[];
    sets: string | null;
    may_loosen: boolean;
  };
const ask = async (card: TestCard, amount: string, more: Record<string, unknown> = {}) =>
  (await deliver(api, issuerBody(card, { amount, more }))).responseCode;

describe("the controls of a company's card", () => {
  it("are set by the company, made tighter by the holder, and say what is left and when it begins anew", async () => {
    const { card, owner, holder } = await company();
    expect((await set(owner.token, card, { month_kobo: 1_000_000, blocked_categories: ["gambling"] })).status).toBe(
      200,
    );
    expect(await ask(card, "6800")).toBe("00");
    expect(await ask(card, "3200.01")).toBe("61");
    expect(await ask(card, "1", { merchant: { name: "Bet9ja", category: "7995" } })).toBe("57");
    const { left, sets } = await seen(holder.token, card);
    expect(left).toEqual([expect.objectContaining({ period: "month", left_kobo: 320_000, raised_kobo: 0 })]);
    expect(new Date(left[0]!.resets_at!).toISOString()).toMatch(/T23:00:00.000Z$/);
    expect(sets).toBe("holder");
    expect((await set(holder.token, card, { month_kobo: 2_000_000 })).body.errors).toMatchObject({
      month_kobo: expect.anything(),
    });
    expect((await set(holder.token, card, { day_kobo: 700_000 })).status).toBe(200);
    // Two declines so far: a third within five minutes would freeze it.
    expect(await ask(card, "200")).toBe("00");
  });

  it("are not loosened by who holds the card, and not seen or set by strangers", async () => {
    const { company_id, owner, finance, holder, card } = await company();
    const own = await cardInUse(api, { kind: "company_debit", user_id: finance.user_id, company_id });
    await set(owner.token, own, { day_kobo: 100_000 });
    expect((await seen(finance.token, own)).may_loosen).toBe(false);
    expect((await set(finance.token, own, { day_kobo: 100_001 })).body.errors).toMatchObject({
      day_kobo: expect.anything(),
    });
    expect((await set(finance.token, own, {})).status).toBe(422);
    expect((await set(finance.token, own, { day_kobo: 99_999 })).status).toBe(200);
    const other = await company();
    const stranger = await api.person("staff");
    await settle(stranger.user_id);
    for (const { token } of [other.owner, other.holder, stranger])
      expect((await set(token, card, {})).status).toBe(404);
    expect((await set(holder.token, own, {})).status).toBe(404);
    const staff = await api.person("super_operations");
    expect((await seen(staff.token, card)).sets).toBeNull();
  });

  it("refuse what makes no sense", async () => {
    const { card, owner } = await company();
    const bad: object[] = [
      { day_kobo: -1 },
      { day_kobo: "5" },
      { day_kobo: 1.5 },
      { day_kobo: Number.MAX_SAFE_INTEGER + 2 },
      { channels: ["fax"] },
      { countries: ["Nigeria"] },
      { weekdays: [0] },
      { from_hour: 8 },
      { from_hour: 8, to_hour: 8 },
      { tips_percent: 31 },
      { allowed_categories: ["nothing"] },
      { allowed_merchants: ["a\0b"] },
      { unknown: 1 },
      { day_count: null, __proto__x: 1 },
    ];
    for (const body of bad) expect((await set(owner.token, card, body)).status, JSON.stringify(body)).toBe(422);
  });

  it("of one's own card are one's own to set", async () => {
    const holder = await api.person("staff");
    await settle(holder.user_id);
    await cashWith(api, holder.user_id, 1_000_000n);
    const card = await cardInUse(api, { kind: "personal_debit", user_id: holder.user_id });
    expect((await set(holder.token, card, { per_authorisation_kobo: 5_000 })).status).toBe(200);
    expect(await ask(card, "50.01")).toBe("61");
    expect((await set(holder.token, card, {})).status).toBe(200);
    expect(await ask(card, "50.01")).toBe("00");
  });
});

describe("more than a limit", () => {
  it("is asked for after a decline, granted by somebody else, counts until its day and ends by itself", async () => {
    const { card, owner, holder } = await company();
    await set(owner.token, card, { day_kobo: 100_000 });
    expect(await ask(card, "1500")).toBe("61");
    const declined = (
      (await api.call(payments.listAll, { token: holder.token })).body.datatable as { items: { id: string }[] }
    ).items[0]!;
    const body = {
      period: "day",
      amount_kobo: 50_000,
      ends_on: today,
      reason: "A tyre",
      authorisation_id: declined.id,
    };
    const asking = (more: object, token = holder.token) =>
      api.call(calls.askRaise, { token, params: { id: card.id }, body: { ...body, ...more } });
    expect((await asking({ ends_on: addDays(today, -1) })).status).toBe(422);
    expect((await asking({ ends_on: addDays(today, 400) })).status).toBe(422);
    expect((await asking({ period: "week" })).status).toBe(422);
    expect((await asking({ authorisation_id: card.id })).status).toBe(422);
    const { raise } = (await asking({})).body.data as { raise: { id: string } };
    expect((await asking({})).status).toBe(409);
    const { rows: heard } = await api.database.pool.query(
      "select user_id from notifications where link = '/corporate/cards/raises' and user_id in ($1, $2)",
      [owner.user_id, holder.user_id],
    );
    expect(heard).toEqual([{ user_id: owner.user_id }]);
    const act = (call: typeof calls.grantRaise, token: string) =>
      api.call(call, { token, params: { id: raise.id }, body: {} });
    expect((await act(calls.grantRaise, holder.token)).status).toBe(403);
    expect((await act(calls.grantRaise, (await company()).owner.token)).status).toBe(404);
    expect((await act(calls.grantRaise, owner.token)).status).toBe(200);
    expect(await ask(card, "1500")).toBe("00");
    expect(await ask(card, "1")).toBe("61");
    expect((await seen(holder.token, card)).left[0]).toMatchObject({ left_kobo: 0, raised_kobo: 50_000 });
    await api.app.db.updateTable("card_raises").set({ ends_on: "2026-01-14" }).where("id", "=", raise.id).execute();
    await closeBusinessDay(api.app);
    const { rows } = await api.database.pool.query("select status from card_raises where id = $1", [raise.id]);
    expect(rows).toEqual([{ status: "ended" }]);
  });

  it("for a card of one's own is decided by somebody else of the company", async () => {
    const { company_id, owner, finance } = await company();
    const card = await cardInUse(api, { kind: "company_debit", user_id: finance.user_id, company_id });
    await set(owner.token, card, { day_kobo: 100_000 });
    await api.app.db
      .insertInto("card_raises")
      .values({
        id: card.id,
        card_id: card.id,
        user_id: finance.user_id,
        company_id,
        period: "day",
        amount_kobo: 1n,
        reason: "More",
        status: "asked",
        ends_on: today,
      })
      .execute();
    expect((await api.call(calls.grantRaise, { token: finance.token, params: { id: card.id }, body: {} })).status).toBe(
      403,
    );
    expect(
      (await api.call(calls.declineRaise, { token: owner.token, params: { id: card.id }, body: { reason: "Not now" } }))
        .status,
    ).toBe(200);
  });
});
