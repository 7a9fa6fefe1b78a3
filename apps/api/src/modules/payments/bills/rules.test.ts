import { billProviderNames } from "@manilla/contract/payments/bill-kinds";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAgainIn } from "../../../outside/questions.ts";
import type { BillOutcome } from "@manilla/contract/payments/bill-outcome";
import { type OpenBill, boundsOf, chooseOffer, commissionOf, inOrder, shareOf, vatOf, verdictOf } from "./rules.ts";

const TOKEN = "12345678901234567890";
const delivered = (tokens: string[]): BillOutcome => ({
  status: "delivered",
  provider_reference: "1",
  tokens,
  units: null,
  commission_kobo: null,
});
const bill: OpenBill = { kind: "airtime", service: "mtn", provider: "baxi", refused_by: [] };
const power: OpenBill = { ...bill, kind: "electricity", service: "ikeja-prepaid" };
const both = [...billProviderNames];

describe("what follows from a provider's answer", () => {
  it("is delivered, but for power without a token", () => {
    expect(verdictOf(bill, delivered([]), both)).toEqual({ does: "deliver" });
    expect(verdictOf(power, delivered([TOKEN]), both)).toEqual({ does: "deliver" });
    expect(verdictOf({ ...power, service: "ikeja-postpaid" }, delivered([]), both)).toEqual({ does: "deliver" });
    expect(verdictOf(power, delivered([]), both)).toMatchObject({ does: "lose_sight", lacks_token: true });
  });

  it("is another provider only after a certain no", () => {
    const refused: BillOutcome = { status: "refused", why: "no" };
    const away: BillOutcome = { status: "not_reached", why: "away" };
    expect(verdictOf(bill, refused, both)).toMatchObject({
      does: "try_other",
      provider: "flutterwave",
      is_refused: true,
    });
    expect(verdictOf(bill, away, both)).toMatchObject({
      does: "try_other",
      provider: "flutterwave",
      is_refused: false,
    });
    expect(verdictOf(bill, refused, ["baxi"])).toEqual({ does: "fail", why: "no" });
    expect(verdictOf(bill, away, ["baxi"])).toEqual({ does: "wait", why: "away" });
    expect(verdictOf({ ...bill, provider: "flutterwave", refused_by: ["baxi"] }, refused, both)).toMatchObject({
      does: "fail",
    });
  });

  it("is never a second sale, a failure or a delivery where the outcome is unknown", () => {
    const unknown = fc.constantFrom<BillOutcome>({ status: "unknown", why: "?" }, { status: "not_found", why: "?" });
    const providers = fc.subarray(both);
    fc.assert(
      fc.property(unknown, providers, providers, fc.constantFrom(bill, power), (outcome, others, refused_by, given) => {
        expect(verdictOf({ ...given, refused_by }, outcome, others).does).toBe("lose_sight");
      }),
    );
  });
});

describe("prices and charges", () => {
  it("are those of the first provider that has the price that was seen", () => {
    const [is_low, commission_bps] = [false, 300];
    const offers = inOrder(
      [
        { provider: "flutterwave", priority: 2, price_kobo: 100_000n, is_low, commission_bps },
        { provider: "baxi", priority: 1, price_kobo: 120_000n, is_low, commission_bps },
      ],
      false,
    );
    expect(chooseOffer(offers, 120_000n)).toMatchObject({ provider: "baxi" });
    expect(chooseOffer(offers, 100_000n)).toMatchObject({ provider: "flutterwave" });
    expect(chooseOffer(offers, 90_000n)).toEqual({ price_kobo: 120_000n });
    expect(chooseOffer([], 90_000n)).toBeUndefined();
    const any = { provider: "baxi", priority: 1, price_kobo: null, is_low, commission_bps } as const;
    expect(chooseOffer([any], 5n)).toMatchObject({ provider: "baxi" });
  });

  it("are by what each provider costs us where that is switched on; whose float is low comes last all the same", () => {
    const baxi = { provider: "baxi", priority: 1, price_kobo: 100n, is_low: false, commission_bps: 300 } as const;
    const other = { ...baxi, provider: "flutterwave", priority: 2 } as const;
    const first = (offer: object, isByPrice = true) => inOrder([baxi, { ...other, ...offer }], isByPrice)[0]!.provider;
    expect(first({ commission_bps: 301 })).toBe("flutterwave");
    expect(first({ price_kobo: 99n })).toBe("flutterwave");
    expect(first({ price_kobo: 101n, commission_bps: 500 })).toBe("flutterwave");
    expect(first({ price_kobo: 101n, commission_bps: 301 })).toBe("baxi");
    expect(first({}), "costs the same").toBe("baxi");
    expect(first({ commission_bps: 900, is_low: true })).toBe("baxi");
    expect(first({ commission_bps: 900 }, false), "switched off").toBe("baxi");
  });

  it("are exact, and shares are never more than was agreed", () => {
    expect(vatOf(10_000n, 7.5)).toBe(750n);
    expect(vatOf(67n, 7.5)).toBe(5n);
    expect(vatOf(66n, 7.5)).toBe(5n);
    expect(vatOf(0n, 7.5)).toBe(0n);
    expect(shareOf(333n, 300)).toBe(9n);
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
        const share = shareOf(amount, bps);
        return share >= 0n && share * 10_000n <= amount * BigInt(bps) && (share + 1n) * 10_000n > amount * BigInt(bps);
      }),
    );
  });

  it("keep back for us what was said, else what was agreed, and never less than nothing or more than the price", () => {
    expect([null, 0n, 150n, 1_000n, 1_001n, -1n].map((said) => commissionOf(said, 1_000n, 300))).toEqual([
      30n,
      0n,
      150n,
      1_000n,
      0n,
      0n,
    ]);
  });

  it("have bounds of their own for airtime", () => {
    const limits = { airtime_minimum_kobo: 5_000n, airtime_maximum_kobo: 5_000_000n, maximum_kobo: 50_000_000n };
    expect(boundsOf("airtime", limits)).toEqual({ minimum_kobo: 5_000n, maximum_kobo: 5_000_000n });
    expect(boundsOf("electricity", limits)).toEqual({ minimum_kobo: 100n, maximum_kobo: 50_000_000n });
  });
});

it("looks at an ended bill again after ten minutes, an hour and a day, and then no more", () => {
  expect([0, 599_999, 600_000, 3_600_000, 86_400_000].map(lookAgainIn)).toEqual([600, 1, 3_000, 82_800, undefined]);
});
