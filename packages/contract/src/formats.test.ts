import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { badge, badgeKinds, personBadge, statusesOf } from "./badges.ts";
import { cardBrandOf } from "./card-brand.ts";
import {
  cardNumber,
  count,
  counted,
  date,
  day,
  dollars,
  exactPercent,
  exactTime,
  fileSize,
  greeting,
  initials,
  isoDay,
  isoDayOf,
  koboOf,
  masked,
  naira,
  ordinal,
  percent,
  plainMoney,
  relativeTime,
  waitingTime,
  sentence,
  shortDay,
  truncate,
} from "./formats.ts";
import { compactPhone, displayPhone, isNigerianPhone, normalisePhone } from "./phone.ts";

it("says one and many of something", () => {
  expect([
    counted(1, "loan"),
    counted(0, "loan"),
    counted(12_345, "loan"),
    counted(1, "person", "people"),
    counted(2, "person", "people"),
  ]).toEqual(["1 loan", "0 loans", "12,345 loans", "1 person", "2 people"]);
});

describe("money", () => {
  it("has the naira sign, comma thousands and two decimals", () => {
    expect(naira(123_456_780)).toBe("₦1,234,567.80");
    expect(naira(0)).toBe("₦0.00");
    expect(naira(5n)).toBe("₦0.05");
    expect(naira(-150_000)).toBe("−₦1,500.00");
    expect(dollars(100_000)).toBe("$1,000.00");
  });
  it("keeps amounts that floating point cannot hold", () => {
    expect(naira(900_719_925_474_099_301n)).toBe("₦9,007,199,254,740,993.01");
  });
  it("is read back exactly as it was shown", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (kobo) => {
        expect(koboOf(plainMoney(kobo))).toBe(kobo);
      }),
    );
  });
  it("is read as people type it, and refuses eighteen forms that are none", () => {
    expect(koboOf("₦ 1,500")).toBe(150_000n);
    expect(koboOf("12.5")).toBe(1_250n);
    expect(koboOf("12.")).toBe(1_200n);
    const wrong = [
      "",
      " ",
      "abc",
      "1.234",
      "1e5",
      ".5.",
      "--1",
      "+-1",
      "1-",
      "0x10",
      "NaN",
      "Infinity",
      "1.2.3",
      "1/2",
      "٣",
      "½",
      "€5",
      "1;2",
    ];
    expect(wrong.filter((text) => koboOf(text) !== undefined)).toEqual([]);
    expect(wrong).toHaveLength(18);
  });
});

describe("figures and texts", () => {
  it("a rate on a paper that binds shows two decimals, and every one that it has", () => {
    expect(["42", "15.5", "15.678", "15.6780", "12.300", "0"].map(exactPercent)).toEqual([
      "42.00%",
      "15.50%",
      "15.678%",
      "15.678%",
      "12.30%",
      "0.00%",
    ]);
  });
  it("percentages show two decimals, rounded from exact text", () => {
    expect(percent("15.678")).toBe("15.68%");
    expect(percent("15.675")).toBe("15.68%");
    expect(percent("0.004")).toBe("0.00%");
    expect(percent("-0.004")).toBe("0.00%");
    expect(percent("-2.5")).toBe("−2.50%");
    expect(percent(1_234)).toBe("1,234.00%");
    expect(percent("n/a")).toBe("–");
  });
  it("counts have commas", () => {
    expect(count(4_812)).toBe("4,812");
    expect(count(-1_000_000n)).toBe("−1,000,000");
  });
  it("ordinals end in st, nd, rd and th, with th for 11, 12 and 13", () => {
    expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 31, 101, 111, 112, 113].map(ordinal)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "10th",
      "11th",
      "12th",
      "13th",
      "21st",
      "22nd",
      "23rd",
      "31st",
      "101st",
      "111th",
      "112th",
      "113th",
    ]);
  });
  it("texts are cut at 20 characters unless told otherwise", () => {
    expect(truncate("a".repeat(20))).toBe("a".repeat(20));
    expect(truncate("a".repeat(21))).toBe(`${"a".repeat(20)}…`);
    expect(truncate("Lagos Island", 5)).toBe("Lagos…");
  });
  it("card numbers are grouped in fours and masked to the last four", () => {
    expect(cardNumber("5399831234567890")).toBe("5399 8312 3456 7890");
    expect(cardNumber("539983******7890")).toBe("5399 83** **** 7890");
    expect(masked("5399831234567890")).toBe("•••• 7890");
    expect(masked("22", 4)).toBe("••");
  });
  it("slugs, initials and file sizes read as words", () => {
    expect(sentence("company_department_head")).toBe("Company department head");
    expect(initials("Ada", "Obi")).toBe("AO");
    expect([fileSize(900), fileSize(14_200), fileSize(14_230_000)]).toEqual(["900 B", "14 kB", "14.2 MB"]);
  });
  it("the greeting changes at noon and at six", () => {
    expect([0, 11, 12, 17, 18, 23].map(greeting)).toEqual([
      "Morning",
      "Morning",
      "Afternoon",
      "Afternoon",
      "Evening",
      "Evening",
    ]);
  });
});

