/** Money that staff record on a loan: one receipt by itself, or several that arrive together, each on a loan of its own, in one transaction. */
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type * as calls from "@manilla/contract/lending/repayments";
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import type { Money } from "../../../house/purposes.ts";
import { creditsOf } from "../../money/books/index.ts";
import { insertReceipts, receive, recordedAlone } from "../../money/receipts/index.ts";
import { type Evidence, freshSlips } from "../../money/slips/index.ts";
import { actorOf, recordAudits } from "../../platform/audit/index.ts";
import { receivedAnswers } from "./queries.ts";
import { type LockedLoan, type Planned, bookedOf, carryOut, planFor } from "./receive.ts";
import {
  LIVE_STATES,
  type LoanOfRepayment,
  OPEN_ROWS,
  type Schedule,
  dueAmount,
  lockLoansOf,
  readSchedules,
  settlementOf,
} from "../schedules/index.ts";

export interface Recorded {
  amount_kobo: bigint;
  reference: string;
  note?: string | undefined;
  excess?: Money["excess"];
  slip_id?: string | undefined;
  channel: "staff" | "credit_balance";
  on: string;
  /** Who asked, where a second person records it. */
  maker_id?: string | undefined;
}

const moneyOf = (
  context: Context,
  { loan }: LockedLoan,
  { channel, maker_id, amount_kobo, reference, on, excess, slip_id, note }: Recorded,
): Money => ({
  amount_kobo,
  reference,
  on,
  excess,
  slip_id,
  user_id: loan.user_id,
  purpose: "loan_repayment",
  subject_id: loan.id,
  channel,
  source: channel === "credit_balance" ? "customer_credit" : "receipts_awaiting_bank",
  actor: { ...actorOf(context), ...(maker_id && { user_id: maker_id }) },
  confirmed_by: maker_id && context.session.user_id,
  note: note ?? null,
});

const auditOf = (
  action: string,
  { loan, money: { actor, amount_kobo, reference, note } }: Pick<Planned, "loan" | "money">,
) => ({
  actor,
  action,
  subject_type: "loan",
  subject_id: loan.id,
  before: { outstanding_principal_kobo: loan.outstanding_principal_kobo },
  after: { amount_kobo, reference },
  reason: note ?? null,
});

/** Records one receipt. @returns its id @throws Conflict for a reference that was received before */
export async function record(
  tx: Tx,
  context: Context,
  found: LockedLoan,
  recorded: Recorded,
  action: string,
): Promise<string> {
  const money = moneyOf(context, found, recorded);
  const { receipt_id, is_replay } = await receive(tx, context, money, found);
  if (is_replay) throw new Conflict(`The reference ${money.reference} was already received.`, "reference_used");
  await recordAudits(tx, [auditOf(action, { loan: found.loan, money: { ...money, actor: actorOf(context) } })]);
  return receipt_id;
}

interface Request<Body> {
  context: Context;
  input: { params: { id: string }; body: Body };
}
/** What a request comes to on its loan; undefined where that is not plain. */
type Judge<Body> = (
  body: Body,
  loan: LoanOfRepayment,
  schedule: Schedule,
) => (Omit<Recorded, "channel" | "on"> & Evidence) | undefined;

