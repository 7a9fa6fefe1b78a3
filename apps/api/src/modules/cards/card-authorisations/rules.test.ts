import { type Controls, noControls } from "@manilla/contract/cards/card-control-kinds";
import { limitPeriods } from "@manilla/contract/cards/decline-reasons";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginsOn, nextBeginsOn, weekdayOf } from "@manilla/contract/cards/card-limits";
import {
  type Facts,
  type Paying,
  firstUnmet,
  isCash,
  judge,
  judgeEnquiry,
  splitCapture,
  splitRefund,
  toHold,
} from "./rules.ts";

const NOTHING = { day: 0n, week: 0n, month: 0n, year: 0n, all_time: 0n };
const facts: Facts = {
  card: {
    kind: "company_debit",
    status: "active",
    currency: "NGN",
    expires_on: "2029-11-30",
    is_single_use: false,
    merchant_lock: null,
    limit_kobo: null,
    replaced_because: null,
  },
  freezes: [],
  is_stopped: false,
  is_kept_out: false,
  is_used: false,
  controls: [],
  raises: [],
  used: NOTHING,
  day_count: 0,
  available_kobo: 1_000_000n,
  cash: [],
};
const paying: Paying = {
  amount_kobo: 50_000n,
  category: "groceries",
  merchant: "Shoprite Ikeja City Mall",
  channel: "pos",
  country: "NG",
  currency: "NGN",
  verified: {},
  // A Tuesday, at 11 in Lagos.
  at: new Date("2026-11-24T10:00:00Z"),
  is_cash: false,
  is_more: false,
  before_kobo: 0n,
};
const why = (more: Partial<Facts>, asked: Partial<Paying> = {}) =>
  firstUnmet(judge({ ...facts, ...more }, { ...paying, ...asked }))?.reason;
const controlled = (set: Partial<Controls>): Partial<Facts> => ({
  controls: [{ by: "company", set: { ...noControls, ...set } }],
});
const limits = (set: Partial<Controls["limits"]>): Partial<Facts> =>
  controlled({ limits: { ...noControls.limits, ...set } });

