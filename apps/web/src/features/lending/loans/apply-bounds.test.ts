import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWithinReach, withinLimit } from "./apply-bounds.ts";
import { requestWords } from "./apply-limit.tsx";

const kobo = fc.integer({ min: 0, max: 1_000_000_000 });

describe("what a plan lends under a limit", () => {
  it("is never more than the plan's own most nor than what the limit leaves, and never less than the plan's least", () => {
    fc.assert(
      fc.property(kobo, kobo, fc.option(kobo), (least, more, available) => {
        const plan = { minimum_principal_kobo: least, maximum_principal_kobo: least + more };
        const bounded = withinLimit(plan, available);
        expect(bounded.maximum_principal_kobo).toBeLessThanOrEqual(plan.maximum_principal_kobo);
        expect(bounded.maximum_principal_kobo).toBeGreaterThanOrEqual(least);
        if (available !== null && isWithinReach(plan, available))
          expect(bounded.maximum_principal_kobo).toBeLessThanOrEqual(available);
      }),
    );
  });
  it("is the plan's own without a limit, and nothing where the limit leaves less than the plan's least", () => {
    const plan = { minimum_principal_kobo: 100, maximum_principal_kobo: 900 };
    expect(withinLimit(plan, null)).toEqual(plan);
    expect([isWithinReach(plan, 99), isWithinReach(plan, 100), withinLimit(plan, 99)]).toEqual([false, true, plan]);
  });
});

describe("a request for a limit", () => {
  const request = {
    id: "r",
    kind: "limit_increase" as const,
    status: "pending" as const,
    requested_kobo: 5_000_000,
    purpose: null,
    limit_before_kobo: null,
    granted_kobo: null,
    is_waiting: false,
    decided_at: null,
    decision_reason: null,
    created_at: "2026-01-05T10:00:00.000Z",
  };
  const decided = { ...request, decided_at: "2026-01-06T10:00:00.000Z" };
  it("describes every state, with the reason as one sentence", () => {
    expect(requestWords(request)).toContain("We are looking at it");
    expect(requestWords({ ...decided, status: "reviewed", granted_kobo: 4_000_000 })).toContain(
      "You were given ₦40,000.00",
    );
    expect(requestWords({ ...decided, status: "rejected", decision_reason: "Two late payments" })).toMatch(
      /It was not granted on .*: Two late payments\.$/,
    );
    expect(requestWords({ ...decided, status: "reviewed" })).toMatch(/your limit stays as it is\.$/);
  });
});
