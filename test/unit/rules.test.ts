/** Every rule of every action, over facts that differ in one thing: exactly these refusals, and no other. */
import type { Caller, Rule } from "@manilla/contract/abilities";
import type { Permission } from "@manilla/contract/permissions";
import { describe, expect, it } from "vitest";
import {
  applicationRules,
  availableOf,
  increaseRules,
  whyBeyondLimit,
  whyNotSetLimit,
} from "../../apps/api/src/modules/lending/limits/rules.ts";
import { loanRules } from "../../apps/api/src/modules/lending/loans/rules.ts";
import { appealRules } from "../../apps/api/src/modules/people/appeals/rules.ts";
import { dataRequestRules } from "../../apps/api/src/modules/people/data-protection/rules.ts";
import { documentRules } from "../../apps/api/src/modules/people/documents/rules.ts";
import { claimRules } from "../../apps/api/src/modules/people/employment-claims/rules.ts";
import {
  REOPENED,
  type UncertainMark,
  cardCalls,
  cardRules,
  caseCalls,
  caseRules,
} from "../../apps/api/src/modules/people/people/profiles/rules.ts";
import { approvalRules } from "../../apps/api/src/modules/platform/approvals/rules.ts";

const permissions = new Set<Permission>(["provider:can_decide_approvals", "provider:can_disburse_loans"]);
const caller: Caller = { user_id: "caller", permissions, today: "2026-01-15" };

/** What is refused, as `action.code`. */
const refused = <Facts>(
  rules: Readonly<Record<string, Readonly<Record<string, Rule<Facts>>>>>,
  facts: Facts,
  who = caller,
): string[] =>
  Object.entries(rules).flatMap(([action, codes]) =>
    Object.entries(codes)
      .filter(([, rule]) => rule(facts, who))
      .map(([code]) => `${action}.${code}`),
  );
/** The same code of several actions. */
const of = (code: string, ...actions: string[]): string[] => actions.map((action) => `${action}.${code}`);

describe("a loan", () => {
  const loan = {
    status: "requested",
    user_id: "borrower",
    officer_verified_by: "officer",
    operations_verified_by: "operator",
    offer_expires_on: null,
    principal_kobo: 500n,
    rules_outcome: "approved",
    overruled_by: null as string | null,
    rules_limit_kobo: 500n,
    missing: null,
    is_returning: false,
  };
  const byTheBorrower = [
    ...of("not_the_borrower", "acceptOffer", "rejectOffer", "withdraw"),
    ...of("not_seen", "preApprove", "preDecline"),
    "approveAgainstRules.within_rules",
  ];
  const against = [...byTheBorrower.slice(0, 5), "approve.against_rules"];
  const gaveAMark = of("gave_a_mark", "approve", "approveAgainstRules");
  const marked = of("already_verified", "officersVerify", "operationsVerify");
  const lead = of("own_loan", "approve", "approveAgainstRules", "decline", "officersVerify", "operationsVerify");
  const own = [
    ...lead,
    ...of("own_loan", "modify", "requestStop", "markAsReimbursed"),
    ...of("own_loan", "preApprove", "preDecline"),
    ...of("not_seen", "preApprove", "preDecline"),
  ];
  it.each([
    ["with both marks", {}, [...byTheBorrower, ...marked]],
    ["of the caller", { user_id: "caller" }, [...own, ...marked, "approveAgainstRules.within_rules"]],
    [
      "without the officer's mark",
      { officer_verified_by: null },
      [
        ...byTheBorrower,
        ...of("officer_mark_missing", "approve", "approveAgainstRules"),
        "operationsVerify.already_verified",
        "operationsVerify.officer_mark_missing",
      ],
    ],
    [
      "without the mark of operations",
      { operations_verified_by: null },
      [
        ...byTheBorrower,
        ...of("operations_mark_missing", "approve", "approveAgainstRules"),
        "officersVerify.already_verified",
      ],
    ],
    ["that the rules decline", { rules_outcome: "declined" }, [...against, ...marked]],
    ["that the rules refer to a person", { rules_outcome: "referred" }, [...against, ...marked]],
    ["above the limit of the rules", { principal_kobo: 501n }, [...against, ...marked]],
    ["that no rules have judged", { rules_outcome: null, rules_limit_kobo: null }, [...byTheBorrower, ...marked]],
    [
      "that the rules decline and the caller verified",
      { rules_outcome: "declined", officer_verified_by: "caller" },
      [...against, ...marked, ...gaveAMark, "operationsVerify.same_person"],
    ],
    [
      "that the caller marked as officer",
      { officer_verified_by: "caller" },
      [...byTheBorrower, ...marked, ...gaveAMark, "operationsVerify.same_person"],
    ],
    [
      "whose rules the caller overruled",
      { overruled_by: "caller" },
      [...byTheBorrower, ...marked, "approve.overruled"],
    ],
    [
      "that the caller marked as operations",
      { operations_verified_by: "caller" },
      [...byTheBorrower, ...marked, ...gaveAMark, "officersVerify.same_person"],
    ],
    [
      "whose offer ended yesterday",
      { offer_expires_on: "2026-01-14" },
      [...byTheBorrower, ...marked, "acceptOffer.expired"],
    ],
    [
      "whose product asks for more reports of credit bureaus",
      { missing: "2 credit bureau reports" as never },
      [...byTheBorrower, ...marked, "approve.reports_missing", "approveAgainstRules.reports_missing"],
    ],
    [
      "whose payout is on its way back",
      { is_returning: true },
      [...byTheBorrower, ...marked, "requestStop.awaiting_return"],
    ],
    ["whose offer ends today", { offer_expires_on: "2026-01-15" }, [...byTheBorrower, ...marked]],
  ])("%s", (_, change, expected) => {
    expect(refused(loanRules, { ...loan, ...change }).toSorted()).toEqual(expected.toSorted());
  });

  it("in a list, which does not ask for the day, has no offer that is over", () => {
    const { today: _, ...without } = caller;
    expect(refused(loanRules, { ...loan, offer_expires_on: "2026-01-14" }, without)).not.toContain(
      "acceptOffer.expired",
    );
  });
});

