/** Payments as the specification has them, row by row: a call, page, permission or badge that is no longer to the letter fails by its id. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { badge } from "@manilla/contract/badges";
import { naira } from "@manilla/contract/formats";
import { adminBanks, bankName, banks, commonBanks } from "@manilla/contract/nigeria/banks";
import { permissions } from "@manilla/contract/permissions";
import { describe, expect, it } from "vitest";
import { allCalls } from "../../scripts/generate-permissions.ts";

const CALLS = `
C131 GET /admin/virtual-account/balance admin
C174 GET /admin/transactions/cashback admin
C177 GET /admin/personal/users/{}/cashback admin
C184 POST /admin/transactions/refundable/bills/cancel admin
C185 POST /admin/transactions/refundable/transfers/cancel admin
C186 POST /admin/transactions/refundable/bills/processed admin
C187 POST /admin/transactions/refundable/transfers/processed admin
C188 PUT /admin/transactions/refundable/bills admin
C189 PUT /admin/transactions/refundable/transfers admin
C237 GET /companies/transfers/{} corporate
C252 POST /companies/transfer/request corporate
C253 POST /companies/transfer/approve corporate
C300 POST /personal/debit-card/transfer customer
C304 POST /transfer/initiate customer
C330 GET /personal/users/transaction/cashbacks customer
C331 GET /personal/users/transaction/transfer-purchases customer
C337 GET /baxi/transaction/{} customer
C338 GET /baxi/biller-services customer
C339 GET /baxi/provider-bundles/{} customer
C340 GET /baxi/multichoice-list/{} customer
C341 POST /baxi/airtime-request customer
C342 POST /baxi/databundle-request customer
C343 POST /baxi/verify-electric-user customer
C344 POST /baxi/electricity-request customer
C345 POST /baxi/verify-account-details customer
C346 POST /baxi/multichoice-request customer
C347 GET /flutterwave/bill-categories customer
C348 POST /flutterwave/bill-payment customer`
  .trim()
  .split("\n")
  .map((row) => row.split(" ") as [string, string, string, string]);

/** Pages; the title where one is stated (A81), the permission where one is. */
const ROUTES = [
  ["R141", "/{accountType}/transactions", null, []],
  ["R142", "/{accountType}/refunds", null, ["provider:can_refund_transactions"]],
  ["R143", "/{accountType}/bills", "Airtime & Bills", ["company:can_view_bills", "personal:can_pay_bills"]],
  ["R144", "/{accountType}/bills-transactions", "Airtime & Bills", []],
  ["R145", "/{accountType}/transfers", null, []],
  ["R146", "/{accountType}/payments", null, []],
  ["R147", "/{accountType}/payments/history", null, []],
  ["R148", "/{accountType}/wema-transactions/incoming", null, ["provider:can_view_wema_transactions"]],
  ["R149", "/{accountType}/wema-transactions/outgoing", null, ["provider:can_view_wema_transactions"]],
  ["R168", "/{accountType}/cashbacks", null, []],
] as const;

interface Route {
  path: string;
  title: string;
  can: "*" | string[];
}
const routes = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/routes.json"), "utf8")) as Route[];
const ofSpec = new Map(allCalls().map(({ call }) => [call.spec, call]));

describe("rows of the specification", () => {
  it.each(CALLS)("%s is %s %s for %s", (id, method, path, audience) => {
    const call = ofSpec.get(id as "C131");
    expect([call?.method, call?.path.replace(/\{\w+\}/g, "{}")]).toEqual([method, path]);
    expect([call?.audience].flat().some((one) => one === audience || one === "any")).toBe(true);
  });

  it.each(ROUTES)("%s is the page %s", (_, path, title, can) => {
    const found = routes.filter((route) => route.path === path);
    expect(found.length).toBeGreaterThan(0);
    if (title) expect(new Set(found.map((route) => route.title))).toEqual(new Set([title]));
    for (const permission of can) expect(found.flatMap((route) => route.can)).toContain(permission);
  });

  it("P112, P113, P119 and P121 are permissions by these names", () => {
    const slugs = permissions.flatMap(({ slug, origin }) => (origin === "spec" ? [slug] : []));
    expect(slugs).toEqual(expect.arrayContaining(ROUTES.flatMap(([, , , can]) => [...can])));
  });

  it.each([
    ["S070", "success", "Success"],
    ["S071", "refunded", "Refunded"],
    ["S072", "reversed", "Refunded"],
    ["S073", "reverted", "Refunded"],
    ["S074", "failed", "Failed"],
    ["S075", "error", "Error"],
    ["S076", "pending", "Pending"],
    ["K063", "anything else", "Pending"],
  ])("%s: a transaction that is %s reads %s", (_, status, label) => {
    expect(badge("transaction", status).label).toBe(label);
  });

  it("K053 to K058 and F097: the banks' lists, codes and currency; E030: an unmatched one", () => {
    expect([adminBanks.length, commonBanks.length]).toEqual([16, 13]);
    expect(adminBanks.find(({ sortCode }) => sortCode === "044")).toEqual({
      id: 1,
      name: "Access Bank",
      sortCode: "044",
    });
    expect(bankName("057")).toBe("Zenith Bank");
    expect(bankName("nobody's")).toBe("Unknown Bank");
    expect(new Set(banks.map(({ currency }) => currency))).toEqual(new Set(["NGN"]));
  });

  it("K007 to K009: naira with its sign, commas and two decimals", () =>
    expect(naira(123_456_700)).toBe("₦1,234,567.00"));
});
