/** Decisions about salary deduction. Pure; amounts in kobo. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/salary-deductions";
import { addDays, dayInMonth } from "@manilla/credit";

export interface FileFacts {
  status: string;
  confirmed_by: string | null;
  /** Somebody of the company, other than who confirmed it, may pay. */
  has_other_payer: boolean;
  /** Those who may answer the file and whose own pay is in it; and whether somebody may whose pay is not. */
  inside_ids: readonly string[];
  has_outsider: boolean;
}

/** Two persons, where the company has two: one says what was kept back, another pays it. */
const same_person: Rule<FileFacts> = (file, caller) =>
  file.status === "confirmed" && file.has_other_payer && file.confirmed_by === caller.user_id;

/** Nobody says alone that their own instalment was kept back, where somebody else can say it. */
const own_pay: Rule<FileFacts> = ({ inside_ids, has_outsider }, caller) =>
  has_outsider && inside_ids.includes(caller.user_id);

export const deductionRules: RulesOf<typeof calls, FileFacts> = {
  confirm: { own_pay },
  sendBack: {},
  pay: { same_person },
};

/** The first pay day on or after a day. @param day of the month; the last one where a month is shorter */
export function nextPayDay(on: string, day: number): string {
  const here = dayInMonth(on, 0, day);
  return here >= on ? here : dayInMonth(on, 1, day);
}

/** The last due date that a pay day covers: the day before the next one. */
export const coveredUntil = (pay_day: string, day: number): string => addDays(dayInMonth(pay_day, 1, day), -1);

/** What a loan asks of the pay: of it, what fell due before. */
export interface Due {
  loan_id: string;
  user_id: string;
  /** A month; null where nobody knows it. */
  salary_kobo: bigint | null;
  due_kobo: bigint;
  overdue_kobo: bigint;
}

/**
 * What is asked of each loan: all of its dues, of one person together at most a share of the salary (Labour Act, section 5: a third), the loans in their
 * order.
 * @param share_percent of the monthly salary; where that is unknown nothing is cut
 * @returns those that ask something
 */
export function linesOf<D extends Due>(dues: readonly D[], share_percent: number): (D & { asked_kobo: bigint })[] {
  const left = new Map<string, bigint>();
  return dues
    .map((due) => {
      const { user_id, salary_kobo, due_kobo, overdue_kobo } = due;
      if (salary_kobo === null) return { ...due, asked_kobo: due_kobo };
      const room = left.get(user_id) ?? (salary_kobo * BigInt(share_percent)) / 100n;
      const asked_kobo = due_kobo < room ? due_kobo : room;
      left.set(user_id, room - asked_kobo);
      return { ...due, asked_kobo, overdue_kobo: overdue_kobo < asked_kobo ? overdue_kobo : asked_kobo };
    })
    .filter(({ asked_kobo }) => asked_kobo > 0n);
}
