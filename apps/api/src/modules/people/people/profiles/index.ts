/** The door of profiles: what is known of a person, the case's status, the possible decisions. */
export { caseStatusOf, moveCase, refreshCase } from "./case.ts";
export { MISSING } from "./missing.ts";
export { type PersonFacts, completenessOfPerson, loadFacts, shownProfile } from "./facts.ts";
export { CUSTOMERS, queueScope } from "./queue-scope.ts";
export { TAKEN_BACK, type UncertainMark } from "./rules.ts";
export { ageOn, compareIdentity, isSameName } from "./names.ts";
export {
  type Case,
  type RowFacts,
  act,
  cardAbilities,
  caseAbilities,
  lockCase,
  rowAbilities,
  verdictsOn,
} from "./acting.ts";
export { LIFTS, askToLift, liftedByTwo } from "./lifting.ts";
export { followCase } from "./post-no-debit.ts";
export { payeesOf } from "./payees.ts";
export { type PlanLimits, liftPlan, planOf } from "./plan-of.ts";
export { blockersOf, erase } from "./erasing.ts";
