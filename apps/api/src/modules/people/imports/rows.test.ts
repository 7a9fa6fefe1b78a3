import { describe, expect, it } from "vitest";
import { koboOf, personOfRow, readCsv } from "./rows.ts";

const person = { name: "Ada Obi", email: "ada@mail.example", phone: "08031234567" };
const salaryOf = (salary: string): unknown => {
  const read = personOfRow({ ...person, salary });
  return "person" in read ? read.person.salary_kobo : read.reasons;
};

describe("a row of a file", () => {
  it.each([
    ["250000", 25_000_000n],
    ["₦250,000.5", 25_000_050n],
    [" 1 000.05 ", 100_005n],
    ["7.", 700n],
  ])("takes %j for an amount of naira", (salary, kobo) => {
    expect(salaryOf(salary)).toBe(kobo);
  });
  it.each(["12.345", "1.2.3", "-5", "1e3", "lots", "₦", "1 0 0", "10 50", "2₦5", "1,000 000"])(
    "takes %j for none, rather than for another amount",
    (salary) => {
      expect(salaryOf(salary)).toEqual(["salary: this is not an amount of naira"]);
    },
  );
  it("takes digits alone for kobo and for a day", () => {
    const refused = [
      ["salary_kobo", "2.5E+07"],
      ["salary_kobo", "0x10"],
      ["salary_kobo", "1e7"],
      ["salary_day", "1e1"],
    ] as const;
    for (const [column, text] of refused)
      expect(personOfRow({ ...person, [column]: text }), text).toHaveProperty("reasons");
    expect(personOfRow({ ...person, salary_kobo: "25000000", salary_day: "28" })).toMatchObject({
      person: { salary_kobo: 25_000_000n, salary_day: 28 },
    });
  });
  it("has a column whatever its heading is called", async () => {
    const [row] = await readCsv(
      Buffer.from("constructor,full name,e-mail,mobile,__proto__\nx,Ada Obi,ada@mail.example,08031234567,y"),
    );
    expect(row).toEqual({
      constructor: "x",
      name: "Ada Obi",
      email: "ada@mail.example",
      phone: "08031234567",
      proto: "y",
    });
  });
});

describe("an amount of a file", () => {
  it.each([
    ["1500.5", 150_050],
    ["₦ 1,500.50", 150_050],
    ["1,234,567", 123_456_700],
    // A decimal comma is no thousand: it would be a hundredfold.
    ["1500,50", Number.NaN],
    ["12,50", Number.NaN],
    ["1,23,456", Number.NaN],
    ["1.505", Number.NaN],
    // Nothing is an amount of a loan that was repaid.
    ["0", 0],
    ["₦0.00", 0],
    ["1 0", Number.NaN],
  ])("%s is %d kobo", (text, kobo) => expect(koboOf(text)).toBe(kobo));
});
