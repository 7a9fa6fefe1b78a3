import { bettingPauseNames } from "@manilla/contract/payments/betting-kinds";
import fc from "fast-check";
import { expect, it } from "vitest";
import { endOfPause, exclusionAt, leftOf, limitBegins, ownLimitsAt } from "./betting-rules.ts";

const NOW = new Date("2026-11-26T10:00:00Z");

it("what is asked for later never ends a pause earlier", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...bettingPauseNames), { minLength: 1 }), (pauses) => {
      const until = pauses.map((pause) => ({ until: endOfPause(pause, NOW) }));
      const { is_excluded, excluded_until } = exclusionAt(until, NOW);
      expect(is_excluded).toBe(true);
      for (const { until: each } of until)
        expect(excluded_until === null || (each !== null && each <= excluded_until)).toBe(true);
    }),
  );
  expect(exclusionAt([], NOW).is_excluded).toBe(false);
  expect(exclusionAt([{ until: NOW }], NOW).is_excluded).toBe(false);
});

it("a lower limit holds now, a higher one after its hours; the latest that has begun holds", () => {
  expect(limitBegins(100n, 100n, 24, NOW)).toEqual(NOW);
  expect(limitBegins(100n, 101n, 24, NOW)).toEqual(new Date("2026-11-27T10:00:00Z"));
  const at = (daily_kobo: bigint, valid_from: string) => ({ daily_kobo, valid_from: new Date(valid_from) });
  const limits = [at(9n, "2026-11-27T00:00:00Z"), at(1n, "2026-11-20T00:00:00Z"), at(2n, "2026-11-26T10:00:00Z")];
  expect(ownLimitsAt(limits, NOW)).toEqual({ own: limits[2], next: limits[0] });
  expect([leftOf(10n, 4n), leftOf(10n, 11n)]).toEqual([6n, 0n]);
});
