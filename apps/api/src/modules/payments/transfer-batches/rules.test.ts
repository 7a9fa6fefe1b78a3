import { koboInFile } from "@manilla/contract/formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { bankCodeOf } from "../../companies/beneficiaries/index.ts";
import { costsOf } from "../transfers/index.ts";
import { chargesOf } from "./keeping.ts";
import { type Content, contentHash, digestOf } from "./digests.ts";
import { accountRefusal, harmless, nameJudgement, nameOfBatch, placesOf, readRow } from "./rules.ts";

const TARIFF = {
  small_kobo: 500_000n,
  large_kobo: 5_000_000n,
  fee_small_kobo: 1_000n,
  fee_middle_kobo: 2_500n,
  fee_large_kobo: 5_000n,
  vat_percent: 7.5,
  stamp_duty_from_kobo: 1_000_000n,
  stamp_duty_kobo: 5_000n,
};
const typed = {
  payee: "Ada Obi",
  bank: "GTBank",
  account_no: makeNuban("058", 12_345),
  amount: "1,000",
  narration: "",
  row_reference: "",
  staff_number: "",
  email: "",
  phone: "",
};
const refusalOf = (row: Partial<typeof typed>, has_formula = false) =>
  readRow({ ...typed, ...row }, bankCodeOf, has_formula).refusal;

describe("a row of a batch", () => {
  it("has its columns in any order and under other names, or as the company calls them", () => {
    expect(placesOf(["Net Pay", "Acct. No", "BANK", "Staff ID"])).toEqual({
      amount: 0,
      account_no: 1,
      bank: 2,
      staff_number: 3,
    });
    expect(placesOf(["Bank", "Account", "Oye"], { amount: "OYE" })).toMatchObject({ amount: 2 });
    expect(placesOf(["Bank", "Account", "Oye"])["amount"]).toBeUndefined();
    expect(placesOf(["#", "Bank", "Account", "₦"], { amount: "₦" })).toMatchObject({ amount: 3 });
    expect(placesOf(["#", "Bank", "Account", "Amount"], { amount: "₦" })).toMatchObject({ amount: 3 });
  });

  it("names all that is wrong in a row at once", () => {
    expect(refusalOf({ payee: "=SUM(A1)", bank: "Nowhere Bank", account_no: "123", amount: "abc" })).toMatch(
      /^name: .+; bank: Nowhere Bank is not known.+; account number: it has 3 digits.+; amount: this is not an amount/,
    );
    expect(refusalOf({ bank: "", account_no: "", amount: "" })).toBe(
      "bank: this field is required; account number: this field is required; amount: this field is required",
    );
    expect(refusalOf({})).toBeNull();
  });

  it("names the zeros that a spreadsheet took away, and the number that fits", () => {
    const whole = makeNuban("058", 1_234);
    expect(whole.startsWith("0")).toBe(true);
    const short = whole.replace(/^0+/, "");
    expect(accountRefusal(short, "058")).toContain(`${whole} fits this bank`);
    expect(accountRefusal("1.23457E+9", "058")).toMatch(/rounded/);
    expect(accountRefusal("00123456789", "058")).toMatch(/11 digits/);
    expect(accountRefusal(whole, "058")).toBeNull();
    expect(accountRefusal(`${whole.slice(0, 9)}${(Number(whole[9]) + 1) % 10}`, "058")).toMatch(
      /not an account number of this bank/,
    );
  });

  it.each([
    [{}, null],
    [{ bank: "" }, "bank: this field is required"],
    [{ bank: "Bank of Nowhere" }, "bank: Bank of Nowhere is not known, or closed"],
    [{ bank: "constructor" }, "bank: constructor is not known, or closed"],
    [{ amount: "lots" }, "amount: this is not an amount of naira"],
    [{ amount: "0" }, "amount: this is not an amount of naira"],
    [{ amount: "-5" }, "amount: this is not an amount of naira"],
    [{ payee: "=HYPERLINK(1)" }, "name: it begins like a formula"],
    [{ narration: "+cmd" }, "narration: it begins like a formula"],
    [{ payee: "AdÃ© Obi" }, "name: letters are broken; save the file as UTF-8"],
    [{ payee: "Ad\uFFFD" }, "name: letters are broken; save the file as UTF-8"],
  ])("%o is refused: %s", (row, refusal) => {
    expect(refusalOf(row)).toBe(refusal);
  });

  it("with a formula is refused, even if it shows a good value", () => {
    expect(refusalOf({}, true)).toMatch(/formula/);
    expect(harmless("=1+1")).toBe("'=1+1");
  });

  it("takes naira to the kobo and nothing else", () => {
    expect(koboInFile("₦250,000.5")).toBe(25_000_050n);
    for (const text of ["1,250,000", "1 250 000", "1\u00A0250\u00A0000.00", "NGN1250000", "1,250,000 NGN"])
      expect(koboInFile(text)).toBe(125_000_000n);
    // Of other countries' commas nothing is made: a payment would be a hundred times as much.
    for (const text of [
      "1500,50",
      "12,5",
      "1,23",
      "1,2345",
      "12,34,567",
      "10 50",
      "1 0 0",
      "5NGN0",
      "1₦0",
      "1,000 000",
    ])
      expect(koboInFile(text)).toBeUndefined();
    for (const text of ["", "1.234", "1e3", "NaN", "12-", "9".repeat(20)]) expect(koboInFile(text)).toBeUndefined();
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), (kobo) => {
        expect(koboInFile(`${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`)).toBe(kobo);
      }),
    );
  });

  it("goes where the bank's name agrees, is looked at where it nearly does, and refused below", () => {
    const of = (match_percent: number, payee = "Ada Obi") =>
      nameJudgement(payee, { account_name: "ADA OBI", match_percent });
    expect(of(100)).toEqual({ refusal: null, name_warning: null });
    expect(of(70).name_warning).toMatch(/70 % the same/);
    expect(of(40).refusal).toMatch(/40 % the same/);
    expect(of(0, "").name_warning).toMatch(/no name was given/);
    expect(nameJudgement("Ada", undefined).refusal).toMatch(/no such account/);
  });

  it("has no stamp duty where it is a salary, and else what one transfer has", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 11n }), (amount_kobo) => {
        const { amount_kobo: _, ...one } = costsOf(amount_kobo, "bank", TARIFF);
        expect(chargesOf("payments", amount_kobo, TARIFF)).toEqual(one);
        expect(chargesOf("salary", amount_kobo, TARIFF)).toEqual({ ...one, stamp_duty_kobo: 0n });
      }),
    );
  });
});

