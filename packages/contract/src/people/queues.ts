/** Who is in which queue: the only definition. The server turns a condition into SQL, the screen shows the description as help. */
import type { ProfileState } from "./profile-states.ts";

/** The stage of a person's case (user.status; A58). `processed`: an underwriter has decided, the profile's status decides. */
export const caseStatuses = [
  "incomplete-0",
  "incomplete-1",
  "processing",
  "doc-processor",
  "accepted",
  "processed",
] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** Whole days since a person registered. */
export interface QueueAge {
  more_than?: number;
  at_most?: number;
}

export interface QueueCondition {
  case_status?: readonly CaseStatus[];
  profile_status?: readonly ProfileState[];
  registered_days_ago?: QueueAge;
  registration_source?: string;
  is_blacklisted?: boolean;
  has_running_loan?: boolean;
  has_settled_loan?: boolean;
  is_awaiting_documents?: boolean;
  is_high_end?: boolean;
  is_assigned?: boolean;
  is_post_no_debit?: boolean;
  has_declined_card?: boolean;
  was_referred?: boolean;
}

export interface Queue {
  name: string;
  description: string;
  condition: QueueCondition;
}

/** Days for which an unfinished registration is fresh; then it is cold, then dumped. */
export const FRESH_DAYS = 30;
export const COLD_DAYS = 180;
const unfinished = {
  case_status: ["incomplete-0", "incomplete-1"],
  profile_status: ["pending"],
  is_blacklisted: false,
} as const;

