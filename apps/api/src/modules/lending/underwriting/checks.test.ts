import { describe, expect, it } from "vitest";
import { type Evidence, runChecks } from "./checks.ts";

const sound: Evidence = {
  name: "Ada Obi",
  is_bvn_verified: true,
  is_bvn_bypassed: false,
  is_watch_listed: false,
  is_blacklisted: false,
  account_name: "OBI ADA",
  stated_salary_kobo: 20_000_000n,
  statement: {
    account_name: "ADA OBI",
    balances_hold: true,
    salary_kobo: 20_000_000n,
    months: 6,
    money_in_kobo: 120_000_000n,
    gambling_kobo: 0n,
    bounced_debits: 0,
  },
  bureau: { open_loans: 0, overdue_loans: 0, total_balance_kobo: 0n },
};
const statement = (more: Partial<NonNullable<Evidence["statement"]>>): Partial<Evidence> => ({
  statement: { ...sound.statement!, ...more },
});
/** How a check came out, and all of them. */
function outcomeOf(name: string, more: Partial<Evidence>): [string | undefined, string] {
  const { outcome, checks } = runChecks({ ...sound, ...more });
  return [checks.find((check) => check.name === name)?.outcome, outcome];
}

describe("the checks of a person", () => {
  it("pass where everything is sound", () => {
    const { outcome, checks } = runChecks(sound);
    expect(checks.map(({ name, outcome: each }) => [name, each])).toEqual(
      [
        "identity",
        "blacklist",
        "bank_account",
        "statement_balances",
        "statement_owner",
        "statement_length",
        "salary",
        "gambling",
        "bounced_debits",
        "bureau",
      ].map((name) => [name, "passed"]),
    );
    expect(outcome).toBe("passed");
  });

  it.each<[string, Partial<Evidence>, "failed" | "attention"]>([
    ["identity", { is_watch_listed: true }, "failed"],
    ["identity", { is_bvn_verified: false }, "failed"],
    ["identity", { is_bvn_verified: false, is_bvn_bypassed: true }, "attention"],
    ["blacklist", { is_blacklisted: true }, "failed"],
    ["bank_account", { account_name: null }, "attention"],
    ["bank_account", { account_name: "BOLA IGE" }, "failed"],
    ["statement", { statement: null }, "failed"],
    ["statement_balances", statement({ balances_hold: null }), "attention"],
    ["statement_balances", statement({ balances_hold: false }), "failed"],
    ["statement_owner", statement({ account_name: "BOLA IGE" }), "failed"],
    ["statement_length", statement({ months: 5 }), "attention"],
    ["salary", statement({ salary_kobo: null }), "attention"],
    ["salary", { stated_salary_kobo: null }, "attention"],
    ["bounced_debits", statement({ bounced_debits: 1 }), "attention"],
    ["bureau", { bureau: "no_consent" }, "attention"],
    ["bureau", { bureau: "unreachable" }, "attention"],
    ["bureau", { bureau: { open_loans: 1, overdue_loans: 0, total_balance_kobo: 5n } }, "attention"],
    ["bureau", { bureau: { open_loans: 1, overdue_loans: 1, total_balance_kobo: 5n } }, "failed"],
  ])("%s, where something is otherwise, is what all of them come to", (name, more, outcome) => {
    expect(outcomeOf(name, more)).toEqual([outcome, outcome]);
  });

  it("take a stated salary up to a tenth above the one that was found, and betting below a twentieth of the income", () => {
    expect(outcomeOf("salary", { stated_salary_kobo: 22_000_000n })[0]).toBe("passed");
    expect(outcomeOf("salary", { stated_salary_kobo: 22_000_001n })[0]).toBe("attention");
    expect(outcomeOf("gambling", statement({ gambling_kobo: 5_999_999n }))[0]).toBe("passed");
    expect(outcomeOf("gambling", statement({ gambling_kobo: 6_000_000n }))[0]).toBe("attention");
    expect(outcomeOf("gambling", statement({ money_in_kobo: 0n, gambling_kobo: 1n }))[0]).toBe("passed");
  });

  it("name a watch list before a code that was right, and the worst of several outcomes", () => {
    const { outcome, checks } = runChecks({ ...sound, is_watch_listed: true, bureau: "unreachable" });
    expect([outcome, checks[0]?.words]).toEqual(["failed", "The BVN is on the banks' watch list."]);
  });
});
