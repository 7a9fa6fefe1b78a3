import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adminBanks, bankName, banks, commonBanks } from "./banks.ts";
import { industries } from "./industries.ts";
import { networkOf } from "./networks.ts";
import { states } from "./states.ts";

describe("Nigerian lists", () => {
  it("has 37 states with 774 local governments, each id once", () => {
    expect(states).toHaveLength(37);
    const locals = states.flatMap((state) => state.locals);
    expect(locals).toHaveLength(774);
    expect(new Set(locals.map(({ id }) => id)).size).toBe(774);
    const of = (name: string): number | undefined => states.find((state) => state.name === name)?.locals.length;
    expect([of("Kano"), of("Lagos"), of("Bayelsa"), of("Federal Capital Territory")]).toEqual([44, 20, 8, 6]);
  });
  it("has a short list of 16 banks and a second one of 13, with the known codes", () => {
    expect(adminBanks).toHaveLength(16);
    expect(commonBanks).toHaveLength(13);
    expect(adminBanks.find(({ name }) => name === "Access Bank")?.sortCode).toBe("044");
    expect(adminBanks.find(({ name }) => name === "Zenith Bank")?.sortCode).toBe("057");
  });
  it("gives every bank the 14 specified fields and a code of its own", () => {
    const fields = [
      "active",
      "code",
      "country",
      "createdAt",
      "currency",
      "gateway",
      "id",
      "is_deleted",
      "longcode",
      "name",
      "pay_with_bank",
      "slug",
      "type",
      "updatedAt",
    ];
    for (const bank of banks) expect(Object.keys(bank).sort()).toEqual(fields);
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
  });
  const nibss = new URL("../../../../../shared/data/nigeria/nibss_nip_institutions_2021-03-31.csv", import.meta.url);
  it.runIf(existsSync(nibss))("reaches each of the 316 institutions of the instant-payment scheme once", () => {
    const codes = readFileSync(nibss, "utf8")
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(",")[0]!);
    expect(codes).toHaveLength(316);
    for (const code of codes)
      expect(
        banks.filter(({ longcode }) => longcode === code),
        code,
      ).toHaveLength(1);
    expect(new Set(banks.map(({ name }) => name)).size).toBe(banks.length);
    expect(bankName("100004")).toBe("PayCom");
  });
  it("calls an unmatched bank Unknown Bank", () => {
    expect(bankName("044")).toBe("Access Bank");
    expect(bankName("xyz")).toBe("Unknown Bank");
  });
  it("has 28 industries, each once", () => expect(new Set(industries).size).toBe(28));
  it("guesses the network where public lists agree, and says nothing where they do not", () => {
    expect(networkOf("08031234567")).toBe("MTN");
    expect(networkOf("+2348021234567")).toBe("Airtel");
    expect(networkOf("07041234567")).toBeUndefined();
  });
});
