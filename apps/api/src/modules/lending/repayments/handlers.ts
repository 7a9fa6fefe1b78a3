import * as calls from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import type { Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { countedOnce } from "../../../db/counted-once.ts";
import { NotFound } from "../../../errors.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { creditOf } from "../../money/books/index.ts";
import { requestReversal } from "../../money/receipts/index.ts";
import { ensureVirtualAccount } from "../../money/charges/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { requestBackDating } from "./back-date.ts";
import type { Done } from "./by-hand.ts";
import { chooseExcess } from "./choosing.ts";
import { IN_DEFAULT, defaultList } from "./defaults.ts";
import { askPayment, debitPartially, payByCard } from "./paying.ts";
import {
  NOT_SUPERSEDED,
  companyRepaymentList,
  duesOf,
  receiptList,
  receiptRows,
  receivedAnswer,
  repaymentList,
  repaymentRows,
  walletHistory,
  walletOf,
} from "./queries.ts";
import { receivedDay } from "../../money/slips/index.ts";
import { payFractions, settleTogether } from "./recording.ts";
import { requestEnd } from "./returning.ts";
import { receiptLetter } from "./receipt-letter.ts";
import { requestGivingUp, requestRefund } from "./refund.ts";
import {
  LIVE_STATES,
  askedNow,
  nextInstalment,
  onItsDay,
  readRunningLoan,
  readSchedule,
  settlementOf,
} from "../schedules/index.ts";
import { payFraction, settleMany, settleRepayment } from "./settle.ts";
import { repaymentStatistics } from "./statistics.ts";
import { previewRescheduling, requestRescheduling } from "./reschedule.ts";
import { requestWaiver } from "./waive.ts";
import { requestLoss } from "./write-off.ts";

// The same for all of the provider's staff.
const statistics = countedOnce<Awaited<ReturnType<typeof repaymentStatistics>>>();

const answerOf = (tx: Tx, done: Done) => ("receipt_id" in done ? receivedAnswer(tx, done.receipt_id) : done);

export const handlers: Handlers<typeof calls> = {
  listAll: () => repaymentList.scoped(NOT_SUPERSEDED),
  ofCompanies: () => companyRepaymentList.scoped(NOT_SUPERSEDED),
  defaults: () => defaultList.scoped(IN_DEFAULT),
  listReceipts: receiptList,
  statistics: (context, { query }) =>
    statistics(context, (db) => repaymentStatistics(db, query), JSON.stringify(query)),
  wallet: ({ db }, { params }) => walletOf(db, params.id),

  async walletHistory({ db }, { params }) {
    const person = await db.selectFrom("users").select("id").where("id", "=", params.id).executeTakeFirst();
    if (!person) throw new NotFound("This person");
    return walletHistory.scoped(sql`x.user_id = ${params.id} and x.purpose in ('loan_repayment', 'credit')`);
  },

  settle: inOneTransaction<typeof calls.settle>(
    async (tx, context, { params, body }) => answerOf(tx, await settleRepayment(tx, context, params.id, body)),
    settleTogether,
  ),
  payFraction: inOneTransaction<typeof calls.payFraction>(
    async (tx, context, { params, body }) => answerOf(tx, await payFraction(tx, context, params.id, body)),
    payFractions,
  ),
  partialDebit: (context, { params, body }) => debitPartially(context, params.id, body.amount_kobo),
  // Long: a second request with the key gets 409 at once.
  settleMany: (context, { body }) => context.once((tx) => settleMany(tx, context, body)),
  reverseReceipt: inOneTransaction<typeof calls.reverseReceipt>(async (tx, context, { params, body }) => ({
    approval_id: await requestReversal(tx, context, params.id, body),
  })),
  backDate: inOneTransaction<typeof calls.backDate>(async (tx, context, { params, body }) => ({
    approval_id: await requestBackDating(tx, context, params.id, body),
  })),
  waive: inOneTransaction<typeof calls.waive>(async (tx, context, { params, body }) => ({
    approval_id: await requestWaiver(tx, context, params.id, body),
  })),
  refund: inOneTransaction<typeof calls.refund>(async (tx, context, { params, body }) => ({
    approval_id: await requestRefund(tx, context, params.id, body),
  })),
  giveUpRefund: inOneTransaction<typeof calls.giveUpRefund>(async (tx, context, { params, body }) => ({
    approval_id: await requestGivingUp(tx, context, params.id, body.reason),
  })),
  chargeOff: inOneTransaction<typeof calls.chargeOff>(async (tx, context, { params, body }) => ({
    approval_id: await requestLoss(tx, context, params.id, "charge_off", body),
  })),
  endReturn: inOneTransaction<typeof calls.endReturn>(async (tx, context, { params, body }) => ({
    approval_id: await requestEnd(tx, context, params.id, body),
  })),
  reschedulePreview: (context, { params, body }) => previewRescheduling(context, params.id, body),
  reschedule: inOneTransaction<typeof calls.reschedule>(async (tx, context, { params, body }) => ({
    approval_id: await requestRescheduling(tx, context, params.id, body),
  })),
  writeOff: inOneTransaction<typeof calls.writeOff>(async (tx, context, { params, body }) => ({
    approval_id: await requestLoss(tx, context, params.id, "write_off", body),
  })),

  async upcoming({ db, session }, { params }) {
    if (params.userId !== session.user_id) throw new NotFound("This person");
    const [repayments, dues] = await Promise.all([
      repaymentRows(
        db,
        sql`r.user_id = ${session.user_id} and r.status in ('scheduled', 'due', 'part_paid', 'overdue')`,
        24,
      ),
      duesOf(db, session.user_id),
    ]);
    return {
      repayments,
      due_kobo: dues.due_kobo,
      overdue_kobo: dues.overdue_kobo,
      next_due_on: dues.next_due_on,
      next_kobo: dues.next_kobo,
    };
  },

  async listOwn({ db, session }) {
    const [repayments, receipts, dues, credit_balance_kobo] = await Promise.all([
      repaymentRows(db, sql`r.user_id = ${session.user_id}`),
      receiptRows(db, sql`x.user_id = ${session.user_id} and x.purpose in ('loan_repayment', 'credit')`),
      duesOf(db, session.user_id),
      creditOf(db, session.user_id),
    ]);
    return { repayments, receipts, credit_balance_kobo, due_kobo: dues.due_kobo };
  },

  receiptLetter: (context, { params }) => receiptLetter(context, params.id),

  async settlementQuote({ db, session }, { params, query }) {
    const loan = await readRunningLoan(db, params.id, "read");
    if (!loan || (loan.user_id !== session.user_id && !session.permissions.has("provider:can_view_repayments")))
      throw new NotFound("This loan");
    const today = await businessDate(db);
    const interest_rule = loan.settlement_interest;
    const on = receivedDay({ received_on: query.on }, today, loan);
    if (on < today && LIVE_STATES.includes(loan.status)) {
      const then = await db.transaction().execute((tx) => onItsDay(tx, loan, on));
      return { loan_id: loan.id, ...then, interest_rule };
    }
    const rows = await readSchedule(db, loan.id);
    return {
      loan_id: loan.id,
      ...settlementOf(loan, rows, today, await creditOf(db, loan.user_id)),
      due_kobo: askedNow(loan, rows, today),
      next: nextInstalment(rows, today) ?? null,
      interest_rule,
    };
  },

  instantTransfer: (context, { body }) => payByCard(context, body),
  chooseExcess: inOneTransaction<typeof calls.chooseExcess>((tx, context, { params, body }) =>
    chooseExcess(tx, context, params.id, body),
  ),
  askPayment: (context, { params }) => askPayment(context, params.id),

  async transfer(context, { body }) {
    const { db, session } = context;
    const loan = body.loan_id ? await readRunningLoan(db, body.loan_id, "read") : undefined;
    if (body.loan_id && loan?.user_id !== session.user_id) throw new NotFound("This loan");
    const account = await ensureVirtualAccount(context, session.user_id);
    const { due_kobo } = await duesOf(db, session.user_id);
    const rows = loan ? await readSchedule(db, loan.id) : [];
    const today = await businessDate(db);
    const own = loan ? askedNow(loan, rows, today) : due_kobo;
    return {
      ...account,
      due_kobo: own,
      settlement_kobo: loan ? settlementOf(loan, rows, today).total_kobo : 0n,
      loan_reference: loan?.reference ?? null,
    };
  },
};
