import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { checkNuban } from "./nuban.ts";
import { transferCharges } from "./tariff.ts";

describe("NUBAN", () => {
  it("accepts the published example and refuses it with another digit", () => {
    expect(checkNuban("011", "0000014579")).toBe("valid");
    expect(checkNuban("011", "0000014578")).toBe("invalid");
    expect(checkNuban("011", "000001457")).toBe("invalid");
  });
  it("leaves wallets and payment service banks to the name enquiry", () => {
    expect(checkNuban("120001", "9012345678")).toBe("not_checkable");
    expect(checkNuban("ZEN", "9012345678")).toBe("not_checkable");
  });
  it("puts 9 before the five digits of another institution", () => {
    const valid = Array.from({ length: 10 }, (_, digit) => checkNuban("50211", `200000001${digit}`)).filter(
      (answer) => answer === "valid",
    );
    expect(valid).toHaveLength(1);
  });
  const examples = new URL("../../../../shared/data/nigeria/nuban_examples.csv", import.meta.url);
  if (!existsSync(examples)) console.warn("SKIPPED, LOUDLY: the NUBAN examples are not in ../shared/data/nigeria");
  it.skipIf(!existsSync(examples))("accepts every collected example", () => {
    const lines = readFileSync(examples, "utf8").trim().split(/\r?\n/).slice(1);
    expect(lines.length).toBeGreaterThanOrEqual(7);
    for (const line of lines) {
      const [bank = "", , , account = ""] = line.split(",");
      expect(checkNuban(bank, account), `${line}`).toBe("valid");
    }
  });
});

describe("charges on a transfer", () => {
  test.each([
    [100n, 1_000n, 75n, 0n],
    [500_000n, 1_000n, 75n, 0n],
    [500_001n, 2_500n, 188n, 0n],
    [999_999n, 2_500n, 188n, 0n],
    [1_000_000n, 2_500n, 188n, 5_000n],
    [5_000_000n, 2_500n, 188n, 5_000n],
    [5_000_001n, 5_000n, 375n, 5_000n],
  ])("%i kobo cost fee %i, VAT %i, stamp duty %i", (amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo) => {
    expect(transferCharges({ amount_kobo, on: "2026-05-01" })).toEqual({
      fee_kobo,
      vat_kobo,
      stamp_duty_kobo,
      total_kobo: fee_kobo + vat_kobo + stamp_duty_kobo,
    });
  });
  it("salaries and own accounts bear no stamp duty", () => {
    expect(transferCharges({ amount_kobo: 9_000_000n, on: "2026-05-01", kind: "salary" }).stamp_duty_kobo).toBe(0n);
    expect(transferCharges({ amount_kobo: 9_000_000n, on: "2026-05-01", kind: "own_account" }).stamp_duty_kobo).toBe(
      0n,
    );
  });
});
