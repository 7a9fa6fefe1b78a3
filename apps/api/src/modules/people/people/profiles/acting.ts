/** Acting on a person's case: the record, and what may be done to it. */
import type { Abilities } from "@manilla/contract/action";
import { sql } from "kysely";
import type { Context } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { getRow } from "../../../../db/row.ts";
import { abilitiesIn, actionsOn, eachOf } from "../../../platform/states/index.ts";
import { requireCustomer } from "../customers.ts";
import { type PersonFacts, type ProfileRow, loadFacts } from "./facts.ts";
import { type CaseFacts, type UncertainMark, cardCalls, cardRules, caseCalls, caseRules } from "./rules.ts";

/** A person's case, locked. */
export interface Case extends CaseFacts {
  user_id: string;
  version: number;
  person: PersonFacts;
}

type Shared = Omit<CaseFacts, "status" | "case_status" | "has_bvn" | "has_account">;
type Numbers = Pick<ProfileRow, "bvn_last4" | "account_no_last4">;
/** What a list selects for the abilities of its people beside what its rows show. */
export type RowFacts = Shared & Numbers;

const factsOf = (person: Shared & { status: string }, status: string, numbers: Numbers): CaseFacts => ({
  ...person,
  status,
  case_status: person.status,
  has_bvn: numbers.bvn_last4 !== null,
  has_account: numbers.account_no_last4 !== null,
});
const factsOfPerson = (person: PersonFacts): CaseFacts =>
  factsOf(
    {
      ...person,
      bank_account_status: person.profile.bank_account_status,
      account_typed_by: person.profile.account_typed_by,
      verified_by: person.profile.verified_by,
      pre_approved_by: person.profile.pre_approved_by,
      // A jsonb column: decisions.ts is the only writer.
      uncertain_mark: person.profile.uncertain_mark as UncertainMark | null,
    },
    person.profile.status,
    person.profile,
  );

/** What the caller may do to a person now. */
export const caseAbilities = (context: Context, person: PersonFacts): Abilities =>
  abilitiesIn(context, caseCalls, caseRules)(factsOfPerson(person));

/** The same for the rows of a list. */
export function rowAbilities(context: Context) {
  const abilities = abilitiesIn(context, caseCalls, caseRules);
  return (row: RowFacts & { status: string; profile_status: string }): Abilities =>
    abilities(factsOf(row, row.profile_status, row));
}

/** What the caller may do to a person's request for a card. */
export const cardAbilities = (context: Context, request: { status: string; user_id: string }): Abilities =>
  abilitiesIn(context, cardCalls, cardRules)(request);

/** The person, with the profile locked: a concurrent decision waits and then sees this one. @throws NotFound */
export async function lockCase(tx: Tx, user_id: string): Promise<Case> {
  await requireCustomer(tx, user_id);
  await sql`select 1 from profiles where user_id = ${user_id} for update`.execute(tx);
  const person = await loadFacts(tx, user_id);
  return { ...factsOfPerson(person), user_id, version: person.profile.version, person };
}

export const act = actionsOn({
  calls: caseCalls,
  rules: caseRules,
  noun: "profile",
  name: "profile",
  audits: ({ user_id }: Case) => ({ subject_type: "user", subject_id: user_id }),
  lock: (tx: Tx, _: Context, id: string) => lockCase(tx, id),
  answer: (tx, _, user_id) => getRow(tx, "profiles", { user_id }, ["user_id", "status", "version"]),
});

/** The same done to several people. With `throws_alone` a refusal of the only one is the answer. */
export async function verdictsOn(
  context: Context,
  user_ids: readonly string[],
  work: (tx: Tx, user_id: string) => Promise<unknown>,
  options?: { throws_alone: boolean },
): Promise<{ results: { user_id: string; is_done: boolean; status: string | null; reason: string | null }[] }> {
  const verdicts = await eachOf(context, user_ids, work, options);
  return {
    results: verdicts.map(({ id, is_done, result, reason }) => ({
      user_id: id,
      is_done,
      status: (result as { status?: string } | null)?.status ?? null,
      reason,
    })),
  };
}
