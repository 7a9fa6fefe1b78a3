import { describe, expect, it } from "vitest";
import { dayOf, hasOperators, koboIn, listAddress, readTyped } from "./typed.ts";

/** A Sunday. */
const TODAY = "2026-11-22";

describe("a typed search", () => {
  it("takes operators, and leaves the words", () => {
    const typed = readTyped("ada status:overdue amount:>500000 obi", TODAY);
    expect(typed).toEqual({ words: ["ada", "obi"], status: ["past_due"], amount: { min: 50_000_000n } });
    expect(hasOperators(typed)).toBe(true);
    expect(listAddress(typed, "me")).toBe("?search=ada+obi&f.status=past_due&f.principal_kobo=50000000..");
  });
  it("reads days past due as whole days, and the caller's own cases", () => {
    const late = (text: string) => readTyped(`late:${text}`, TODAY).late;
    expect([">30", ">=30", "<10", "<=10", "30", "30..60"].map(late)).toEqual([
      { min: 31 },
      { min: 30 },
      { min: 1, max: 9 },
      { min: 1, max: 10 },
      { min: 30, max: 30 },
      { min: 30, max: 60 },
    ]);
    const typed = readTyped("obi late:>30 With:Me", TODAY);
    expect(typed).toEqual({ words: ["obi"], status: [], amount: {}, late: { min: 31 }, is_mine: true });
    expect(hasOperators(readTyped("with:me", TODAY))).toBe(true);
    expect(listAddress(typed, "4711")).toBe("?search=obi&f.days_past_due=31..&f.assigned_to=4711");
    for (const text of ["late:", "late:much", "late:>1..2", "late:99999", "with:you"])
      expect(readTyped(text, TODAY)).toEqual({ words: [text], status: [], amount: {} });
  });
  it("leaves alone what is no operator", () => {
    expect(readTyped("status:nosuch http://x 12:30 amount:much", TODAY)).toEqual({
      words: ["status:nosuch", "http://x", "12:30", "amount:much"],
      status: [],
      amount: {},
    });
    expect(hasOperators(readTyped("Ada Obi", TODAY))).toBe(false);
  });
  it("knows ids, last digits and days however they are written", () => {
    expect(readTyped("01A1FE1F-40E3-76AF-8781-63215671755F", TODAY)).toMatchObject({
      id: "01a1fe1f-40e3-76af-8781-63215671755f",
      words: [],
    });
    expect(readTyped("4417", TODAY)).toMatchObject({ last_four: "4417", words: ["4417"] });
    for (const text of ["12/03/2026", "2026-03-12", "12-03-2026", "12.3.2026", "12 Mar 2026", "12 march 2026"])
      expect(readTyped(text, TODAY).day, text).toBe("2026-03-12");
    expect(readTyped("loans of 12 Mar 2026", TODAY).words).toEqual(["loans", "of"]);
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
    expect(readTyped("amount:5k..2m", TODAY).amount).toEqual({ min: 500_000n, max: 200_000_000n });
    expect(readTyped("amount:<=5k", TODAY).amount).toEqual({ max: 500_000n });
  });
  it("takes a bare amount, a day without a year and what falls due for what they are", () => {
    expect(readTyped("77857.87", TODAY)).toMatchObject({ words: [], amount: { min: 7_785_787n, max: 7_785_787n } });
    expect(readTyped(">500k", TODAY)).toMatchObject({ words: [], amount: { min: 50_000_000n } });
    expect(readTyped("25 Nov", TODAY)).toMatchObject({ words: [], day: "2026-11-25" });
    expect(readTyped("3 Jan", TODAY).day).toBe("2027-01-03");
    expect(readTyped("due friday", TODAY)).toMatchObject({ words: [], day: "2026-11-27", is_due: true });
    expect(readTyped("ada due today", TODAY)).toMatchObject({ words: ["ada"], day: TODAY, is_due: true });
    expect(readTyped("0803 123", TODAY).words).toEqual(["0803", "123"]);
    expect(readTyped("due diligence", TODAY)).toEqual({ words: ["due", "diligence"], status: [], amount: {} });
  });
});
