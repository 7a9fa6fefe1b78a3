import { describe, expect, it } from "vitest";
import { materialityInWords, orderInWords, penaltyInWords, type Terms } from "./product-words.ts";
import { fieldOfTerms, termsOf, valuesOf } from "./terms-form.ts";

const terms: Terms = {
  valid_from: "2026-03-01",
  annual_rate_percent: "48",
  method: "declining",
  interest: "per_period",
  day_count: "actual/365",
  minimum_principal_kobo: 2_000_000,
  maximum_principal_kobo: 200_000_000,
  minimum_instalments: 1,
  maximum_instalments: 12,
  rounding_multiple_kobo: 100,
  rounding_mode: "nearest",
  principal_grace: 0,
  follows_salary_day: true,
  fees: [{ name: "Processing fee", when: "upfront", percent: "1.5", kobo: 5_000, vat_percent: "7.5" }],
  penalty: { kind: "hybrid", kobo: 20_000, percent: "1", minimum_kobo: 50_000, cap_percent_a_month: "2" },
  grace_days: 3,
  materiality: { floor_kobo: 10_000, share_percent: "1" },
  allocation_order: ["principal", "fees", "penalty", "interest"],
  settlement_interest: "to_period_end",
  interest_on_overdue: true,
  bureau_reports_required: 2,
  flat_prepayment: "none",
  offer_valid_days: 7,
};

describe("the form of a product's terms", () => {
  it("sends back what it was filled with, an unusual order too", () => {
    expect(termsOf(valuesOf(terms, "2026-03-01"))).toEqual(terms);
  });
  it("sends no amount that the kind of penalty does not use, and nothing for an empty field", () => {
    const values = {
      ...valuesOf(terms, "2026-03-01"),
      penalty_kind: "fixed",
      materiality_floor_kobo: null,
      materiality_percent: " ",
    };
    expect(termsOf(values)).toMatchObject({
      penalty: { kind: "fixed", kobo: 20_000, cap_percent_a_month: "2" },
      materiality: {},
    });
    expect(termsOf(values).penalty).not.toHaveProperty("minimum_kobo");
  });
  it("takes the money in the usual order unless somebody says otherwise", () => {
    expect(termsOf(valuesOf(null, "2026-03-01"))).toMatchObject({
      allocation_order: ["penalty", "fees", "interest", "principal"],
      materiality: {},
    });
  });
});

describe("the terms in words", () => {
  it.each([
    [{}, "From the first kobo"],
    [{ floor_kobo: 10_000 }, "From ₦100.00"],
    [{ share_percent: "1" }, "From 1.00% of the loan"],
    [{ floor_kobo: 10_000, share_percent: "1" }, "From ₦100.00, or from 1.00% of the loan where that is less"],
  ])("say from when %o counts as overdue", (materiality, words) =>
    expect(materialityInWords({ materiality })).toBe(words),
  );
  it("name the order and the least penalty", () => {
    expect(orderInWords(["fees", "interest", "principal", "penalty"])).toBe("Fees, interest, principal, penalties");
    expect(penaltyInWords(terms)).toBe(
      "₦200.00 plus 1.00% of what is overdue, at least ₦500.00, after 3 days, at most 2.00% a month",
    );
  });
});

it("finds the form's field for every name that the server may give to one of the terms", () => {
  const initial = valuesOf(null, "2026-11-22");
  const named = [
    "version.annual_rate_percent",
    "grace_days",
    "penalty.kobo",
    "version.penalty.cap_percent_a_month",
    "materiality.share_percent",
    "allocation_order.2",
    "version.allocation_order",
  ].map(fieldOfTerms);
  expect(named).toEqual([
    "annual_rate_percent",
    "grace_days",
    "penalty_kobo",
    "penalty_cap",
    "materiality_percent",
    "allocation_order",
    "allocation_order",
  ]);
  for (const field of named) expect(Object.keys(initial)).toContain(field);
  expect([fieldOfTerms("fees.2.vat_percent"), fieldOfTerms("version.fees.0.kobo")]).toEqual([
    "fee_vat_2",
    "fee_kobo_0",
  ]);
});
