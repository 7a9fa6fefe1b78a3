/** The steps of onboarding and their status: pure, made of the server's answer. */
import { isBankStatement } from "@manilla/contract/people/completeness";
import { day, sentence } from "@manilla/contract/formats";
import type { Answer } from "../../../shared/api/call.ts";
import type { calls } from "../../../shared/api/calls.gen.ts";

/** The server's answer, and what the rules decided when an instant approval was requested; undefined while that is not known. */
export type OnboardingState = Answer<typeof calls.onboarding.find> & { decision?: Decision | null | undefined };
type Decision = NonNullable<Answer<typeof calls.creditDecisions.findOwn>["decision"]>;
export type PersonDocument = OnboardingState["documents"][number];

export const stepKeys = [
  "identity",
  "personal",
  "work",
  "work-email",
  "documents",
  "statement",
  "approval",
  "card",
] as const;
export type StepKey = (typeof stepKeys)[number];

/** `problem`: something was sent and did not do. `later`: other steps come first. */
export type StepStatus = "done" | "todo" | "problem" | "optional" | "later";
export interface Step {
  key: StepKey;
  title: string;
  status: StepStatus;
  /** In a few words: what is there since when, or what is wanted. */
  line: string;
}

const PERSONAL_FIELDS: readonly string[] = ["marital_status", "gender", "address"];

/** The documents of a kind that count, newest first. */
export const validOf = (
  documents: readonly PersonDocument[],
  is: (document: PersonDocument) => boolean,
): PersonDocument[] =>
  documents
    .filter((document) => is(document) && document.status !== "invalidated")
    .toSorted((left, right) => right.created_at.localeCompare(left.created_at));

/** The newest document of a kind when it was refused and nothing took its place. */
export function refusedOf(
  documents: readonly PersonDocument[],
  is: (document: PersonDocument) => boolean,
): PersonDocument | undefined {
  const newest = documents.filter(is).toSorted((left, right) => right.created_at.localeCompare(left.created_at))[0];
  return newest?.status === "invalidated" && validOf(documents, is).length === 0 ? newest : undefined;
}

export const isType =
  (type: PersonDocument["type"]) =>
  (document: PersonDocument): boolean =>
    document.type === type;
export const isStatement = (document: PersonDocument): boolean => isBankStatement(document);

const holds = (state: OnboardingState, name: string): boolean =>
  state.completeness.conditions.find((condition) => condition.name === name)?.holds ?? false;

function identity(state: OnboardingState): Step {
  const { person, profile } = state;
  const isDone = holds(state, "bvn") && holds(state, "identity") && holds(state, "date_of_birth");
  const since = person.bvn_verified_at
    ? `verified on ${day(person.bvn_verified_at)}`
    : `accepted by our staff on ${day(person.bvn_bypassed_at)}`;
  const open =
    state.open_verification?.kind === "bvn" ? "Begun: the code is still wanted" : "Your BVN and a code by SMS";
  return {
    key: "identity",
    title: "Identity",
    status: isDone ? "done" : "todo",
    line: isDone ? `BVN ${profile.bvn ?? ""}, ${since}` : open,
  };
}

function personal({ profile, completeness }: OnboardingState): Step {
  const isDone =
    !completeness.missing.form_two.some((field) => PERSONAL_FIELDS.includes(field)) && profile.date_of_birth !== null;
  return {
    key: "personal",
    title: "Personal details",
    status: isDone ? "done" : "todo",
    line: isDone
      ? [sentence(profile.marital_status ?? ""), profile.state].filter(Boolean).join(", ")
      : "Who you are and where you live",
  };
}

function work({ profile, completeness }: OnboardingState): Step {
  const isDone =
    !completeness.missing.form_two.some((field) => !PERSONAL_FIELDS.includes(field)) &&
    completeness.missing.employment.length === 0;
  return {
    key: "work",
    title: "Work and salary account",
    status: isDone ? "done" : "todo",
    line: isDone
      ? `${profile.employer ?? ""} · ${profile.bank_name ?? ""} ${profile.account_no ?? ""}`
      : "What you earn, and where it is paid",
  };
}

function workEmail(state: OnboardingState): Step {
  const { official_email, work_email_verified_at } = state.person;
  const key = "work-email";
  if (work_email_verified_at)
    return {
      key,
      title: "Work e-mail",
      status: "done",
      line: `${official_email ?? ""}, verified on ${day(work_email_verified_at)}`,
    };
  if (state.profile.employment_status === "self-employed")
    return { key, title: "Work e-mail", status: "optional", line: "Not needed when you work for yourself" };
  return { key, title: "Work e-mail", status: "optional", line: "A second proof of where you work" };
}

