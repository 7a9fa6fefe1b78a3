import { describe, expect, it } from "vitest";
import { dayOf, hasOperators, koboIn, listAddress, readTyped } from "./typed.ts";

describe("a typed search", () => {
  it("takes operators, and leaves the words", () => {
    const typed = readTyped("ada status:overdue amount:>500000 obi");
    expect(typed).toEqual({ words: ["ada", "obi"], status: ["past_due"], amount: { min: 50_000_000n } });
    expect(hasOperators(typed)).toBe(true);
    expect(listAddress(typed)).toBe("?search=ada+obi&f.status=past_due&f.principal_kobo=50000000..");
  });
  it("leaves alone what is no operator", () => {
    expect(readTyped("status:nosuch http://x 12:30 amount:much")).toEqual({
      words: ["status:nosuch", "http://x", "12:30", "amount:much"],
      status: [],
      amount: {},
    });
    expect(hasOperators(readTyped("Ada Obi"))).toBe(false);
  });
  it("knows ids, last digits and days however they are written", () => {
    expect(readTyped("01A1FE1F-40E3-76AF-8781-63215671755F")).toMatchObject({
      id: "01a1fe1f-40e3-76af-8781-63215671755f",
      words: [],
    });
    expect(readTyped("4417")).toMatchObject({ last_four: "4417", words: ["4417"] });
    for (const text of ["12/03/2026", "2026-03-12", "12-03-2026", "12.3.2026", "12 Mar 2026", "12 march 2026"])
      expect([text, readTyped(text).day]).toEqual([text, "2026-03-12"]);
    expect(readTyped("loans of 12 Mar 2026").words).toEqual(["loans", "of"]);
    expect([dayOf("31/02/2026"), dayOf("12 Foo 2026"), dayOf("ada")]).toEqual([undefined, undefined, undefined]);
  });
  it("reads amounts as people write them, in kobo", () => {
    expect(["5000", "5,000", "₦5000.5", "5k", "2m", "x", ""].map(koboIn)).toEqual([
      500_000n,
      500_000n,
      500_050n,
      500_000n,
      200_000_000n,
      undefined,
      undefined,
    ]);
    expect(readTyped("amount:5k..2m").amount).toEqual({ min: 500_000n, max: 200_000_000n });
    expect(readTyped("amount:<=5k").amount).toEqual({ max: 500_000n });
  });
});
