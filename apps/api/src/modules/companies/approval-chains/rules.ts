/** Who must decide next, who may, and what looks split. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/approval-chains";
import type { Approver, ChainStep } from "@manilla/contract/companies/chain-steps";
import { restOn } from "@manilla/contract/nigeria/holidays";
import { addDays } from "@manilla/credit";

/** The subject of a chain. */
export interface Subject {
  amount_kobo: bigint | null;
  requester_id: string;
  /** Whom it pays, where that is somebody of the company. */
  payee_id: string | null;
  /** The department that it is for, and the one above it. */
  department_ids: readonly string[];
  category_ids: readonly string[];
}

/** Somebody of the company who can be asked. People who left, are blocked or erased are not among them. */
export interface Decider {
  user_id: string;
  roles: readonly string[];
  /** Of the requester. */
  is_manager: boolean;
  /** Of the department that the request is for. */
  is_head: boolean;
}

/** No value: the field is missing or empty. */
const isUnsaid = (value: unknown): value is null | undefined => value === null || value === undefined;

const among = (wanted: readonly string[], has: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((id) => has.includes(id));

/** Whether a step is for this request: each of its conditions holds. A band is never met by a request without an amount. */
export const appliesTo = (step: ChainStep, subject: Subject): boolean =>
  (isUnsaid(step.from_kobo) || (subject.amount_kobo !== null && subject.amount_kobo >= step.from_kobo)) &&
  (isUnsaid(step.below_kobo) || (subject.amount_kobo !== null && subject.amount_kobo < step.below_kobo)) &&
  among(step.department_ids, subject.department_ids) &&
  among(step.category_ids, subject.category_ids) &&
  among(step.requester_ids, [subject.requester_id]);

/** The steps for a request, in their order. */
export const stepsFor = (steps: readonly ChainStep[], subject: Subject): ChainStep[] =>
  steps.filter((step) => appliesTo(step, subject));

const isMeant = ({ who, role, user_id }: Approver, person: Decider): boolean =>
  who === "manager"
    ? person.is_manager
    : who === "department_head"
      ? person.is_head
      : who === "role"
        ? !isUnsaid(role) && person.roles.includes(role)
        : person.user_id === user_id;

/** Nobody approves what they requested or are paid by. */
export const mayBeAsked = ({ requester_id, payee_id }: Pick<Subject, "requester_id" | "payee_id">, user_id: string) =>
  user_id !== requester_id && user_id !== payee_id;

/** The people that these name, without those who may not decide it. */
export const meantBy = (approvers: readonly Approver[], subject: Subject, people: readonly Decider[]): string[] =>
  people
    .filter((person) => mayBeAsked(subject, person.user_id) && approvers.some((each) => isMeant(each, person)))
    .map(({ user_id }) => user_id);

/** The approver of a step that has nobody left: an administrator of the company. */
export const STAND_IN_ROLE = "company_super_admin";

interface Named {
  user_id: string;
  because: "chain" | "stand_in";
}
/** The next position with its people, and whose agreement to an earlier step counts there; or: everybody has agreed; or: nobody is left who may decide. */
export type Next = { position: number; asked: Named[]; counted: Named[] } | "agreed" | "nobody";

/** Who has agreed to the steps before: where the chain names them, and in place of somebody else. */
export interface Before {
  own: readonly string[];
  spent: readonly string[];
}

/**
 * The step after `position` (−1 before the first), with whom it asks. Where its people are gone, or are the requester or the payee
 * themselves, an administrator is asked; a step is never left out. One person is one agreement: who was named before and has agreed is asked again in no step. It
 * counts where nobody else is asked, or each has to agree; else another must. Who has agreed in place of somebody else is stood in for as if they were gone.
 */
export function nextStep(
  steps: readonly ChainStep[],
  position: number,
  subject: Subject,
  people: readonly Decider[],
  { own, spent }: Before = { own: [], spent: [] },
): Next {
  const step = steps[position + 1];
  if (!step) return "agreed";
  const named = meantBy(step.approvers, subject, people);
  const usable = named.filter((id) => !spent.includes(id));
  // Where all have to agree, one who is missing is stood in for as well.
  const isShort =
    usable.length === 0 ||
    (step.need === "all" &&
      step.approvers.some((each) => !meantBy([each], subject, people).some((id) => usable.includes(id))));
  const administrators = isShort
    ? meantBy([{ who: "role", role: STAND_IN_ROLE }], subject, people).filter((id) => !usable.includes(id))
    : [];
  const others = administrators.filter((id) => !own.includes(id) && !spent.includes(id));
  const asked: Named[] = [
    ...usable.filter((id) => !own.includes(id)).map((user_id) => ({ user_id, because: "chain" as const })),
    ...(others.length > 0 ? others : administrators).map((user_id) => ({ user_id, because: "stand_in" as const })),
  ];
  const counted: Named[] = (step.need === "all" || asked.length === 0 ? usable : [])
    .filter((id) => own.includes(id))
    .map((user_id) => ({ user_id, because: "chain" as const }));
  if (asked.length + counted.length > 0) return { position: position + 1, asked, counted };
  // Nobody else is left: they know by then that somebody was stood in for.
  const again = named.map((user_id) => ({ user_id, because: "chain" as const }));
  return again.length === 0 ? "nobody" : { position: position + 1, asked: again, counted };
}

/**
 * The approvers of a step from which somebody is gone: those of its chain who are not asked yet, else, and where all have to agree and one of them is missing, an
 * administrator. One who has agreed is not among them.
 */
export function inPlaceOf(
  step: ChainStep | undefined,
  subject: Subject,
  people: readonly Decider[],
  agreed: readonly string[],
): Named[] {
  const meant = (approvers: readonly Approver[]) =>
    meantBy(approvers, subject, people).filter((id) => !agreed.includes(id));
  const named = step ? meant(step.approvers) : [];
  const isShort =
    named.length === 0 ||
    (step?.need === "all" && step.approvers.some((each) => meantBy([each], subject, people).length === 0));
  const standIns = isShort ? meant([{ who: "role", role: STAND_IN_ROLE }]) : [];
  return [
    ...named.map((user_id) => ({ user_id, because: "chain" as const })),
    ...standIns.filter((id) => !named.includes(id)).map((user_id) => ({ user_id, because: "stand_in" as const })),
  ];
}

/** A present or former approver of a step. */
export interface Asked {
  approver_id: string;
  because: "chain" | "escalated" | "rerouted" | "stand_in";
  has_agreed: boolean;
  is_removed: boolean;
}

/**
 * Whether a step has agreed: with `any` one of those who are still asked; with `all` everybody that the chain, or who handed it on, asks.
 * Those to whom it was escalated, and administrators asked in place of others, may each decide alone.
 */
export function isAgreed(need: ChainStep["need"], asked: readonly Asked[]): boolean {
  const present = asked.filter(({ is_removed }) => !is_removed);
  const agreed = present.filter(({ has_agreed }) => has_agreed);
  if (need === "any" || agreed.some(({ because }) => because === "escalated")) return agreed.length > 0;
  const named = present.filter(({ because }) => because === "chain" || because === "rerouted");
  const standIns = present.filter(({ because }) => because === "stand_in");
  return (
    agreed.length > 0 &&
    named.every(({ has_agreed }) => has_agreed) &&
    (standIns.length === 0 || standIns.some(({ has_agreed }) => has_agreed))
  );
}

/** For whom somebody else is asked because nobody may decide for them: where each has to agree for each of them, else only where that is so of all. */
export function aloneOf(
  need: ChainStep["need"] | undefined,
  waiting: readonly (Pick<Asked, "approver_id" | "because"> & { is_alone: boolean })[],
): string[] {
  const alone = waiting.filter(({ is_alone }) => is_alone);
  if (need !== "all") return alone.length === waiting.length ? alone.map(({ approver_id }) => approver_id) : [];
  // Of those in place of others, and to whom it was escalated, one is enough.
  return alone
    .filter(({ because }) => because === "chain" || because === "rerouted")
    .map(({ approver_id }) => approver_id);
}

/** Days after `from`, up to and with `until`, on which banks work: neither a weekend nor a public holiday. @param declared holidays that were declared */
export function workingDays(from: string, until: string, declared: readonly string[] = []): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= until; day = addDays(day, 1))
    if (restOn(day, declared) === undefined) count += 1;
  return count;
}

