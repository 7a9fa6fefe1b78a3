import { describe, expect, it } from "vitest";
import { activityLevel, activityTypes, activityWords, addedActivities, addedFor } from "../platform/activities.ts";
import { COLD_DAYS, FRESH_DAYS, type QueuedPerson, caseStatuses, isInQueue, queueNames, queues } from "./queues.ts";
import { profileStates } from "./profile-states.ts";

/** A person with nothing special about them, registered ten days ago. */
const plain = {
  registered_days_ago: 10,
  registration_source: null,
  running_loans: 0,
  settled_loans: 0,
  open_document_requests: 0,
  is_high_end: false,
  assigned_to: null,
  is_post_no_debit: false,
  has_declined_card: false,
  referred_by: null,
};
const everybody: QueuedPerson[] = caseStatuses.flatMap((status) =>
  profileStates.states.flatMap((profile_status) =>
    [true, false].map((is_blacklisted) => ({ ...plain, status, profile_status, is_blacklisted })),
  ),
);
/** Everybody is in these two. */
const OPEN_TO_ALL = ["all", "verification-method"];
const queuesOf = (person: QueuedPerson) =>
  queueNames.filter((name) => !OPEN_TO_ALL.includes(name) && isInQueue(name, person));
const activated = { ...plain, status: "processed", profile_status: "activated", is_blacklisted: false };

describe("queues", () => {
  it("hold everybody under all, and describe themselves", () => {
    expect(everybody.every((person) => isInQueue("all", person))).toBe(true);
    for (const name of queueNames) expect(queues[name].description.length).toBeGreaterThan(15);
  });

  it("leave nobody out: everybody who is not blacklisted is in some queue", () => {
    const lost = everybody.filter((person) => !person.is_blacklisted && queuesOf(person).length === 0);
    expect(lost).toEqual([]);
  });

  it("keep the blacklisted out of every queue that leads to money", () => {
    for (const person of everybody.filter(({ is_blacklisted }) => is_blacklisted))
      expect(queuesOf(person).filter((name) => !["blacklisted", "declined"].includes(name))).toEqual([]);
  });

  it("never show one person as approved and as waiting", () => {
    const approved = everybody.filter((person) => isInQueue("approved", person));
    const elsewhere = approved
      .flatMap(queuesOf)
      .filter((name) => ["process", "processing", "applications", "declined", "incomplete"].includes(name));
    expect([approved.length > 0, elsewhere]).toEqual([true, []]);
  });

  it("put a complete application before the underwriter", () => {
    expect(queuesOf({ ...plain, status: "processing", profile_status: "pending", is_blacklisted: false })).toEqual([
      "applications",
      "processing",
      "process",
    ]);
  });

  it("age what was not finished: fresh, then cold, then dump, one at a time", () => {
    const unfinished = { ...plain, status: "incomplete-0", profile_status: "pending", is_blacklisted: false };
    for (const [days, name] of [
      [0, "fresh"],
      [FRESH_DAYS, "fresh"],
      [FRESH_DAYS + 1, "cold"],
      [COLD_DAYS, "cold"],
      [COLD_DAYS + 1, "dump"],
    ] as const) {
      expect(
        queuesOf({ ...unfinished, registered_days_ago: days }).filter((queue) =>
          ["fresh", "cold", "dump"].includes(queue),
        ),
        String(days),
      ).toEqual([name]);
    }
  });

  it("tell who borrows, who has borrowed and who could", () => {
    expect(queuesOf(activated)).toEqual(["approved", "inactive"]);
    expect(queuesOf({ ...activated, running_loans: 1 })).toEqual(["approved", "active"]);
    expect(queuesOf({ ...activated, settled_loans: 2 })).toEqual(["approved", "inactive", "paid"]);
  });

  it("show what is special about a person beside the case's status", () => {
    const marks: [Partial<QueuedPerson>, string][] = [
      [{ is_high_end: true }, "highend"],
      [{ assigned_to: "x" }, "assigned"],
      [{ is_post_no_debit: true }, "post-no-debit"],
      [{ has_declined_card: true }, "decline-users"],
      [{ referred_by: "x" }, "referred-users"],
    ];
    for (const [mark, name] of marks)
      expect(queuesOf({ ...activated, ...mark }).filter((queue) => !["approved", "inactive"].includes(queue))).toEqual([
        name,
      ]);
    expect(queuesOf({ ...activated, profile_status: "verified", open_document_requests: 1 })).toEqual([
      "awaiting",
      "process",
      "verified",
    ]);
    expect(queuesOf({ ...activated, profile_status: "pre-approved", registration_source: "merchant" })).toEqual([
      "pre-approved",
      "merchant-pre-approved",
    ]);
  });
});

describe("activities", () => {
  it("are 21, each worded for creator, target and observer", () => {
    expect(activityTypes.toSorted(), "S151 to S171, to the letter").toEqual(
      [
        ["admin_created", "bank_statement_uploaded", "company_created", "company_profile_updated", "company_deleted"],
        ["group_created", "group_deleted", "password_changed", "repayment_paid", "repayment_bank_transfer"],
        ["staff_activated", "staff_created", "staff_deactivated", "staff_deleted", "staff_loan_approved"],
        ["staff_loan_created", "staff_loan_declined", "staff_loan_disbursed", "staff_loan_pre_approved"],
        ["staff_loan_pre_declined", "staff_profile_updated"],
      ]
        .flat()
        .toSorted(),
    );
    expect(new Set(activityTypes.map(activityLevel)), "K031, K032").toEqual(new Set([1, 2, 3]));
    for (const type of activityTypes)
      for (const viewer of ["creator", "target", "observer"] as const)
        expect(activityWords(type, viewer, { creator: "Ada", target: "Bola", product: "Salary loan" })).not.toMatch(
          /\{/,
        );
  });

  it("of a company's rules and money are worded too, and read by who may see those", () => {
    expect(activityWords("approval_chain_changed", "creator", { target: "Transfers" })).toBe(
      "You changed the approval chain Transfers",
    );
    expect(addedFor(new Set(["company:can_view_wallet"]))).toEqual(["purse_filled", "purse_emptied"]);
    expect(addedFor(new Set(["company:can_view_staff"]))).toEqual([]);
    expect(addedActivities.filter((type) => activityTypes.includes(type as never))).toEqual([]);
  });

  it("share one wording for loans, with the loan's name", () => {
    expect(activityWords("staff_loan_approved", "target", { product: "Salary loan" })).toBe(
      "Salary loan: Loan Approved",
    );
    expect(activityWords("staff_activated", "target", { creator: "Ada Eze" })).toBe("You were activated by Ada Eze");
  });

  it("raise an error for an unknown type", () => {
    expect(() => activityWords("toString", "observer", {})).toThrow(RangeError);
  });
});