describe("dates", () => {
  it("have the default format D, dd M Y h:ia in Lagos time", () => {
    expect(date("2024-01-05T14:07:00Z")).toBe("Fri, 05 Jan 2024 3:07pm");
    expect(date("2024-01-05T23:30:00Z")).toBe("Sat, 06 Jan 2024 12:30am");
    expect(date("2024-01-05T11:00:00+00:00")).toBe("Fri, 05 Jan 2024 12:00pm");
  });
  it("business dates do not move with the zone", () => {
    expect(day("2026-11-05")).toBe("05 Nov 2026");
    expect(shortDay("2026-11-05")).toBe("05/11/2026");
    expect(date("2026-11-05")).toBe("Thu, 05 Nov 2026 12:00am");
  });
  it("say nothing rather than something wrong", () => {
    for (const nothing of [null, undefined, "", "soon"])
      for (const format of [shortDay, day, date]) expect(format(nothing)).toBe("–");
  });
  it("are read as dd/mm/yyyy, and days that do not exist are refused", () => {
    expect(isoDayOf("5/11/2026")).toBe("2026-11-05");
    for (const wrong of ["31/02/2026", "2026-11-05", "13/13/2026", ""]) expect(isoDayOf(wrong)).toBeUndefined();
    expect(isoDay(new Date("2026-11-05T23:30:00Z"))).toBe("2026-11-06");
  });
  it("relative times say how long ago, with the exact time and zone behind them", () => {
    const now = new Date("2026-11-05T12:00:00Z");
    expect(
      ["2026-11-05T11:59:30Z", "2026-11-05T11:57:00Z", "2026-11-04T11:00:00Z", "2026-09-20T11:00:00Z"].map((since) =>
        waitingTime(since, now),
      ),
    ).toEqual(["under a minute", "3 min", "1 day", "1 month"]);
    expect(relativeTime("2026-11-05T11:59:55Z", now)).toBe("just now");
    expect(relativeTime("2026-11-05T11:57:00Z", now)).toBe("3 min ago");
    expect(relativeTime("2026-11-05T09:00:00Z", now)).toBe("3 hours ago");
    expect(relativeTime("2026-11-04T11:00:00Z", now)).toBe("yesterday");
    expect(relativeTime("2026-11-08T12:00:00Z", now)).toBe("in 3 days");
    expect(exactTime("2026-11-05T12:00:09Z")).toBe("Thu, 05 Nov 2026 1:00:09pm (Africa/Lagos)");
  });
});

describe("phones", () => {
  it("have one stored spelling and one shown", () => {
    for (const text of ["08031234567", "+2348031234567", "2348031234567", "0803 123-4567", "+234 (0) 803 123 4567"]) {
      expect(normalisePhone(text)).toBe("+2348031234567");
      expect(displayPhone(text)).toBe("0803 123 4567");
    }
    expect(normalisePhone("12345")).toBeUndefined();
    expect(displayPhone("12345")).toBe("12345");
    expect(isNigerianPhone(compactPhone("(0803) 123.4567"))).toBe(true);
  });
});

describe("card brands", () => {
  it.each([
    ["4111 1111", "Visa"],
    ["4508", "Visa Electron"],
    ["4844", "Visa Electron"],
    ["4913", "Visa Electron"],
    ["4917", "Visa Electron"],
    ["51", "Mastercard"],
    ["55", "Mastercard"],
    ["37", "AMEX"],
    ["622925", "Discover"],
    ["644", "Discover"],
    ["65", "Discover"],
    ["300", "Diners"],
    ["38", "Diners"],
    ["417500", "Visa Electron"],
    ["4026", "Visa Electron"],
    ["4175", "Visa"],
    ["5399", "Mastercard"],
    ["2221", "Mastercard"],
    ["2720", "Mastercard"],
    ["34", "AMEX"],
    ["6011", "Discover"],
    ["622126", "Discover"],
    ["649", "Discover"],
    ["305", "Diners"],
    ["36", "Diners"],
    ["3528", "JCB"],
    ["3589", "JCB"],
  ])("%s is %s", (digits, brand) => expect(cardBrandOf(digits)).toBe(brand));
  it("says nothing of other numbers", () => {
    for (const digits of ["", "2220", "2721", "50", "622925".slice(0, 3), "3590", "622926", "643", "306", "39", "3527"])
      expect(cardBrandOf(digits)).toBeUndefined();
  });
});

describe("badges", () => {
  it("have the specified words", () => {
    expect(badge("person", "verified").label).toBe("Processing:Verified");
    for (const status of ["refunded", "reversed", "reverted"]) {
      expect(badge("person", status).label).toBe("Refunded");
      expect(badge("transaction", status).label).toBe("Refunded");
    }
    for (const status of ["declined", "deactivated"]) expect(badge("person", status).label).toBe("Declined");
    for (const status of ["incomplete-0", "incomplete-1"]) expect(badge("person", status).label).toBe("Incomplete");
    expect(badge("person", "doc-processor").label).toBe("Doc processor");
  });
  it("show the profile's status of a processed person, and activated as approved", () => {
    expect(personBadge("processed", "activated")).toEqual({ label: "Approved", tone: "success" });
    expect(personBadge("pending", "activated").label).toBe("Pending");
  });
  it("count an unknown transaction as pending, and show any other unknown status in its own words", () => {
    expect(badge("transaction", "whatever")).toEqual({ label: "Pending", tone: "warning" });
    expect(badge("loan", "sent_to_moon")).toEqual({ label: "Sent to moon", tone: "neutral" });
  });
  it("never say a status by colour alone", () => {
    for (const kind of badgeKinds)
      for (const status of statusesOf(kind)) expect(badge(kind, status).label).toMatch(/\w/);
  });
});
