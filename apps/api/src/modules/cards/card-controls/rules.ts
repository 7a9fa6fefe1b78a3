/** Decisions about controls. Pure; amounts in kobo. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type { Controls } from "@manilla/contract/cards/card-control-kinds";
import type * as calls from "@manilla/contract/cards/card-controls";
import { limitPeriods } from "@manilla/contract/cards/decline-reasons";

const isTighterList = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === 0 || (after.length > 0 && after.every((each) => before.includes(each)));
const isTighterNumber = (before: bigint | number | null, after: bigint | number | null): boolean =>
  before === null || (after !== null && after <= before);
const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** The first control that lets more through than before; undefined where none does. */
export function loosened(before: Controls, after: Controls): string | undefined {
  const period = limitPeriods.find((each) => !isTighterNumber(before.limits[each], after.limits[each]));
  if (period) return `${period}_kobo`;
  if (!isTighterNumber(before.day_count, after.day_count)) return "day_count";
  for (const list of ["allowed_categories", "allowed_merchants", "channels", "countries", "weekdays"] as const)
    if (!isTighterList(before[list], after[list])) return list;
  for (const list of ["blocked_categories", "blocked_merchants"] as const)
    if (!before[list].every((each) => (after[list] as readonly string[]).includes(each))) return list;
  const hours = ({ from_hour, to_hour }: Controls) => [from_hour, to_hour];
  if (before.from_hour !== null && !isSame(hours(before), hours(after))) return "from_hour";
  return after.tips_percent > before.tips_percent ? "tips_percent" : undefined;
}

export interface RaiseFacts {
  status: string;
  user_id: string;
}
const own_raise: Rule<RaiseFacts> = ({ user_id }, caller) => user_id === caller.user_id;
export const raiseRules: RulesOf<typeof calls, RaiseFacts> = {
  grantRaise: { own_raise },
  declineRaise: { own_raise },
  withdrawRaise: { not_yours: ({ user_id }, caller) => user_id !== caller.user_id },
};
