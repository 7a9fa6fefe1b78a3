import { describe, expect, it } from "vitest";
import { activityTypes, activityWords } from "../platform/activities.ts";
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
    expect(activityTypes).toHaveLength(21);
    for (const type of activityTypes)
      for (const viewer of ["creator", "target", "observer"] as const)
        expect(activityWords(type, viewer, { creator: "Ada", target: "Bola", product: "Salary loan" })).not.toMatch(
          /\{/,
        );
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