describe("a request", () => {
  it("of the caller, or before a second person already, is not decided: limits", () => {
    const request = { status: "pending", user_id: "customer", approval_id: null };
    for (const rules of [increaseRules, applicationRules]) {
      expect(refused(rules, request)).toEqual([]);
      const actions = Object.keys(rules);
      expect(refused(rules, { ...request, user_id: "caller" })).toEqual(of("own_request", ...actions));
      expect(refused(rules, { ...request, approval_id: "1" })).toEqual(of("already_requested", ...actions));
    }
    expect([Object.keys(increaseRules), Object.keys(applicationRules)]).toEqual([
      ["markAsReviewed", "reject"],
      ["approveApplication", "declineApplication"],
    ]);
  });

  it("of the caller is not decided: appeals, requests about data, cards", () => {
    const own = { status: "pending", user_id: "caller" };
    const anothers = { ...own, user_id: "customer" };
    expect(refused(appealRules, own)).toEqual(of("own_request", "approve", "decline"));
    expect(refused(dataRequestRules, own)).toEqual(["answer.own_request"]);
    expect(refused(cardRules, own)).toEqual(["activateDebitCard.own_case"]);
    for (const rules of [appealRules, dataRequestRules, cardRules]) expect(refused(rules, anothers)).toEqual([]);
  });

  it("about a document: only a statement is confirmed by the bank's ticket, and only its decider takes a decision back", () => {
    const statement = { status: "accepted", type: "bank_statement", confirmed_by: "caller", uploaded_by: "x" };
    expect(refused(documentRules, statement)).toEqual([]);
    expect(refused(documentRules, { ...statement, type: "work_id" })).toEqual(["confirmMbs.not_a_statement"]);
    expect(refused(documentRules, { ...statement, confirmed_by: "colleague" })).toEqual(["reopen.not_reversible"]);
    expect(refused(documentRules, { ...statement, uploaded_by: "caller" }).toSorted()).toEqual(
      of("own_upload", "accept", "confirmMbs"),
    );
  });

  it("to be an employee is refused to somebody who has a company", () => {
    expect(refused(claimRules, { status: "pending", employer_id: null })).toEqual([]);
    expect(refused(claimRules, { status: "pending", employer_id: "1" })).toEqual(["confirm.has_company"]);
  });

  it("for a second person is decided by another person with both permissions, and withdrawn by its maker", () => {
    const permission: Permission = "provider:can_disburse_loans";
    const approval = { status: "pending", maker_id: "maker", permission, is_own: false };
    const maker = ["withdraw.not_the_maker"];
    const wrongRole = [...of("wrong_role", "approve", "decline"), ...maker];
    expect(refused(approvalRules, approval)).toEqual(maker);
    expect(refused(approvalRules, { ...approval, maker_id: "caller" })).toEqual(
      of("not_a_checker", "approve", "decline"),
    );
    expect(refused(approvalRules, { ...approval, is_own: true })).toEqual([
      ...of("own_case", "approve", "decline"),
      ...maker,
    ]);
    expect(refused(approvalRules, { ...approval, permission: undefined })).toEqual(wrongRole);
    for (const lost of permissions)
      expect(
        refused(approvalRules, approval, {
          ...caller,
          permissions: new Set([...permissions].filter((held) => held !== lost)),
        }),
      ).toEqual(wrongRole);
  });
});

