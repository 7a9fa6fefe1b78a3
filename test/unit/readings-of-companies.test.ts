/** How the specification of companies and spend is read where it says a thing in two ways or in half a word: one test a reading, so that none is changed unseen. */
import * as calls from "@manilla/contract/calls";
import type { Endpoint } from "@manilla/contract/endpoint";
import { type Permission, permissions } from "@manilla/contract/permissions";
import { join } from "node:path";
import { expect, it } from "vitest";
import { requestRules } from "../../apps/api/src/modules/companies/expense-requests/rules.ts";

const { not_yours } = requestRules.remove;

interface ScreenRow {
  path: string;
  audience: readonly string[];
  can: readonly string[];
  menu?: { section?: string };
}
// A variable keeps this type check out of the browser's sources, which have one of their own.
const rows = join(import.meta.dirname, "../../apps/web/src/app/screens.gen.ts");
const { screens } = (await import(rows)) as { screens: readonly ScreenRow[] };

const all = Object.entries(calls).flatMap(([noun, module]) =>
  Object.entries(module as Record<string, Partial<Endpoint>>)
    .filter(([, call]) => call.method !== undefined)
    .map(([name, call]) => ({ ...(call as Endpoint), name: `${noun}.${name}` })),
);
const byName = new Map(all.map((call) => [call.name, call]));
const call = (name: string): Endpoint => {
  const found = byName.get(name);
  if (!found) throw new Error(`There is no call ${name}.`);
  return found;
};
/** Method and path of a call, path parameters without their names. */
const bare = ({ method, path }: Endpoint): string => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
const lines = (ids: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(ids.map((id) => [id, all.filter(({ spec }) => spec === id).map(bare)]));
const screensAt = (path: string) => screens.filter((row) => row.path === `/{accountType}/${path}`);
const can = (name: string): readonly string[] => call(name).can as readonly string[];

it("A23: expense requests are a company's and its employees' screen; who has no permission of the company's asks and sees, and decides nothing", () => {
  const rows = screensAt("expenses/requests");
  expect(new Set(rows.flatMap(({ audience }) => audience))).toEqual(new Set(["corporate", "customer"]));
  expect(new Set(rows.flatMap(({ can: needs }) => needs))).toEqual(
    new Set([
      ...["view", "approve", "decline", "delete"].map((does) => `company:can_${does}_expense_requests`),
      "personal:can_view_expenses",
    ]),
  );
  expect(can("expenseRequests.create")).toContain("personal:can_view_expenses");
  expect(can("expenseRequests.decide").filter((slug) => !slug.startsWith("company:"))).toEqual([]);
  // One's own is taken away by who asked for it; anybody else's with the permission only.
  const request = { status: "draft", user_id: "one", kind: "reimbursement" } as Parameters<typeof not_yours>[0];
  const isRefused = (user_id: string, ...slugs: Permission[]) =>
    not_yours(request, { user_id, permissions: new Set(slugs) } as Parameters<typeof not_yours>[1]);
  expect([
    isRefused("one", "personal:can_view_expenses"),
    isRefused("another", "personal:can_view_expenses", "company:can_approve_expense_requests"),
    isRefused("another", "company:can_delete_expense_requests"),
  ]).toEqual([false, true, false]);
});

it("A24: permissions that are given in short are scope, verb and noun, the noun in the plural", () => {
  const family = (scope: string, noun: string, ...verbs: string[]) =>
    verbs.map((does) => `${scope}:can_${does}_${noun}`);
  const keeps = ["view", "create", "update", "delete"] as const;
  const expected = [
    ...family("company", "beneficiaries", ...keeps),
    ...family("company", "expense_policies", ...keeps),
    ...family("company", "expenses", "view", "flag", "approve", "delete"),
    ...family("provider", "expenses", "view", "flag", "approve", "delete"),
    ...family("company", "expense_requests", "view", "approve", "decline", "delete"),
    ...["company", "provider"].flatMap((scope) => [
      ...family(scope, "staff", ...keeps),
      ...family(scope, "admins", ...keeps),
    ]),
    ...["personal", "provider"].flatMap((scope) => family(scope, "repayment_cards", ...keeps)),
    ...family("provider", "card_requests", "view", "approve", "decline"),
  ];
  const known: readonly string[] = permissions.map(({ slug }) => slug);
  expect(expected.filter((slug) => !known.includes(slug))).toEqual([]);
  expect(known.filter((slug) => /(policy|beneficiary|expense_request|card_request|admin|expense)$/.test(slug))).toEqual(
    [],
  );
});

it("A26: at one address the provider looks at card requests and a person makes one", () => {
  const rows = screensAt("cards/request");
  expect(rows.map(({ audience, can: needs }) => [audience, needs])).toEqual([
    [["admin"], expect.arrayContaining(["provider:can_view_card_requests"])],
    [["customer"], ["personal:can_request_cards"]],
  ]);
  expect(call("cards.requests").path).toBe("/companies/card/requests/all");
});

it("A27: `wallet` is a company's money, `wallets` are rewards, with their redemption below; referral wallets are a list of the provider's", () => {
  const audiences = (path: string) => screensAt(path).flatMap(({ audience }) => audience);
  expect(audiences("wallet").toSorted()).toEqual(["admin", "corporate"]);
  expect(audiences("wallets").toSorted()).toEqual(["admin", "customer"]);
  expect(audiences("wallets/redemption").toSorted()).toEqual(["admin", "customer"]);
  expect(audiences("users-referral-wallet")).toEqual(["admin"]);
  expect(screensAt("wallets").map(({ menu }) => menu?.section)).toEqual(["Rewards", "Rewards"]);
});

it("A36: repayments of companies are beside their loans, not below the cards", () => {
  expect(lines(["C094", "C098"])).toEqual({
    C094: ["GET /admin/corporate/loans"],
    C098: ["GET /admin/corporate/repayments"],
  });
});

it("A42: what is named in short after `/companies/…` is below `/companies`", () => {
  expect(lines(["C231", "C233", "C234", "C235", "C236", "C237", "C238", "C239", "C240", "C241"])).toEqual({
    C231: ["GET /companies/activities/recent/{}"],
    C233: ["GET /companies/statement/download/{}"],
    C234: ["GET /companies/expense/category/{}"],
    C235: ["GET /companies/plan/unique-plan/{}"],
    C236: ["GET /companies/wallet/{}"],
    C237: ["GET /companies/transfers/{}"],
    C238: ["GET /companies/beneficiaries/all/{}"],
    C239: ["GET /companies/account/transactions/{}"],
    C240: ["GET /companies/cards/user/{}"],
    C241: ["GET /companies/card/repayment/{}"],
  });
});

it("A44: a line is requested in two steps, the second below the first", () => {
  expect(lines(["C257", "C258"])).toEqual({
    C257: ["POST /companies/creditLimit/request"],
    C258: ["POST /companies/creditLimit/request/final"],
  });
});

it("A45: what is done with a policy is below the policy", () => {
  expect(lines(["C264", "C265", "C266", "C267"])).toEqual({
    C264: ["POST /companies/expense/policy"],
    C265: ["POST /companies/expense/policy/update"],
    C266: ["POST /companies/expense/policy/attach-to-role"],
    C267: ["POST /companies/expense/policy/delete"],
  });
});

it("A47: what repeats `/personal` is below it, what does not is literal, and a group of cards is below its head", () => {
  expect(lines(["C277", "C279", "C285", "C295", "C296", "C297", "C298"])).toEqual({
    C277: ["GET /loans/{}"],
    C279: ["GET /loans/letter-of-indebtedness/{}"],
    C285: ["GET /repayments"],
    C295: ["POST /personal/card/activate"],
    C296: ["POST /personal/card/pin/request"],
    C297: ["POST /personal/card/request"],
    C298: ["POST /personal/card/request/final"],
  });
});

/** What a screen needs and no specified call does: which of ours does it. A specified one in brackets does it by its body. */
const SERVED: Readonly<Record<string, readonly string[]>> = {
  "R031 list of wallets, purses and what comes back": ["wallets.listAll", "wallets.purses", "wallets.takeBack"],
  "R037 one company, suspended and let back": ["admissions.find", "admissions.suspend", "admissions.letBack"],
  "R038 approve and decline an application": ["admissions.lookUp", "admissions.approve", "admissions.decline"],
  "R040 create a company": ["admissions.create", "admissions.inviteAgain"],
  "R042 decide about a line": ["creditLines.listAll", "creditLines.find", "creditLines.offer", "creditLines.decline"],
  "R043 the people of all companies": ["team.everybody"],
  "R044 create staff": ["team.invite", "team.inviteAgain", "team.withdraw"],
  "R045 update and delete staff": ["team.find", "team.update", "team.deactivate", "team.activate", "team.leave"],
  "R046 loans of employees": ["loans.listOfCompany"],
  "R046 pre-approve and pre-decline a loan": ["loans.preApprove", "loans.preDecline"],
  "R049 update and delete departments": ["departments.update", "departments.merge", "departments.close"],
  "R050 create a department": ["departments.create"],
  "R051 update and delete beneficiaries": ["beneficiaries.find", "beneficiaries.update", "beneficiaries.remove"],
  "R053 flag, approve and delete an expense": ["(expenses.update)"],
  "R054 delete an expense request": ["expenseRequests.remove"],
  "R118 deduction files of a pay day": ["salaryDeductions.ofCompanies", "salaryDeductions.find"],
  "a company's profile": ["companies.findOwn", "companies.updateOwn"],
  "a plan is bought": ["companies.plans", "companies.choosePlan", "companies.confirmPlan"],
};

it.each(Object.entries(SERVED))("A86: %s has a call of ours, which says why", (_, names) => {
  for (const name of names) {
    const { spec, because } = call(name.replaceAll(/[()]/g, ""));
    if (name.startsWith("(")) expect(spec).toMatch(/^C\d{3}$/);
    else expect([name, spec, because]).toEqual([name, "added", expect.stringMatching(/.{15,}\.$/)]);
  }
});

it("F126: lists that are kept are of records with the moment at which they were made", () => {
  const lists = ["colleagues.listAll", "team.staff", "departments.listAll", "cards.listOwn", "cards.ofHolder"];
  const shapes = [...lists, "expensePolicies.listAll"].map((name) => {
    const { row } = call(name) as Endpoint & { row?: { shape: object } };
    return [name, Object.keys(row?.shape ?? {}).includes("created_at")];
  });
  expect(shapes.filter(([, has]) => !has)).toEqual([]);
});
