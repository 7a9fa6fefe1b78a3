/** What one person may record as received without a second one: sums of 30 days, of the recorder, of the loan and of the person who owes it. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { asJson } from "../../../db/rows.ts";
import { settingsOn } from "../../platform/configuration/index.ts";

const WINDOW_DAYS = 30;
const LIMITS = ["recorded_alone_by_one_kobo", "recorded_alone_on_loan_kobo", "recorded_alone_for_person_kobo"] as const;

export interface ByHand {
  recorder_id: string;
  loan_id: string;
  user_id: string;
  amount_kobo: bigint;
}

/** The sums up to this day; their rows are locked in one order, so that two requests never share the same room. */
async function lockSums(tx: Tx, subjects: readonly string[], on: string): Promise<Map<string, bigint>> {
  await sql`
    insert into recorded_alone (subject_id, on_day, amount_kobo)
    select id, ${on}::date, 0 from unnest(${[...subjects]}::uuid[]) id order by id
    on conflict (subject_id, on_day) do update set amount_kobo = recorded_alone.amount_kobo
  `.execute(tx);
  const { rows } = await sql<{ subject_id: string; amount_kobo: bigint }>`
    select subject_id, sum(amount_kobo)::bigint as amount_kobo
    from recorded_alone
    where subject_id = any(${[...subjects]}::uuid[]) and on_day > ${addDays(on, -WINDOW_DAYS)}::date
    group by 1
  `.execute(tx);
  return new Map(rows.map((row) => [row.subject_id, row.amount_kobo]));
}

/**
 * Whether each may be recorded by one person, by the sums of this day; what may is added to the sums. What one asks for and may not leaves them as they are.
 * @param on business date
 */
export async function recordedAlone(tx: Tx, asked: readonly ByHand[], on: string): Promise<boolean[]> {
  if (asked.length === 0) return [];
  const limits = (await settingsOn(tx, LIMITS, on)).map(BigInt);
  if (limits.includes(0n)) return asked.map(() => false);
  const subjectsOf = ({ recorder_id, loan_id, user_id }: ByHand) => [recorder_id, loan_id, user_id];
  const subjects = [...new Set(asked.flatMap(subjectsOf))];
  const sums = await lockSums(tx, subjects, on);
  const added = new Map<string, bigint>();
  const verdicts = asked.map((each) => {
    const after = subjectsOf(each).map((id) => (sums.get(id) ?? 0n) + each.amount_kobo);
    if (after.some((kobo, at) => kobo > limits[at]!)) return false;
    for (const [at, id] of subjectsOf(each).entries()) {
      sums.set(id, after[at]!);
      added.set(id, (added.get(id) ?? 0n) + each.amount_kobo);
    }
    return true;
  });
  await sql`
    update recorded_alone a
    set amount_kobo = a.amount_kobo + n.amount_kobo
    from jsonb_to_recordset(${asJson([...added].map(([id, amount_kobo]) => ({ id, amount_kobo })))}::jsonb)
      as n(id uuid, amount_kobo bigint)
    where a.subject_id = n.id and a.on_day = ${on}::date
  `.execute(tx);
  return verdicts;
}
