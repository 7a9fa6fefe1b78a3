import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { categoryOf, holdDays, merchantCategories } from "./merchant-categories.ts";

const file = readFileSync(new URL("../../../../../shared/data/mcc/mcc_codes.csv", import.meta.url), "utf8");
const published = file
  .split(/\r?\n/)
  .slice(1)
  .filter(Boolean)
  .map((line) => ({ code: line.slice(0, 4), description: line.slice(5).replaceAll('"', "") }));

describe("the category of a merchant", () => {
  it("is one of ours for every published code, and other only where nothing fits", () => {
    expect(published.length).toBe(981);
    for (const { code } of published) expect(merchantCategories).toHaveProperty(categoryOf(code));
    const others = published.filter(({ code }) => categoryOf(code) === "other").map(({ code }) => code);
    expect(others).toEqual(["9700", "9701", "9702", "9950"]);
  });

  it("is what the code's published name says", () => {
    const cases = {
      "5411": "groceries",
      "6011": "cash",
      "7995": "gambling",
      "3005": "airlines",
      "3501": "lodging",
      "3351": "car_hire",
      "0742": "health",
      "8220": "education",
      "5541": "fuel",
      "9311": "government",
    };
    for (const [code, category] of Object.entries(cases)) expect(categoryOf(code), code).toEqual(category);
  });

  it("gives no code to two categories", () => {
    const seen = new Map<number, string>();
    for (const [name, { codes }] of Object.entries(merchantCategories))
      for (const code of codes as readonly (number | readonly [number, number])[]) {
        const [first, last] = typeof code === "number" ? [code, code] : code;
        for (let each = first; each <= last; each += 1) {
          expect(seen.get(each) ?? name, `${each}`).toEqual(name);
          seen.set(each, name);
        }
      }
  });

  it("takes anything else as other, and holds money of hotels, airlines and car hire for thirty days", () => {
    for (const code of ["", "54111", "abcd", "-411", "99999", "1e10", "٥٤١١", "5411 "])
      expect(categoryOf(code)).toBe("other");
    const long = Object.keys(merchantCategories).filter((name) => holdDays(name as "other") === 30);
    expect(long).toEqual(["airlines", "car_hire", "lodging"]);
    expect(holdDays("groceries")).toBe(7);
  });
});
