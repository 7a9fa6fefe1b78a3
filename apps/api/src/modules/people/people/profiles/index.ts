/** The door of profiles: what is known of a person, where the case stands, what may be decided. */
export { caseStatusOf, moveCase, refreshCase } from "./case.ts";
export { type PersonFacts, completenessOfPerson, loadFacts, shownProfile } from "./facts.ts";
export { CUSTOMERS, queueScope } from "./queue-scope.ts";
export { ageOn, compareIdentity, isSameName } from "./names.ts";
export { type Decision, abilitiesOf, bankAccountReason, whyNotDecide } from "./rules.ts";
export { blockersOf, erase } from "./erasing.ts";
