import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNuban } from "../../../../../sandbox/src/nuban.ts";
import {
  isBankSignature,
  momentOfSession,
  readLookUp,
  readNotification,
} from "../../../outside/partner-bank/notification.ts";
import { notification, signedBy } from "../../../../../../test/partner-bank.ts";
import { accountNumber, creditRules, whyHeld } from "./rules.ts";

describe("money for a wallet", () => {
  it("is held beyond what the tier lets in at once, beyond what the wallet may hold, and while the wallet is closed", () => {
    const once = { kobo: 5_000_000n, by: "single_deposit_kobo" } as const;
    const full = { kobo: 0n, by: "balance_kobo" } as const;
    expect([
      whyHeld(5_000_000n, once, true),
      whyHeld(5_000_001n, once, true),
      whyHeld(1n, full, true),
      whyHeld(10n ** 14n, null, true),
      whyHeld(1n, null, false),
    ]).toEqual([null, "single_deposit", "balance", null, "closed"]);
  });

  it("is decided about by nobody whose it is, once, and goes back only where it came from", () => {
    const caller = { user_id: "me", permissions: new Set<never>(), today: undefined };
    const facts = { status: "held", user_id: "other", company_id: null, approval_id: null } as const;
    const row = { ...facts, has_account: true, callers_company: null };
    const { own_money, already_requested } = creditRules.release;
    expect(own_money(row, caller)).toBe(false);
    expect(own_money({ ...row, user_id: "me" }, caller)).toBe(true);
    expect(own_money({ ...row, user_id: null, company_id: "c", callers_company: "c" }, caller)).toBe(true);
    expect(own_money({ ...row, user_id: null, company_id: "c", callers_company: null }, caller)).toBe(false);
    expect([already_requested(row, caller), already_requested({ ...row, approval_id: "a" }, caller)]).toEqual([
      false,
      true,
    ]);
    const { no_account } = creditRules.sendBack;
    expect([no_account(row, caller), no_account({ ...row, has_account: false }, caller)]).toEqual([false, true]);
  });
});

describe("an account number", () => {
  it("is a NUBAN of the bank, of the prefix, and of one serial alone", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 999_999n), fc.integer({ min: 100, max: 999 }), (serial, prefix) => {
        const number = accountNumber("035", String(prefix), serial);
        expect(isNuban("035", number)).toBe(true);
        expect(number.slice(0, 9)).toBe(`${prefix}${String(serial).padStart(6, "0")}`);
      }),
    );
    expect(() => accountNumber("035", "821", 1_000_000n)).toThrow("no account number left");
  });
});

describe("a notification", () => {
  const read = (more: Record<string, unknown>) =>
    readNotification(JSON.parse(notification({ account_no: "8210000011", amount: "1", more })));

  it("says its amount to the kobo, or is not read", () => {
    const kobo = fc.bigInt(1n, 10n ** 14n - 1n);
    fc.assert(
      fc.property(kobo, (amount_kobo) => {
        const amount = `${amount_kobo / 100n}.${String(amount_kobo % 100n).padStart(2, "0")}`;
        expect(read({ amount })?.amount_kobo).toBe(amount_kobo);
      }),
    );
    for (const amount of ["0", "0.00", "-1", "1e3", "1,000", "1.001", "", " 1", "1000000000000", "١", 5, null, [], {}])
      expect(read({ amount }), `${amount}`).toBe(undefined);
  });

  it("of any other shape is not read, and never breaks the reader", () => {
    for (const sessionid of ["1", "0".repeat(29), "0".repeat(31), "x".repeat(30), null, 1])
      expect(read({ sessionid }), `${sessionid}`).toBe(undefined);
    for (const craccount of ["", "123", "12345678901", "abcdefghij", null])
      expect(read({ craccount }), `${craccount}`).toBe(undefined);
    expect(read({ narration: "a\0b" })).toBeUndefined();
    expect(read({ originatorname: "\ud800" })).toBeUndefined();
    expect(read({ originatorname: null, bankcode: "GTB", originatoraccountnumber: "12" })?.sender).toEqual({
      name: "Not named",
      account_no: null,
      bank: "Guaranty Trust Bank",
      bank_code: "",
    });
    fc.assert(fc.property(fc.jsonValue(), (body) => void expect(readNotification(body)).toBeUndefined()));
    fc.assert(fc.property(fc.jsonValue(), (body) => void expect(readLookUp(body)).toBeUndefined()));
    expect(readLookUp({ accountnumber: "8210000011", more: 1 })).toBe("8210000011");
  });

  it("knows the moment in its session id, where there is one", () => {
    const of = (moment: string) => momentOfSession(`000058${moment}000000000001`)?.toISOString();
    expect(of("260115100000")).toBe("2026-01-15T09:00:00.000Z");
    for (const none of ["260231100000", "261301100000", "260115250000", "000000000000"])
      expect(of(none), `${none}`).toBe(undefined);
  });

  it("is signed over its very bytes", () => {
    const right = signedBy("{}", "secret");
    expect(isBankSignature("secret", Buffer.from("{}"), right)).toBe(true);
    for (const [secret, body, given] of [
      ["secret", "{} ", right],
      ["another", "{}", right],
      ["secret", "{}", undefined],
      ["secret", "{}", right.toUpperCase()],
      ["secret", "{}", `${right}0`],
    ] as const)
      expect(isBankSignature(secret, Buffer.from(body), given)).toBe(false);
  });
});