/** Plans of the requests that are plain, each on a loan and under a reference of its own. */
async function planAll<Body>(tx: Tx, requests: readonly Request<Body>[], judge: Judge<Body>) {
  const ids = requests.map(({ input }) => input.params.id);
  const loans = new Map((await lockLoansOf(tx, ids)).map((loan) => [loan.repayment_id, loan]));
  const [schedules, credits, slips] = await Promise.all([
    readSchedules(
      tx,
      [...loans.values()].map(({ id }) => id),
    ),
    creditsOf(
      tx,
      [...loans.values()].map(({ user_id }) => user_id),
    ),
    freshSlips(
      tx,
      requests.map(({ input }) => (input.body as Evidence).slip_id),
    ),
  ]);
  const used = new Set<string>();
  const judged = requests.map(({ context, input: { params, body } }) => {
    const loan = loans.get(params.id);
    const schedule = loan && schedules.get(loan.id);
    const isPlain =
      schedule &&
      schedule.rows.length > 0 &&
      credits.get(loan.user_id) === 0n &&
      loan.user_id !== context.session.user_id &&
      LIVE_STATES.includes(loan.status);
    const recorded = isPlain ? judge(body, loan, schedule) : undefined;
    if (!isPlain || !recorded || used.has(loan.id) || used.has(recorded.reference)) return undefined;
    const slip = slips.get(recorded.slip_id ?? "");
    if (slip?.uploaded_by !== context.session.user_id || used.has(slip.file)) return undefined;
    if ((recorded.received_on ?? loan.on) !== loan.on) return undefined;
    used.add(loan.id).add(recorded.reference).add(slip.file);
    return { context, locked: { loan, schedule, credit_kobo: 0n }, recorded };
  });
  const plain = judged.filter((each) => each !== undefined);
  const verdicts = await recordedAlone(
    tx,
    plain.map(({ context, locked: { loan }, recorded: { amount_kobo } }) => ({
      recorder_id: context.session.user_id,
      loan_id: loan.id,
      user_id: loan.user_id,
      amount_kobo,
    })),
    plain[0]?.locked.loan.on ?? "",
  );
  return judged.map((each): Planned | undefined => {
    if (!each || !verdicts[plain.indexOf(each)]) return undefined;
    const { context, locked, recorded } = each;
    const money = moneyOf(context, locked, { ...recorded, channel: "staff", on: locked.loan.on });
    return planFor(money, uuidv7(), locked);
  });
}

/** Records the receipts of several requests together. Special cases (locked, refused or own loan, credit balance, used reference, no slip, a used one or a colleague's, an earlier day) go alone. */
const recordTogether =
  <Body>(actionOf: (body: Body) => string, judge: Judge<Body>) =>
  async (tx: Tx, requests: readonly Request<Body>[]): Promise<(z.output<typeof calls.received> | undefined)[]> => {
    const planned = await planAll(tx, requests, judge);
    if (planned.every((each) => each === undefined)) return planned;
    const inserted = await insertReceipts(
      tx,
      planned.flatMap((each) =>
        each
          ? [
              {
                money: each.money,
                subject: { purpose: "loan_repayment" as const, subject_id: each.loan.id },
                id: each.receipt_id,
                booked: bookedOf(each),
              },
            ]
          : [],
      ),
    );
    const kept = planned.map((each) => (each && inserted.has(each.receipt_id) ? each : undefined));
    const plans = kept.filter((each) => each !== undefined);
    await carryOut(tx, plans);
    await recordAudits(
      tx,
      kept.flatMap((each, at) => (each ? [auditOf(actionOf(requests[at]!.input.body), each)] : [])),
    );
    const answers = await receivedAnswers(
      tx,
      plans.map(({ receipt_id }) => receipt_id),
    );
    return kept.map((each) => each && answers.get(each.receipt_id));
  };

export const payFractions = recordTogether<z.output<typeof calls.payFraction.body>>(
  () => "repayment_part_received",
  (body, loan, { rows }) => (body.amount_kobo >= settlementOf(loan, rows, loan.on).total_kobo ? undefined : body),
);

/** Everything due; the whole loan and what a credit balance pays go by themselves. */
export const settleTogether = recordTogether<z.output<typeof calls.settle.body>>(
  ({ scope }) => `repayment_settled_${scope}`,
  ({ scope, source, reference, note, amount_kobo, ...evidence }, loan, { rows }) => {
    const due_kobo = dueAmount(
      rows.filter(({ status }) => OPEN_ROWS.includes(status)),
      loan.on,
    );
    const isPlain = scope === "due" && source !== "credit_balance" && reference && due_kobo > 0n;
    return isPlain && (amount_kobo ?? due_kobo) === due_kobo
      ? { amount_kobo: due_kobo, reference, note, ...evidence }
      : undefined;
  },
);