describe("what is agreed to", () => {
  const kobo = fc.bigInt({ min: 1n, max: 10n ** 11n });
  const content = fc.record<Content>({
    number: fc.integer({ min: 1, max: 10_000 }),
    bank_code: fc.constantFrom("058", "033"),
    account_no_hash: fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    account_name: fc.string(),
    amount_kobo: kobo,
    narration: fc.option(fc.string()),
    fee_kobo: kobo,
    vat_kobo: kobo,
    stamp_duty_kobo: kobo,
  });
  const rows = fc.uniqueArray(content, { minLength: 1, maxLength: 6, selector: ({ number }) => number });

  it("is another thing when any row changes, and the same in another order", () => {
    fc.assert(
      fc.property(rows, fc.nat(), (all, at) => {
        const hash = contentHash(all);
        expect(contentHash(all.toReversed()).equals(hash)).toBe(true);
        const one = all[at % all.length]!;
        const others = all.filter((row) => row !== one);
        for (const change of [
          { amount_kobo: one.amount_kobo! + 1n },
          { account_no_hash: Buffer.from("another!") },
          { stamp_duty_kobo: one.stamp_duty_kobo + 1n },
          { account_name: `${one.account_name}x` },
        ])
          expect(contentHash([...others, { ...one, ...change }]).equals(hash)).toBe(false);
        expect(contentHash(others).equals(hash)).toBe(false);
      }),
    );
  });

  it("is known again by its content, of another month it is not", () => {
    const other = { ...typed, payee: "Bola Ade" };
    const one = digestOf("salary", "2026-10", [typed, other]);
    expect(digestOf("salary", "2026-10", [other, { ...typed, payee: "ADA OBI" }]).equals(one)).toBe(true);
    expect(digestOf("salary", "2026-11", [typed, other]).equals(one)).toBe(false);
    expect(nameOfBatch("salary", "2026-11", "Secret", "x.csv")).toBe("Salaries of November 2026");
    expect(nameOfBatch("payments", null, null, "Suppliers.xlsx")).toBe("Suppliers");
  });
});
