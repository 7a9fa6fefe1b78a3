import { describe, expect, it } from "vitest";
import { activityTypes, activityWords } from "./activities.ts";
import { caseStatuses, isInQueue, queueNames, queues } from "./queues.ts";
import { profileStates } from "./states.ts";

const everybody = caseStatuses.flatMap((status) => profileStates.states.flatMap((profile_status) => [true, false].map((is_blacklisted) => ({ status, profile_status, is_blacklisted }))));
const queuesOf = (person: (typeof everybody)[number]) => queueNames.filter((name) => name !== "all" && isInQueue(name, person));

describe("queues", () => {
  it("hold everybody under all, and describe themselves", () => {
    expect(everybody.every((person) => isInQueue("all", person))).toBe(true);
    for (const name of queueNames) expect(queues[name].description.length).toBeGreaterThan(15);
  });

  it("leave nobody out: whoever is not blacklisted stands in some queue", () => {
    const lost = everybody.filter((person) => !person.is_blacklisted && queuesOf(person).length === 0);
    expect(lost).toEqual([]);
  });

  it("keep the blacklisted out of every queue that leads to money", () => {
    for (const person of everybody.filter(({ is_blacklisted }) => is_blacklisted)) expect(queuesOf(person).filter((name) => !["blacklisted", "declined"].includes(name))).toEqual([]);
  });

  it("never show one person as approved and as waiting", () => {
    const approved = everybody.filter((person) => isInQueue("approved", person));
    const elsewhere = approved.flatMap(queuesOf).filter((name) => ["process", "processing", "applications", "declined", "incomplete"].includes(name));
    expect([approved.length > 0, elsewhere]).toEqual([true, []]);
  });

  it("put a complete application before the underwriter", () => {
    expect(queuesOf({ status: "processing", profile_status: "pending", is_blacklisted: false })).toEqual(["applications", "processing", "process"]);
  });
});

describe("activities", () => {
  it("are 21, each worded for creator, target and observer", () => {
    expect(activityTypes).toHaveLength(21);
    for (const type of activityTypes) for (const viewer of ["creator", "target", "observer"] as const) expect(activityWords(type, viewer, { creator: "Ada", target: "Bola", product: "Salary loan" })).not.toMatch(/\{/);
  });

  it("share one wording for loans, with the loan's name", () => {
    expect(activityWords("staff_loan_approved", "target", { product: "Salary loan" })).toBe("Salary loan: Loan Approved");
    expect(activityWords("staff_activated", "target", { creator: "Ada Eze" })).toBe("You were activated by Ada Eze");
  });

  it("raise an error for an unknown type", () => {
    expect(() => activityWords("toString", "observer", {})).toThrow(RangeError);
  });
});
