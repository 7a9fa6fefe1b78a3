import { describe, expect, it } from "vitest";
import { ageOn, compareIdentity, isSameName } from "./names.ts";

describe("comparing names", () => {
  it.each([
    ["Adaora Okonkwo", "OKONKWO ADAORA CHINELO"],
    ["Adaora Chinelo Okonkwo", "Okonkwo Adaora"],
    ["Ṣadé Bánkọlé", "BANKOLE SADE"],
    ["Ngozi Nwa-Eze", "NWAEZE NGOZI"],
    ["Chukwuemeka Nnamdi", "Chukwuemekka Nnamdi"],
  ])("%s and %s are the same person", (left, right) => expect(isSameName(left, right)).toBe(true));

  it.each([
    ["Adaora Okonkwo", "OKORO SUNDAY PAUL"],
    ["Adaora Okonkwo", "ADAORA"],
    ["Adaora Okonkwo", "ADAORA VENTURES LTD"],
    ["Ada Eze", "Ade Eze"],
    ["Ada Ada", "Ada Eze"],
    ["", ""],
  ])("%s and %s are not", (left, right) => expect(isSameName(left, right)).toBe(false));

  it("needs both name and birthday, and takes a birthday that was not stated", () => {
    const found = { first_name: "Adaora", middle_name: null, last_name: "Okonkwo", date_of_birth: "1990-05-04" };
    const stated = { name: "Adaora", last_name: "Okonkwo" };
    expect(compareIdentity({ ...stated, date_of_birth: "1990-05-04" }, found)).toEqual({
      name: "agrees",
      date_of_birth: "agrees",
      is_match: true,
    });
    expect(compareIdentity({ ...stated, date_of_birth: null }, found).is_match).toBe(true);
    expect(compareIdentity({ ...stated, date_of_birth: "1990-05-05" }, found)).toEqual({
      name: "agrees",
      date_of_birth: "differs",
      is_match: false,
    });
  });

  it("counts years by the calendar", () => {
    expect([ageOn("2008-01-15", "2026-01-14"), ageOn("2008-01-15", "2026-01-15")]).toEqual([17, 18]);
  });
});
