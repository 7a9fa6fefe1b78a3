/** The verdicts that rules would have given in the last 90 days. */
import type { Input, Output } from "@manilla/contract/endpoint";
import type { preview } from "@manilla/contract/companies/expense-policies";
import { type RuleEffect, effects } from "@manilla/contract/companies/policy-rules";
import { addDays } from "@manilla/credit";
import type { Context } from "../../../house/app.ts";
import { InvalidFields } from "../../../errors.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Spent, spentSince } from "./queries.ts";
import { checkExpense, wrongWith } from "./rules.ts";

const DAYS = 90;
const EXAMPLES = 50;

type Preview = Output<typeof preview>;
type Judged = Spent & ReturnType<typeof checkExpense>;

/** Each person's expenses in their order, beside what they had spent by then. */
function judge(rules: Input<typeof preview>["body"]["rules"], spent: readonly Spent[], from_on: string): Judged[] {
  let earlier: Spent[] = [];
  return spent.flatMap((expense) => {
    if (earlier[0] && earlier[0].user_id !== expense.user_id) earlier = [];
    const judged = expense.spent_on >= from_on ? [{ ...expense, ...checkExpense(rules, expense, earlier) }] : [];
    earlier.push(expense);
    return judged;
  });
}

const sum = (rows: readonly Pick<Spent, "amount_kobo">[]): bigint =>
  rows.reduce((total, { amount_kobo }) => total + amount_kobo, 0n);
const counted = (rows: readonly Judged[]) => ({ expenses: rows.length, amount_kobo: sum(rows) });

/** @throws InvalidFields */
export async function previewRules(context: Context, { body }: Input<typeof preview>): Promise<Preview> {
  const wrong = wrongWith(body.rules);
  if (wrong) throw new InvalidFields({ rules: [wrong] });
  const until_on = await businessDate(context.db);
  const from_on = addDays(until_on, -DAYS);
  const judged = judge(body.rules, await spentSince(context, body.roles, from_on, body.rules), from_on);
  const said = judged.filter((row): row is Judged & { effect: RuleEffect } => row.effect !== null);
  return {
    from_on,
    until_on,
    looked_at: judged.length,
    amount_kobo: sum(judged),
    by_effect: effects.map((effect) => ({ effect, ...counted(said.filter((row) => row.effect === effect)) })),
    by_rule: body.rules.map(({ name, effect }) => ({
      name,
      effect,
      ...counted(said.filter(({ findings }) => findings.some(({ rule }) => rule === name))),
    })),
    examples: said
      .toSorted((one, other) =>
        other.amount_kobo > one.amount_kobo ? 1 : other.amount_kobo < one.amount_kobo ? -1 : 0,
      )
      .slice(0, EXAMPLES)
      .map(({ id, person, merchant, category, amount_kobo, spent_on, effect, findings }) => ({
        id,
        person,
        merchant,
        category,
        amount_kobo,
        spent_on,
        effect,
        said: findings.map(({ rule, says }) => `${rule}: ${says}`),
      })),
  };
}