describe("a person's case", () => {
  it("has a call behind each rule", () => {
    expect(Object.keys(caseCalls)).toEqual(expect.arrayContaining(Object.keys(caseRules)));
    expect(Object.keys(cardCalls)).toEqual(Object.keys(cardRules));
  });

  const person = {
    id: "customer",
    status: "verified",
    case_status: "review",
    is_blacklisted: false,
    is_post_no_debit: false,
    post_no_debit_reason: null as string | null,
    has_bvn: true,
    has_account: true,
    bank_account_status: "pending",
    account_typed_by: null as string | null,
    verified_by: "first" as string | null,
    pre_approved_by: "second" as string | null,
    uncertain_mark: null as UncertainMark | null,
    bvn_verified_at: new Date(0) as Date | null,
    bvn_bypassed_at: null as Date | null,
    nin_verified_at: null as Date | null,
    nin_bypassed_at: null as Date | null,
  };
  const favourable = ["verify", "preApprove", "activate"];
  const mark: UncertainMark = {
    by: "caller",
    profile_status: "verified",
    case_status: "processing",
    follows: "processing",
    ready_at: null,
    attended_id: null,
  };
  const marked = { case_status: "processed", uncertain_mark: mark };
  const usual = [
    "unmarkUncertain.not_reversible",
    "unblacklist.already_decided",
    "deactivatePostNoDebit.already_decided",
    "bypassBvn.already_verified",
    "endBypassBvn.already_verified",
    "endBypassBvn.already_decided",
    "endBypassNin.already_decided",
  ];
  const without = (...codes: string[]): string[] => usual.filter((code) => !codes.includes(code));
  const bvn = of("already_verified", "bypassBvn", "endBypassBvn");
  it.each([
    ["with a verified BVN", {}, usual],
    [
      "of the caller",
      { id: "caller" },
      [
        ...usual,
        ...of("own_case", ...favourable, "decline", "deactivate", "markUncertain", "reconsider", "toDocProcessor"),
        "unmarkUncertain.own_case",
        ...of("own_case", "toProcessing", "requeue", "blacklist", "unblacklist"),
        ...of("own_case", "activatePostNoDebit", "deactivatePostNoDebit", "verifyBankAccount", "refuteBankAccount"),
      ],
    ],
    [
      "on the blacklist",
      { is_blacklisted: true },
      [...without("unblacklist.already_decided"), ...of("blacklisted", ...favourable), "blacklist.already_decided"],
    ],
    ["without a BVN", { has_bvn: false }, [...usual, ...of("not_ready", ...favourable)]],
    [
      "whose BVN is neither verified nor bypassed",
      { bvn_verified_at: null },
      [...without(...bvn), ...of("not_ready", ...favourable)],
    ],
    [
      "whose BVN is bypassed",
      { bvn_verified_at: null, bvn_bypassed_at: new Date(0) },
      [...without(...bvn, "endBypassBvn.already_decided"), "bypassBvn.already_decided"],
    ],
    [
      "whose NIN is bypassed",
      { nin_bypassed_at: new Date(0) },
      [...without("endBypassNin.already_decided"), "bypassNin.already_decided"],
    ],
    [
      "whose NIN is verified",
      { nin_verified_at: new Date(0) },
      [...usual, ...of("already_verified", "bypassNin", "endBypassNin")],
    ],
    ["that the caller verified and another pre-approved", { verified_by: "caller" }, usual],
    ["that the caller pre-approved and another verified", { pre_approved_by: "caller" }, usual],
    [
      "that the caller alone verified",
      { verified_by: "caller", pre_approved_by: null },
      [...usual, "activate.looked_first"],
    ],
    [
      "that the caller alone verified and pre-approved",
      { verified_by: "caller", pre_approved_by: "caller" },
      [...usual, "activate.looked_first"],
    ],
    ["that the caller marked uncertain", marked, without("unmarkUncertain.not_reversible")],
    [
      "that somebody else marked uncertain",
      { case_status: "processed", uncertain_mark: { ...mark, by: "colleague" } },
      usual,
    ],
    ["that was marked and went on", { uncertain_mark: mark }, usual],
    [
      "that was marked and is without a BVN",
      { ...marked, has_bvn: false },
      [...without("unmarkUncertain.not_reversible"), ...of("not_ready", ...favourable, "unmarkUncertain")],
    ],
    [
      "that was marked before it was verified and is without a BVN",
      { ...marked, uncertain_mark: { ...mark, profile_status: "pending" as const }, has_bvn: false },
      [...without("unmarkUncertain.not_reversible"), ...of("not_ready", ...favourable)],
    ],
    ["before the document processor", { case_status: "doc-processor" }, [...usual, "toDocProcessor.already_there"]],
    ["in processing", { case_status: "processing" }, [...usual, "toProcessing.already_there"]],
    [
      "whose money is stopped",
      { is_post_no_debit: true },
      [...without("deactivatePostNoDebit.already_decided"), "activatePostNoDebit.already_decided"],
    ],
    [
      "whose case was opened again",
      { is_post_no_debit: true, post_no_debit_reason: REOPENED },
      without("deactivatePostNoDebit.already_decided"),
    ],
    [
      "without a bank account",
      { has_account: false },
      [...usual, ...of("no_account", "verifyBankAccount", "refuteBankAccount")],
    ],
    [
      "whose bank account is verified",
      { bank_account_status: "verified" },
      [...usual, "verifyBankAccount.illegal_transition"],
    ],
    [
      "whose bank account is refuted",
      { bank_account_status: "refuted" },
      [...usual, "refuteBankAccount.illegal_transition", "verifyBankAccount.refuted"],
    ],
    ["whose account the caller typed", { account_typed_by: "caller" }, [...usual, "verifyBankAccount.own_typing"]],
  ])("%s", (_, change, expected) => {
    expect(refused(caseRules, { ...person, ...change }).toSorted()).toEqual(expected.toSorted());
  });
});

