/**
 * Which calls hold which guard (S3), and which ask the second factor again, reviewed one by one: a call that loses a guard or its step-up in the contract is
 * found here, and that the server refuses with what a call declares is in authority.test.ts and below. A new call is held to its guards by its audience.
 * Who is declined or deactivated has a list of their own (authority.test.ts, a deactivated person).
 */
import type { Endpoint, Guard } from "@manilla/contract/endpoint";
import { roleSlugs } from "@manilla/contract/roles";
import { describe, expect, it } from "vitest";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import { useTestApi } from "../world.ts";

type Named = Readonly<Record<string, string>>;
/** Of those whom the guard concerns, the calls without it: seeing, paying and complaining, signing in and out, and the way to what the guard asks for. */
const WITHOUT = {
  password_changed: {
    appeals: "appealOwn findOwn",
    communications: "findPreferences updatePreferences",
    complaints: "complain listOwn reply",
    creditDecisions: "findOwn",
    dataProtection: "ask exportOwn findOwn",
    documents: "file linkedFile",
    employmentClaims: "findOwn withdrawOwn",
    loans: "quote",
    notifications: "markAllRead markRead markUnread read stream unread",
    onboarding: "find",
    savedViews: "figures listOf remember remove save",
    session: "acceptTerms closeModal find logOut requestOtp stopViewingAs",
  },
  company_profile_updated: {
    billOrders: "buyMany check read request",
    billPlans: "favourites forget keep",
    bills: "verifyAccount verifyMeter",
    cardControls: "set",
    cards: "close closing find freeze replace unfreeze withdraw",
    companies: "findOwn uniquePlan updateOwn",
    companyDocuments: "file listOwn upload",
    complaints: "complain listOwn reply",
    limitRaises: "ask",
  },
  company_subscribed: {
    billOrders: "buyMany check read request",
    billPlans: "favourites forget keep",
    bills: "verifyAccount verifyMeter",
    cardControls: "set",
    cards: "close closing find freeze replace unfreeze withdraw",
    companies: "choosePlan confirmPlan findOwn planPayments plans uniquePlan updateOwn",
    companyDocuments: "file listOwn upload",
    complaints: "complain listOwn reply",
    limitRaises: "ask",
  },
} satisfies Partial<Record<Guard, Named>>;
/** Calls that are held beyond their audience's. */
const WITH = {
  profile_updated: {
    cashLimits: "ask",
    cashTransactions: "withdraw",
    charges: "confirmSetUp makeDefault remove setUp",
    dollarCards: "accept quote",
    limits: "apply",
    loans: "acceptOffer request",
    rewards: "redeem",
    standingOrders: "create recurring",
    transfers: "forget initiate payees quote sendFromCard",
  },
  step_up: {
    access: "updateCompanyUser updateRole updateUserRoles",
    admissions: "letBack suspend",
    approvalChains: "changeChain",
    approvals: "approve approveMany",
    cardAuthorisations: "wasMe",
    cardPartners: "changeTerms payBatch payMany",
    cards: "activate activateCredit activateUser requestPin sendPin showDetails",
    cashLimits: "addLimit change",
    cashTransactions: "approve debit markSuccess",
    colleagues: "invite letBack resetSecondFactor suspend update",
    configuration: "lower update withdraw",
    creditLines: "draw lower offer sign",
    dataProtection: "exportOf",
    disbursements: "disburseMany disburseManyPay undisburseMany",
    dollarCards: "changeTerms",
    expenseRequests: "pay payOtherwise",
    limitRaises: "grant",
    partnerBank: "sendBack",
    passkeys: "add beginAdding remove",
    people: "bypass refuteBankAccount reveal verifyBankAccount",
    profiles: "activatePostNoDebit deactivatePostNoDebit postNoDebitOfMany remove updateMoney",
    repayments: "endReturn giveUpRefund refund",
    reports: "download openRun",
    rewards: "give",
    ruleSets: "activate",
    salaryDeductions: "pay",
    secureCards: "markAsPaid",
    session: "removeSecondFactor startViewingAs",
    transferDesk: "switchBanks",
    transferReviews: "letBatchGo letGo",
  },
};
/** Whose calls a guard concerns. */
const CONCERNS: Readonly<Record<keyof typeof WITHOUT, string | undefined>> = {
  password_changed: undefined,
  company_profile_updated: "corporate",
  company_subscribed: "corporate",
};
const calls = allCalls().filter(({ call }) => call.can !== "public");
const named = (of: Named): string[] =>
  Object.entries(of)
    .flatMap(([noun, names]) => names.split(" ").map((name) => `${noun}.${name}`))
    .toSorted();
const namesOf = (which: (call: Endpoint) => boolean): string[] =>
  calls
    .filter(({ call }) => which(call))
    .map(({ name }) => name)
    .toSorted();

describe("a call that is guarded (S3)", () => {
  it.each(Object.keys(WITHOUT) as (keyof typeof WITHOUT)[])(
    "holds %s, apart from those that were reviewed",
    (guard) => {
      const concerns = ({ audience }: Endpoint) =>
        CONCERNS[guard] === undefined || [audience].flat().some((one) => one === CONCERNS[guard]);
      expect(namesOf((call) => concerns(call) && !call.guards.includes(guard))).toEqual(named(WITHOUT[guard]));
    },
  );

  it("holds profile_updated where it asks for credit or moves money of one's own", () => {
    expect(namesOf(({ guards }) => guards.includes("profile_updated" satisfies Guard))).toEqual(
      named(WITH.profile_updated),
    );
  });
});

const api = await useTestApi();
const params = new Proxy({}, { get: () => "00000000-0000-7000-8000-000000000000" }) as Record<string, string>;

describe("a call that asks again who sits there", () => {
  it("is one of those that were reviewed", () => {
    expect(namesOf(({ step_up }) => step_up)).toEqual(named(WITH.step_up));
  });

  it("refuses a session that has not, whatever is sent, and no other call does", async () => {
    const company_id = await api.company();
    const tokens = new Map<string, string>();
    for (const role of roleSlugs) {
      const person = await api.person(role, role.startsWith("company_") ? { company_id } : {});
      await api.database.pool.query("update users set second_factor_enabled_at = now() where id = $1", [
        person.user_id,
      ]);
      await api.database.pool.query(
        "update profiles set employment_status = 'employed', salary_kobo = 1, account_no_encrypted = 'x', address = 'x' where user_id = $1",
        [person.user_id],
      );
      tokens.set(role, person.token);
    }
    const isAsked = async (call: Endpoint): Promise<boolean> => {
      const role = roleSlugs.find((slug) => mayCall(call, slug)) ?? "";
      const sent = call.method === "GET" ? {} : { body: { surprise: true } };
      const { status, body } = await api.call(call, { token: tokens.get(role) ?? "", params, ...sent });
      return status === 403 && body.code === "step_up_required";
    };
    const asked: string[] = [];
    for (const { name, call } of calls.filter(({ call }) => call.kind !== "stream" && call.path !== "/logout"))
      if ((call.method !== "GET" || call.effect !== "none" || call.step_up) && (await isAsked(call))) asked.push(name);
    expect(asked.toSorted()).toEqual(named(WITH.step_up));
  });
});