describe("whether a card pays", () => {
  it("depends on the card, who froze it, and what the shop verified", () => {
    const card = (more: Partial<Facts["card"]>): Partial<Facts> => ({ card: { ...facts.card, ...more } });
    const frozen = (by: string, reason = ""): Partial<Facts> => ({ freezes: [{ by, reason }] });
    const cases: [Partial<Facts>, Partial<Paying>, string | undefined][] = [
      [{}, {}, undefined],
      [card({ status: "closed" }), {}, "card_closed"],
      [card({ status: "closed", replaced_because: "lost" }), {}, "lost"],
      [card({ status: "closed", replaced_because: "stolen" }), {}, "stolen"],
      [card({ status: "issued" }), {}, "not_activated"],
      [card({ expires_on: "2026-11-24" }), {}, undefined],
      [card({ expires_on: "2026-11-23" }), {}, "expired"],
      [frozen("holder"), {}, "frozen_holder"],
      [frozen("company"), {}, "frozen_company"],
      [frozen("provider"), {}, "frozen_provider"],
      [frozen("system", "missing_receipt: Slot"), {}, "frozen_missing_receipt"],
      [frozen("system", "three_declines"), {}, "suspected_fraud"],
      [{ is_stopped: true }, {}, "frozen_provider"],
      [{ is_kept_out: true }, { category: "gambling" }, "category"],
      [{ is_kept_out: true }, {}, undefined],
      [{}, { category: "gambling" }, undefined],
      [{}, { verified: { pin: false, tries_left: 1 } }, "wrong_pin"],
      [{}, { verified: { pin: false, tries_left: 0 } }, "pin_locked"],
      [{}, { verified: { cvv: false } }, "bad_cvv"],
      [{}, { verified: { expiry: false } }, "bad_card"],
      [{}, { verified: { holder: false } }, "verification_failed"],
      [{}, { currency: "USD" }, "currency"],
      [card({ is_single_use: true }), {}, undefined],
      [{ ...card({ is_single_use: true }), is_used: true }, {}, "single_use"],
      [card({ merchant_lock: "Netflix" }), {}, "merchant"],
      [card({ merchant_lock: "shoprite" }), {}, undefined],
      [{ available_kobo: 49_999n }, {}, "insufficient_funds"],
      [{}, { amount_kobo: 0n }, "bad_amount"],
      [{ available_kobo: 10n ** 18n }, { amount_kobo: 10n ** 15n }, "bad_amount"],
    ];
    for (const [at, [more, asked, reason]] of cases.entries()) expect(why(more, asked), `${at}`).toEqual(reason);
  });

  it("says what is there for a card in use alone, with the right PIN, also where nothing may be spent", () => {
    const asked = { ...paying, verified: { pin: true } };
    const says = (more: Partial<Facts>, of = asked) => firstUnmet(judgeEnquiry({ ...facts, ...more }, of))?.reason;
    expect(says({ available_kobo: 0n, ...limits({ day: 0n }) })).toBeUndefined();
    expect(says({ card: { ...facts.card, status: "closed", replaced_because: "stolen" } })).toBe("stolen");
    expect(says({ freezes: [{ by: "holder", reason: "" }] })).toBe("frozen_holder");
    expect(says({ is_stopped: true })).toBe("frozen_provider");
    expect(says({}, { ...asked, verified: { pin: false } as never })).toBe("wrong_pin");
  });

  it("depends on where and when it is used", () => {
    const cases: [Partial<Controls>, string | undefined][] = [
      [{ channels: ["web"] }, "channel"],
      [{ channels: ["web", "pos"] }, undefined],
      [{ countries: ["GH"] }, "country"],
      [{ allowed_categories: ["fuel"] }, "category"],
      [{ allowed_categories: ["fuel", "groceries"] }, undefined],
      [{ blocked_categories: ["groceries"] }, "category"],
      [{ allowed_merchants: ["slot"] }, "merchant"],
      [{ allowed_merchants: ["SHOPRITE  ikeja"] }, undefined],
      [{ blocked_merchants: ["city mall"] }, "merchant"],
      [{ weekdays: [1, 3] }, "hours"],
      [{ weekdays: [2] }, undefined],
      [{ from_hour: 8, to_hour: 11 }, "hours"],
      [{ from_hour: 11, to_hour: 12 }, undefined],
      [{ from_hour: 22, to_hour: 12 }, undefined],
      // The night from Monday to Tuesday is Monday's.
      [{ weekdays: [1], from_hour: 22, to_hour: 12 }, undefined],
      [{ weekdays: [2], from_hour: 22, to_hour: 12 }, "hours"],
      [{ day_count: 0 }, "count_limit"],
    ];
    for (const [set, reason] of cases) expect(why(controlled(set)), JSON.stringify(set)).toEqual(reason);
    expect(why(controlled({ channels: ["web"] }), { is_more: true })).toBeUndefined();
  });

  it("depends on each limit, to the kobo, with what was let through on top of it", () => {
    for (const period of limitPeriods) {
      const used = { ...NOTHING, [period]: 60_000n };
      const spent = period === "per_authorisation" ? 0n : 60_000n;
      expect(why({ ...limits({ [period]: 50_000n + spent }), used }), `${period}`).toBe(undefined);
      const less = { ...limits({ [period]: 49_999n + spent }), used };
      expect(why(less), `${period}`).toBe("amount_limit");
      expect(why({ ...less, raises: [{ period, amount_kobo: 1n }] }), `${period}`).toBe(undefined);
    }
    const tipped = controlled({ limits: { ...noControls.limits, day: 45_454n }, tips_percent: 10 });
    expect(why(tipped)).toBe("amount_limit");
    expect(why(tipped, { category: "restaurants" })).toBeUndefined();
  });

  it("depends on the credit that a company's card was granted for a month, which no raise goes beyond", () => {
    const of = (kind: string): Partial<Facts> => ({
      card: { ...facts.card, kind, limit_kobo: 110_000n },
      used: { ...NOTHING, month: 60_000n },
      raises: [{ period: "month", amount_kobo: 1_000_000n }],
    });
    expect(why(of("company_credit"))).toBeUndefined();
    expect(why(of("company_credit"), { amount_kobo: 50_001n })).toBe("amount_limit");
    expect(firstUnmet(judge({ ...facts, ...of("company_credit") }, { ...paying, amount_kobo: 50_001n }))).toMatchObject(
      { fixed: "credit", left_kobo: 50_000 },
    );
    // A person's credit is the line itself.
    expect(why(of("personal_credit"), { amount_kobo: 50_001n })).toBeUndefined();
  });

  it("depends on the national limits for cash: a day at machines, a week in all ways", () => {
    const cash = (day: bigint, week: bigint): Partial<Facts> => ({
      cash: [
        { period: "day", limit_kobo: 10_000_000n, left_kobo: day },
        { period: "week", limit_kobo: 50_000_000n, left_kobo: week },
      ],
    });
    const atm = { is_cash: true, channel: "atm" } as const;
    expect(why(cash(50_000n, 50_000n), atm)).toBeUndefined();
    expect(why(cash(49_999n, 50_000n), atm)).toBe("cash_limit");
    expect(why(cash(49_999n, 50_000n), { is_cash: true }), "at a till").toBeUndefined();
    expect(why(cash(50_000n, 49_999n), { is_cash: true })).toBe("cash_limit");
    expect(why(cash(0n, 0n)), "a purchase").toBeUndefined();
    const [check] = judge({ ...facts, ...cash(49_999n, 50_000n) }, { ...paying, ...atm }).filter(
      ({ is_met }) => !is_met,
    );
    expect(check).toMatchObject({ period: "day", left_kobo: 49_999, resets_at: "2026-11-25T00:00:00+01:00" });
    expect([isCash("cash", "pos", false), isCash("groceries", "atm", false), isCash("cash", "atm", true)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("keeps every rule's result, and lets through exactly where all were met", () => {
    const some = fc.record({
      amount_kobo: fc.bigInt({ min: -5n, max: 200_000n }),
      available_kobo: fc.bigInt({ min: 0n, max: 200_000n }),
      day: fc.option(fc.bigInt({ min: 0n, max: 200_000n })),
      used: fc.bigInt({ min: 0n, max: 100_000n }),
    });
    fc.assert(
      fc.property(some, ({ amount_kobo, available_kobo, day, used }) => {
        const asked = { ...limits({ day }), available_kobo, used: { ...NOTHING, day: used } };
        const checks = judge({ ...facts, ...asked }, { ...paying, amount_kobo });
        const isRight =
          amount_kobo > 0n &&
          amount_kobo <= available_kobo &&
          (day === null || used + amount_kobo <= day || (used >= day && amount_kobo <= 0n));
        expect(firstUnmet(checks) === undefined).toBe(isRight);
        expect(checks.length).toBeGreaterThanOrEqual(20);
      }),
    );
  });
});

describe("limits", () => {
  it("begin anew at the day's, Monday's, month's and year's beginning", () => {
    expect(weekdayOf("2026-11-24")).toBe(2);
    expect(
      ["day", "week", "month", "year", "all_time"].map((period) => beginsOn(period as "day", "2026-11-24")),
    ).toEqual(["2026-11-24", "2026-11-23", "2026-11-01", "2026-01-01", null]);
    expect(
      ["day", "week", "month", "year", "all_time"].map((period) => nextBeginsOn(period as "day", "2026-12-31")),
    ).toEqual(["2027-01-01", "2027-01-04", "2027-01-01", "2027-01-01", null]);
  });

  it("always begin again after their day, and on it or before", () => {
    const days = fc
      .date({ min: new Date("1970-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, fc.constantFrom("day", "week", "month", "year" as const), (day, period) => {
        const [first, next] = [beginsOn(period as "day", day)!, nextBeginsOn(period as "day", day)!];
        expect(first <= day && day < next).toBe(true);
        expect(beginsOn(period as "day", next)).toBe(next);
      }),
    );
  });
});

describe("amounts", () => {
  it("are split so that nothing is lost and nothing is below zero", () => {
    const kobo = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(kobo, fc.bigInt({ min: -(10n ** 9n), max: 10n ** 12n }), kobo, (amount, free, owed) => {
        const taken = splitCapture(amount, free);
        expect(taken.from_kobo + taken.overdrawn_kobo).toBe(amount);
        expect(
          taken.from_kobo >= 0n && taken.overdrawn_kobo >= 0n && (taken.from_kobo <= free || taken.from_kobo === 0n),
        ).toBe(true);
        const given = splitRefund(amount, { overdrawn_kobo: owed / 2n, owed_kobo: owed });
        expect(given.overdrawn_kobo + given.owed_kobo + given.rest_kobo).toBe(amount);
        expect(Object.values(given).every((each) => each >= 0n)).toBe(true);
      }),
    );
    const open = { approved_kobo: 10n, captured_kobo: 4n, reversed_kobo: 3n, is_over: false };
    expect([toHold(open), toHold({ ...open, captured_kobo: 20n }), toHold({ ...open, is_over: true })]).toEqual([
      3n,
      0n,
      0n,
    ]);
  });
});