describe("a limit", () => {
  const used = { limit_kobo: 100n, used_kobo: 60n };
  it("leaves what is not used, nothing when more than all of it is used, and says nothing where there is none", () => {
    expect(availableOf(used)).toBe(40n);
    expect(availableOf({ ...used, used_kobo: 100n })).toBe(0n);
    expect(availableOf({ ...used, used_kobo: 101n })).toBe(0n);
    expect(availableOf({ ...used, limit_kobo: null })).toBeNull();
  });

  it("is kept by a loan of what it leaves, and not by one kobo more", () => {
    expect(whyBeyondLimit(used, 40n)).toBeNull();
    expect(whyBeyondLimit(used, 41n)).toBe("this is more than your limit leaves");
    expect(whyBeyondLimit({ ...used, limit_kobo: null }, 1_000n)).toBeNull();
  });

  it("is raised, and never set below what is used", () => {
    expect(whyNotSetLimit(used, 101n)).toBeNull();
    expect(whyNotSetLimit(used, 100n)).toBe("this is not more than the present limit");
    const first = { limit_kobo: null, used_kobo: 60n };
    expect(whyNotSetLimit(first, 60n)).toBeNull();
    expect(whyNotSetLimit(first, 59n)).toBe("this is less than what the person has borrowed already");
  });
});
