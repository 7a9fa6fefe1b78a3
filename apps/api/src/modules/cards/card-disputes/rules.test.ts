/** The sums of disputes: nobody has the same money twice, and nothing is negative. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockOf, cutBy, exposureOf, mostOf, splitAward, twiceBy, undoneBy } from "./rules.ts";

const kobo = fc.bigInt(0n, 10n ** 9n);
const live = (amount_kobo: bigint, credited_kobo = 0n) => ({
  status: "sent",
  amount_kobo,
  credited_kobo,
  won_kobo: 0n,
  won_twice_kobo: 0n,
  written_off_kobo: 0n,
});

describe("the money of a dispute", () => {
  it("can be what was taken less what came back and what is disputed already", () => {
    expect(mostOf(500n, { net_kobo: 500n, exposure_kobo: 0n, own_kobo: 0n })).toBe(500n);
    expect(mostOf(500n, { net_kobo: 800n, exposure_kobo: 600n, own_kobo: 100n })).toBe(200n);
    expect(mostOf(500n, { net_kobo: -20n, exposure_kobo: 0n, own_kobo: 0n })).toBe(0n);
  });

  it("counts what a dispute may bring, and once it is over what it has brought", () => {
    const over = { amount_kobo: 900n, credited_kobo: 0n, won_kobo: 300n, won_twice_kobo: 0n, written_off_kobo: 50n };
    expect(exposureOf(live(900n, 900n))).toBe(900n);
    expect(exposureOf({ ...over, status: "won" })).toBe(350n);
    expect(exposureOf({ ...over, status: "refused", credited_kobo: 600n })).toBe(900n);
    expect(exposureOf({ ...over, status: "lost", won_kobo: 0n, written_off_kobo: 0n })).toBe(0n);
  });

  it("shrinks with a refund: what is left is covered by what the shop kept, and so is the credit", () => {
    expect(cutBy(live(600n, 600n), { net_kobo: 350n, exposure_kobo: 600n })).toEqual({
      cut_kobo: 250n,
      taken_kobo: 250n,
    });
    expect(cutBy(live(200n, 0n), { net_kobo: 350n, exposure_kobo: 200n })).toEqual({ cut_kobo: 0n, taken_kobo: 0n });
    const refused = { ...live(900n, 500n), status: "refused", won_kobo: 400n };
    expect(cutBy(refused, { net_kobo: 700n, exposure_kobo: 900n })).toEqual({ cut_kobo: 200n, taken_kobo: 200n });
    fc.assert(
      fc.property(kobo, kobo, fc.boolean(), kobo, (captured, refunded, isCredited, amount) => {
        const disputed = amount % (captured + 1n);
        const credited = isCredited ? disputed : 0n;
        const net = captured - refunded;
        const { cut_kobo, taken_kobo } = cutBy(live(disputed, credited), { net_kobo: net, exposure_kobo: disputed });
        const [left, has] = [disputed - cut_kobo, credited - taken_kobo];
        expect(left >= 0n && has >= 0n && has <= left).toBe(true);
        expect(left <= (net > 0n ? net : 0n)).toBe(true);
      }),
    );
  });

  it("that was won is the issuer's as far as the shop gives it back too, and the holder's again where that is taken back", () => {
    const won = { ...live(800n), status: "won", won_kobo: 800n };
    expect(exposureOf({ ...won, won_twice_kobo: 300n })).toBe(500n);
    expect(twiceBy(won, { net_kobo: 500n, exposure_kobo: 800n })).toBe(300n);
    expect(twiceBy(won, { net_kobo: -400n, exposure_kobo: 800n })).toBe(800n);
    expect(twiceBy(live(800n, 800n), { net_kobo: 0n, exposure_kobo: 800n }), "not decided").toBe(0n);
    const twice = { won_twice_kobo: 300n, recovered_kobo: 50n };
    const none = { won_kobo: 0n, lost_kobo: 0n };
    expect(undoneBy(twice, { net_kobo: 800n, exposure_kobo: 500n }, 200n)).toEqual({ ...none, won_kobo: 200n });
    expect(undoneBy(twice, { net_kobo: 900n, exposure_kobo: 500n }, 400n)).toEqual({ won_kobo: 300n, lost_kobo: 50n });
    expect(undoneBy(twice, { net_kobo: 500n, exposure_kobo: 500n }, 400n), "the same again").toEqual(none);
  });

  it("of an award ends the credit first, and is never more than is disputed", () => {
    expect(splitAward(700n, live(500n, 500n))).toEqual({
      won_kobo: 500n,
      claims_kobo: 500n,
      rest_kobo: 0n,
      standing_kobo: 0n,
    });
    expect(splitAward(200n, live(500n, 500n)).standing_kobo).toBe(300n);
    expect(splitAward(200n, live(500n)).rest_kobo).toBe(200n);
    fc.assert(
      fc.property(kobo, kobo, fc.boolean(), (award, amount, isCredited) => {
        const credited = isCredited ? amount : 0n;
        const { won_kobo, claims_kobo, rest_kobo, standing_kobo } = splitAward(award, live(amount, credited));
        expect(claims_kobo + rest_kobo).toBe(won_kobo);
        expect(claims_kobo + standing_kobo).toBe(credited);
        expect(won_kobo <= amount && won_kobo <= award).toBe(true);
      }),
    );
  });

  it("has the clock of where it was paid", () => {
    expect(clockOf("atm", "MANILLA ATM Ikeja", "Manilla")).toBe("card_dispute_own_machine_hours");
    expect(clockOf("atm", "Zenith ATM", "Manilla")).toBe("card_dispute_machine_hours");
    expect(clockOf("atm", "Zenith ATM", "")).toBe("card_dispute_machine_hours");
    expect(clockOf("web", "Manilla shop", "Manilla")).toBe("card_dispute_shop_hours");
  });
});
