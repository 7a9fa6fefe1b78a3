/** What the credit rules said, in words, for the second person who decides about what follows from it. */
import { naira, sentence } from "@manilla/contract/formats";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../house/app.ts";

interface Said {
  key: string;
  outcome: string;
  final_outcome: string;
  limit_kobo: bigint;
  reason: string | null;
  overruled_by: string | null;
  overrule_reason: string | null;
  approved_by: string | null;
  approved_because: string | null;
}

const NOT_ASKED = "They were not asked";

/** `Referred: the bureau has not been asked. Approved against the rules by Ada Obi: payslip seen.` @param mayRead whether the reader may see bureau reports, and so the reasons */
export function saidInWords(said: Omit<Said, "key"> | undefined, mayRead: boolean): string {
  if (!said) return NOT_ASKED;
  const { outcome, final_outcome, reason, overruled_by, approved_by } = said;
  const because = (words: string | null): string => (mayRead && words ? `: ${words.replace(/\.$/, "")}` : "");
  const verdict = `${sentence(outcome)}${outcome === "approved" ? "" : because(reason)}`;
  const changed = overruled_by && `Changed to ${final_outcome} by ${overruled_by}${because(said.overrule_reason)}`;
  const isAgainst = final_outcome !== "approved" && approved_by !== null;
  const against = isAgainst && `Approved against the rules by ${approved_by}${because(said.approved_because)}`;
  return [verdict, changed, against, `Limit ${naira(said.limit_kobo)}`].filter(Boolean).join(". ");
}

async function newest({ db, session }: Context, key: "loan_id" | "user_id", ids: RawBuilder<unknown>) {
  const { rows } = await sql<Said>`
    select distinct on (${sql.ref(`d.${key}`)}) ${sql.ref(`d.${key}`)} as key, d.outcome, d.final_outcome, d.limit_kobo,
      d.judgement -> 'reasons' ->> 0 as reason, o.full_name as overruled_by, d.overrule_reason, t.actor_name as approved_by,
      t.reason as approved_because
    from credit_decisions d
    left join users o on o.id = d.overruled_by
    left join lateral (
      select actor_name, reason
      from transitions
      where noun = 'loan' and subject_id = d.loan_id and to_state in ('approved', 'offered')
      order by happened_at, id
      limit 1
    ) t on ${sql.lit(key === "loan_id")}
    where ${sql.ref(`d.${key}`)} = any(${ids})
    order by ${sql.ref(`d.${key}`)}, d.decided_at desc, d.id desc
  `.execute(db);
  const mayRead = session.permissions.has("provider:can_view_bureau_reports");
  return new Map(rows.map(({ key: id, ...said }) => [id, saidInWords(said, mayRead)]));
}

/** About each of these loans, when it was decided last. Those that they were not asked about are there too. */
export async function rulesSaidOfLoans(context: Context, loan_ids: readonly string[]): Promise<Map<string, string>> {
  const said = await newest(context, "loan_id", sql`${[...loan_ids]}::uuid[]`);
  return new Map(loan_ids.map((id) => [id, said.get(id) ?? NOT_ASKED]));
}

/** About a person, when they were asked last. */
export const rulesSaidOfPerson = async (context: Context, user_id: string): Promise<string> =>
  (await newest(context, "user_id", sql`array[${user_id}]::uuid[]`)).get(user_id) ?? NOT_ASKED;