function documents({ documents: all, completeness, profile }: OnboardingState): Step {
  const key = "documents";
  const title = "Documents";
  const isDone = completeness.missing.documents.every((name) => name === "bank_statement" || name === "bvn");
  const refused = refusedOf(all, isType("govt_id")) ?? refusedOf(all, isType("work_id"));
  if (refused && !isDone) return { key, title, status: "problem", line: "One was not accepted: please send another" };
  const names = [
    validOf(all, isType("govt_id")).length > 0 && "Government id",
    validOf(all, isType("work_id")).length > 0 && "Work id",
  ].filter(Boolean);
  if (isDone) return { key, title, status: "done", line: names.join(", ") || "Your NIN replaces them" };
  return {
    key,
    title,
    status: "todo",
    line: profile.employment_status === "employed" ? "Government id or work id" : "A government id",
  };
}

/** Sources that fetch from the bank; the others were sent by somebody. */
export const FROM_BANK: ReadonlySet<string> = new Set(["mono", "okra", "statement_source_3", "mbs", "ussd"]);

function statement(state: OnboardingState): Step {
  const { documents: all } = state;
  const key = "statement";
  const title = "Bank statement";
  const newest = validOf(all, isStatement)[0];
  if (refusedOf(all, isStatement))
    return { key, title, status: "problem", line: "It was not accepted: please send another" };
  const pull = state.statement_pull;
  if (!newest && pull && (pull.status === "waiting" || pull.status === "fetching"))
    return {
      key,
      title,
      status: "todo",
      line: pull.source === "ussd" ? "Begun: dial the code" : "Begun: your bank’s message is wanted",
    };
  if (!newest) return { key, title, status: "todo", line: "Connect your bank, or send a file" };
  if (newest.analysis?.status === "failed") return { key, title, status: "problem", line: "We could not read it" };
  return {
    key,
    title,
    status: "done",
    line: `${FROM_BANK.has(newest.source) ? "From your bank" : "Sent"} on ${day(newest.created_at)}`,
  };
}

function approval({ profile, completeness, decision }: OnboardingState): Step {
  const key = "approval";
  const title = "Instant approval";
  if (profile.status === "activated") return { key, title, status: "done", line: "You are approved" };
  if (profile.instant_approval_at)
    return {
      key,
      title,
      status: "done",
      line:
        decision?.outcome === "approved"
          ? `Approved on ${day(profile.instant_approval_at)}`
          : `Requested on ${day(profile.instant_approval_at)}; a person looks at it${decision?.look_by ? ` by ${day(decision.look_by)}` : ""}`,
    };
  // Asked for and answered: it holds nothing up any more.
  if (decision?.outcome === "declined")
    return { key, title, status: "optional", line: `Not given on ${day(decision.decided_at)}` };
  if (completeness.is_qualified_for_instant_approval) return { key, title, status: "todo", line: "One tap" };
  return { key, title, status: "later", line: "After identity and salary" };
}

function card({ card_request }: OnboardingState): Step {
  const isDone = card_request !== null && card_request.status !== "started";
  return {
    key: "card",
    title: "Your card",
    status: isDone ? "done" : "optional",
    line: isDone
      ? `${sentence(card_request.card_type)} card requested on ${day(card_request.requested_at)}`
      : "Whenever you like; never holds up a loan",
  };
}

/** Every step in its order. */
export const stepsOf = (state: OnboardingState): Step[] =>
  [identity, personal, work, workEmail, documents, statement, approval, card].map((step) => step(state));

/** What the person has still to do, in order; what is optional does not count. */
export const openSteps = (steps: readonly Step[]): Step[] =>
  steps.filter(({ status }) => status === "todo" || status === "problem");

const isNeeded = ({ status, key }: Step): boolean => status !== "optional" && key !== "card" && key !== "work-email";

/** The place of a step among those that are needed; undefined for one that nobody has to take. */
export const numberOf = (steps: readonly Step[], key: StepKey): number | undefined =>
  steps.filter(isNeeded).findIndex((step) => step.key === key) + 1 || undefined;

/** How far along: steps done of those that are needed. */
export function progressOf(steps: readonly Step[]): { done: number; of: number } {
  const needed = steps.filter(isNeeded);
  return { done: needed.filter(({ status }) => status === "done").length, of: needed.length };
}

/** Where to go after a step: the next one that is open, first those that follow it; the card, which nobody has to take, comes last. */
export function stepAfter(steps: readonly Step[], key: StepKey): Step | undefined {
  const open = openSteps(steps).filter((step) => step.key !== key);
  const at = stepKeys.indexOf(key);
  const last = steps.find((step) => step.key === "card" && step.status === "optional" && key !== "card");
  return open.find((step) => stepKeys.indexOf(step.key) > at) ?? open[0] ?? last;
}