/** Whether a step has waited as long as its chain lets it. */
export const isOverdue = (
  step: ChainStep,
  waits_since: string,
  today: string,
  declared: readonly string[] = [],
): boolean =>
  !isUnsaid(step.escalate_after_days) && workingDays(waits_since, today, declared) >= step.escalate_after_days;

/** Days after a colleague’s rights were ended in which nobody of the company does alone what needs a second person. */
export const ALONE_AFTER_DAYS = 7;

/** How long requests of one person to one payee, or for one category, are looked at together. */
export const SPLIT_DAYS = 5;

/** A request of the same requester to the same payee or for the same category within these days. */
export interface Beside {
  id: string;
  amount_kobo: bigint;
}

/**
 * The requests beside which this one looks split: together they reach a band that none of them reaches alone. Empty where they do not.
 * @param steps all of the chain, whatever applies to this one
 */
export function splitBeside(
  steps: readonly ChainStep[],
  amount_kobo: bigint | null,
  beside: readonly Beside[],
): string[] {
  if (amount_kobo === null || beside.length === 0) return [];
  const sum = beside.reduce((total, each) => total + each.amount_kobo, amount_kobo);
  const largest = beside.reduce((most, each) => (each.amount_kobo > most ? each.amount_kobo : most), amount_kobo);
  const bands = steps.flatMap(({ from_kobo }) => (isUnsaid(from_kobo) ? [] : [from_kobo]));
  return bands.some((band) => largest < band && sum >= band) ? beside.map(({ id }) => id) : [];
}

