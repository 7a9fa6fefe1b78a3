/** Who stands in which queue: the only definition. The server turns a condition into SQL, the screen shows the description as help. */
import type { ProfileState } from "./states.ts";

/** Where a person's case stands (user.status; A58). `processed`: an underwriter has decided, the profile's status speaks. */
export const caseStatuses = ["incomplete-0", "incomplete-1", "processing", "doc-processor", "accepted", "processed"] as const;
export type CaseStatus = (typeof caseStatuses)[number];

export interface QueueCondition {
  case_status?: readonly CaseStatus[];
  profile_status?: readonly ProfileState[];
  is_blacklisted?: boolean;
}

export interface Queue {
  name: string;
  description: string;
  condition: QueueCondition;
}

/** By the last segment of the page's address. */
export const queues = {
  all: { name: "All users", description: "Every personal customer.", condition: {} },
  fresh: { name: "Fresh", description: "Registered, and not yet identified.", condition: { case_status: ["incomplete-0"], profile_status: ["pending"], is_blacklisted: false } },
  onboarding: { name: "Onboarding", description: "Identified, and still filling in the profile or sending documents.", condition: { case_status: ["incomplete-1"], profile_status: ["pending"], is_blacklisted: false } },
  incomplete: { name: "Incomplete", description: "Something that the person has to give is still missing.", condition: { case_status: ["incomplete-0", "incomplete-1"], profile_status: ["pending"], is_blacklisted: false } },
  applications: { name: "Applications", description: "Everything is there and nobody has decided yet.", condition: { case_status: ["processing", "doc-processor", "accepted", "processed"], profile_status: ["pending"], is_blacklisted: false } },
  processing: { name: "Processing", description: "Everything is there; waiting for an underwriter.", condition: { case_status: ["processing"], profile_status: ["pending"], is_blacklisted: false } },
  "doc-processor": { name: "Doc processor", description: "An underwriter wants the documents looked at first.", condition: { case_status: ["doc-processor"], is_blacklisted: false } },
  process: { name: "Process", description: "What an underwriter works through: complete applications, and verified ones without a decision.", condition: { case_status: ["processing", "accepted", "processed"], profile_status: ["pending", "verified"], is_blacklisted: false } },
  verified: { name: "Verified", description: "Identity and documents were checked; the decision is open.", condition: { profile_status: ["verified"], is_blacklisted: false } },
  "pre-approved": { name: "Pre-approved", description: "Approved but for the last look.", condition: { profile_status: ["pre-approved"], is_blacklisted: false } },
  approved: { name: "Approved", description: "Activated: may borrow.", condition: { profile_status: ["activated"], is_blacklisted: false } },
  uncertain: { name: "Uncertain", description: "An underwriter could not decide and wants to know more.", condition: { profile_status: ["uncertain"], is_blacklisted: false } },
  declined: { name: "Declined", description: "Declined, or deactivated after having been approved.", condition: { profile_status: ["declined", "deactivated"] } },
  blacklisted: { name: "Blacklisted", description: "May not sign in, and is never lent to.", condition: { is_blacklisted: true } },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as [QueueName, ...QueueName[]];

/** Tells whether a person stands in a queue: the same words that the server turns into SQL. */
export function isInQueue(name: QueueName, person: { status: string; profile_status: string; is_blacklisted: boolean }): boolean {
  const condition: QueueCondition = queues[name].condition;
  return (
    (condition.case_status === undefined || (condition.case_status as readonly string[]).includes(person.status)) &&
    (condition.profile_status === undefined || (condition.profile_status as readonly string[]).includes(person.profile_status)) &&
    (condition.is_blacklisted === undefined || condition.is_blacklisted === person.is_blacklisted)
  );
}
