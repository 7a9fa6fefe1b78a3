import { expect, it } from "vitest";
import { baseUnder, whyNotRaise } from "./rules.ts";

it("a raise is more than what holds, and not over before it begins", () => {
  const why = (now: bigint | null, kobo: bigint, valid_until: string | null = null) =>
    Object.keys(whyNotRaise("limit_kobo", now, { kobo, valid_until }, "2026-11-26") ?? {});
  expect(why(null, 5n)).toEqual(["limit_kobo"]);
  expect(why(5n, 5n)).toEqual(["limit_kobo"]);
  expect(why(5n, 6n, "2026-11-25")).toEqual(["valid_until"]);
  expect(why(5n, 6n, "2026-11-26")).toEqual([]);
});

it("beneath a raise is what was there before it, unless the limit was set anew since", () => {
  expect(baseUnder(10n, undefined)).toBe(10n);
  const held = { granted_kobo: 10n, base_kobo: 4n, valid_until: "2026-11-30" };
  expect(baseUnder(10n, held)).toBe(4n);
  expect(baseUnder(7n, held)).toBe(7n);
  expect(baseUnder(10n, { ...held, valid_until: null }), "without an end").toBe(10n);
});