/** What is wrong with a chain, as a message; undefined where nothing is. */
export function wrongWith(steps: readonly ChainStep[], has_amount: boolean): string | undefined {
  if (steps.length === 0) return "a chain has at least one step";
  for (const { name, from_kobo, below_kobo, approvers, escalate_after_days, escalate_to } of steps) {
    if (!has_amount && (!isUnsaid(from_kobo) || !isUnsaid(below_kobo))) return `${name}: these requests have no amount`;
    if (!isUnsaid(from_kobo) && !isUnsaid(below_kobo) && from_kobo >= below_kobo)
      return `${name}: no amount lies in this band`;
    for (const each of [...approvers, ...(escalate_to ? [escalate_to] : [])]) {
      if (each.who === "role" && !each.role) return `${name}: choose a role`;
      if (each.who === "person" && !each.user_id) return `${name}: choose a person`;
    }
    if (isUnsaid(escalate_after_days) !== isUnsaid(escalate_to)) return `${name}: say after how many days, and to whom`;
  }
  if (!has_amount && steps.every((step) => step.department_ids.length + step.requester_ids.length > 0))
    return "one step has to be for everybody: else somebody asks nobody";
  return undefined;
}

export interface ApprovalFacts {
  status: string;
  requester_id: string;
  payee_id: string | null;
  /** The caller is asked in the present step, or decides for somebody who is; with those they decide for. */
  asked_for: readonly string[];
  /** In whose place the caller has agreed to this request before; themselves where it was their own turn. */
  stood_for: readonly string[];
  /** The caller, or somebody for whom they decide, was given their power by the only administrator, hours ago. */
  is_too_early: boolean;
}

/**
 * In whose place somebody agrees: their own first. One person is one signature, also where they decide for others: an approver who has agreed to a request in one place agrees to it
 * in no other. Undefined where nothing is left for them.
 */
export function agreesFor(
  { asked_for, stood_for }: Pick<ApprovalFacts, "asked_for" | "stood_for">,
  user_id: string,
): string | undefined {
  const open = asked_for.filter((id) => stood_for.every((before) => before === id)).toSorted();
  return open.includes(user_id) ? user_id : open[0];
}

/** Whose turn somebody hands on: all that are theirs where one agreement is enough; one where each has to agree, so that none is lost. */
export function handsOnFor(
  need: ChainStep["need"] | undefined,
  { asked_for }: Pick<ApprovalFacts, "asked_for">,
  user_id: string,
): readonly string[] {
  if (need !== "all") return asked_for;
  return asked_for.includes(user_id) ? [user_id] : asked_for.toSorted().slice(0, 1);
}

const own_request: Rule<ApprovalFacts> = ({ requester_id }, { user_id }) => requester_id === user_id;
const own_money: Rule<ApprovalFacts> = ({ payee_id }, { user_id }) => payee_id === user_id;
const not_your_turn: Rule<ApprovalFacts> = ({ asked_for }) => asked_for.length === 0;
const deciding = { own_request, own_money, not_your_turn };

export const approvalRules: RulesOf<typeof calls, ApprovalFacts> = {
  approve: {
    ...deciding,
    counted_once: (facts, { user_id }) => agreesFor(facts, user_id) === undefined,
    too_early: ({ is_too_early }) => is_too_early,
  },
  decline: deciding,
  sendBack: deciding,
  // The person is looked at where they are known: beside what is typed.
  reroute: { ...deciding, not_a_colleague: () => false },
  withdraw: { not_the_requester: ({ requester_id }, { user_id }) => requester_id !== user_id },
};