/** By the page's address after `users/`, a slash written as a hyphen. */
export const queues = {
  all: { name: "All users", description: "Every personal customer.", condition: {} },
  fresh: {
    name: "Fresh",
    description: `Registered in the last ${FRESH_DAYS} days, and not yet identified.`,
    condition: { ...unfinished, case_status: ["incomplete-0"], registered_days_ago: { at_most: FRESH_DAYS } },
  },
  cold: {
    name: "Cold",
    description: `Did not finish: registered more than ${FRESH_DAYS} and at most ${COLD_DAYS} days ago.`,
    condition: { ...unfinished, registered_days_ago: { more_than: FRESH_DAYS, at_most: COLD_DAYS } },
  },
  dump: {
    name: "Dump",
    description: `Never finished: registered more than ${COLD_DAYS} days ago.`,
    condition: { ...unfinished, registered_days_ago: { more_than: COLD_DAYS } },
  },
  onboarding: {
    name: "Onboarding",
    description: "Identified, and still filling in the profile or sending documents.",
    condition: { case_status: ["incomplete-1"], profile_status: ["pending"], is_blacklisted: false },
  },
  incomplete: {
    name: "Incomplete",
    description: "Something that the person has to give is still missing.",
    condition: unfinished,
  },
  highend: {
    name: "High end",
    description: "Earns at least the amount that the configuration calls a high salary.",
    condition: { is_high_end: true, is_blacklisted: false },
  },
  "verification-method": {
    name: "Verification method",
    description: "Every customer with the way in which work and income were proved.",
    condition: {},
  },
  applications: {
    name: "Applications",
    description: "Everything is there and nobody has decided yet.",
    condition: {
      case_status: ["processing", "doc-processor", "accepted", "processed"],
      profile_status: ["pending"],
      is_blacklisted: false,
    },
  },
  awaiting: {
    name: "Awaiting",
    description: "We asked for documents and wait for them.",
    condition: {
      is_awaiting_documents: true,
      profile_status: ["pending", "verified", "pre-approved", "uncertain"],
      is_blacklisted: false,
    },
  },
  processing: {
    name: "Processing",
    description: "Everything is there; waiting for an underwriter.",
    condition: { case_status: ["processing"], profile_status: ["pending"], is_blacklisted: false },
  },
  "doc-processor": {
    name: "Doc processor users",
    description: "An underwriter wants the documents reviewed first.",
    condition: { case_status: ["doc-processor"], is_blacklisted: false },
  },
  process: {
    name: "Process",
    description: "What an underwriter works through: complete applications, and verified ones without a decision.",
    condition: {
      case_status: ["processing", "accepted", "processed"],
      profile_status: ["pending", "verified"],
      is_blacklisted: false,
    },
  },
  assigned: { name: "Assigned", description: "A colleague handles the case.", condition: { is_assigned: true } },
  verified: {
    name: "Verified",
    description: "Identity and documents were checked; the decision is open.",
    condition: { profile_status: ["verified"], is_blacklisted: false },
  },
  "pre-approved": {
    name: "Pre-approved",
    description: "Approved but for the last look.",
    condition: { profile_status: ["pre-approved"], is_blacklisted: false },
  },
  "merchant-pre-approved": {
    name: "Merchant pre-approved",
    description: "Came through a merchant and is approved but for the last look.",
    condition: { profile_status: ["pre-approved"], registration_source: "merchant", is_blacklisted: false },
  },
  approved: {
    name: "Approved",
    description: "Activated: may borrow.",
    condition: { profile_status: ["activated"], is_blacklisted: false },
  },
  active: { name: "Active", description: "Has a loan that runs.", condition: { has_running_loan: true } },
  inactive: {
    name: "Inactive",
    description: "May borrow and has no loan that runs.",
    condition: { profile_status: ["activated"], has_running_loan: false, is_blacklisted: false },
  },
  paid: {
    name: "Paid",
    description: "Has paid back at least one loan in full.",
    condition: { has_settled_loan: true },
  },
  uncertain: {
    name: "Uncertain",
    description: "An underwriter could not decide and wants to know more.",
    condition: { profile_status: ["uncertain"], is_blacklisted: false },
  },
  declined: {
    name: "Declined",
    description: "Declined, or deactivated after having been approved.",
    condition: { profile_status: ["declined", "deactivated"] },
  },
  "decline-users": {
    name: "Declined cards",
    description: "Requested a card and was declined.",
    condition: { has_declined_card: true },
  },
  "post-no-debit": {
    name: "Post no debit",
    description: "Money may come in and may not go out.",
    condition: { is_post_no_debit: true },
  },
  "referred-users": {
    name: "Referred",
    description: "Came through another customer.",
    condition: { was_referred: true },
  },
  blacklisted: {
    name: "Blacklisted",
    description: "May not sign in, and is never lent to.",
    condition: { is_blacklisted: true },
  },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as [QueueName, ...QueueName[]];

/** Whether a word names a queue. */
export const isQueue = (word: string): word is QueueName => Object.hasOwn(queues, word);

/** What a queue looks at. */
export interface QueuedPerson {
  status: string;
  profile_status: string;
  is_blacklisted: boolean;
  /** Whole days since the registration. */
  registered_days_ago: number;
  registration_source: string | null;
  running_loans: number;
  settled_loans: number;
  open_document_requests: number;
  is_high_end: boolean;
  assigned_to: string | null;
  is_post_no_debit: boolean;
  has_declined_card: boolean;
  referred_by: string | null;
}

const agrees = (wanted: boolean | undefined, found: boolean): boolean => wanted === undefined || wanted === found;

/** Tells whether a person is in a queue, by the condition that the server turns into SQL. */
export function isInQueue(name: QueueName, person: QueuedPerson): boolean {
  const condition: QueueCondition = queues[name].condition;
  const { more_than = -1, at_most = Number.POSITIVE_INFINITY } = condition.registered_days_ago ?? {};
  return (
    (condition.case_status === undefined || (condition.case_status as readonly string[]).includes(person.status)) &&
    (condition.profile_status === undefined ||
      (condition.profile_status as readonly string[]).includes(person.profile_status)) &&
    person.registered_days_ago > more_than &&
    person.registered_days_ago <= at_most &&
    (condition.registration_source === undefined || condition.registration_source === person.registration_source) &&
    agrees(condition.is_blacklisted, person.is_blacklisted) &&
    agrees(condition.has_running_loan, person.running_loans > 0) &&
    agrees(condition.has_settled_loan, person.settled_loans > 0) &&
    agrees(condition.is_awaiting_documents, person.open_document_requests > 0) &&
    agrees(condition.is_high_end, person.is_high_end) &&
    agrees(condition.is_assigned, person.assigned_to !== null) &&
    agrees(condition.is_post_no_debit, person.is_post_no_debit) &&
    agrees(condition.has_declined_card, person.has_declined_card) &&
    agrees(condition.was_referred, person.referred_by !== null)
  );
}
