import * as calls from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { timelineOf } from "../../../house/timelines.ts";
import { inOneTransaction, inOneTransactionAfter } from "../../../house/whole.ts";
import { decideOn } from "../../companies/approval-chains/index.ts";
import { freeCash } from "../../money/books/index.ts";
import { masked } from "../../../field-encryption.ts";
import { tierOf } from "../../people/personal-wallets/index.ts";
import { channelRooms, senderRoom } from "../../companies/wallet-movements/index.ts";
import { actionsOn, businessDate } from "../../platform/states/index.ts";
import { sendTogether } from "./arriving.ts";
import { quoteForCompany, requestTransfer } from "./company.ts";
import { awaitsApproval, costsOfPerson, roomOf, toOf } from "./limits.ts";
import { lockTransfer } from "./moving.ts";
import type { Transfer } from "./recording.ts";
import { type Payee, payeeOf } from "./payees.ts";
import {
  detailOf,
  findTransfer,
  listAll,
  listOfCompany,
  listOwn,
  payeesOf,
  shownBegun,
  shownTransfer,
} from "./queries.ts";
import { receiptOf } from "./receipt.ts";
import { totalOf, transferRules } from "./rules.ts";
import { laterDay, sendMoney } from "./sending.ts";
import { freeMoney } from "./velocity.ts";

const act = actionsOn<typeof calls, Transfer>({
  calls,
  rules: transferRules,
  noun: "transfer",
  name: "transfer",
  audits: ({ id, user_id }) => ({ subject_type: "transfer", subject_id: id, about: user_id }),
  async lock(tx, context, id) {
    await findTransfer(tx, context, id);
    return lockTransfer(tx, id);
  },
  answer: async (tx, context, id) => ({ transfer: await findTransfer(tx, context, id) }),
});

/** What a transfer is requested with. */
type Sending = Parameters<typeof sendMoney>[3];
/** The payee is looked up first: no bank is asked inside the transaction. */
const whoIsPaid = (context: Context, { body }: { body: Sending }): Promise<Payee> => payeeOf(context, body);
async function sendAndShow(tx: Tx, context: Context, { body }: { body: Sending }, payee: Payee) {
  return { transfer: shownBegun(context, await sendMoney(tx, context, payee, body)) };
}

export const handlers: Handlers<typeof calls> = {
  listOwn,
  listOfCompany,
  listAll,
  async timeline(context, { params, query }) {
    await findTransfer(context.db, context, params.id);
    const transfer = await getRow(context.db, "transfers", params.id, ["id", "user_id", "payout_id"]);
    return timelineOf(context, "transfer", transfer, query);
  },
  async find(context, { params }) {
    const row = await findTransfer(context.db, context, params.id);
    return { ...row, ...(await detailOf(context.db, params.id)) };
  },
  receipt: (context, { params }) => receiptOf(context, params.id),

  async quote(context, { body }) {
    const { db, session } = context;
    const { user_id } = session;
    const due_on = laterDay(body.due_on, await businessDate(db));
    const payee = await payeeOf(context, body);
    const costs = await costsOfPerson(db, user_id, body.amount_kobo, toOf(context, payee));
    const [available_kobo, { out, out_today_kobo }, room] = await Promise.all([
      freeCash(db, user_id),
      tierOf(db, user_id),
      roomOf(db, context, payee, body.amount_kobo),
    ]);
    return {
      due_on,
      payee: payee.name,
      bank_name: payee.bank_name,
      account_no: masked(payee.account_no?.slice(-4) ?? null),
      ...costs,
      total_kobo: totalOf(costs),
      available_kobo,
      left_today_kobo: out?.kobo ?? null,
      left_to_payee_kobo: payee.kind === "bank" ? room.left_to_payee_kobo : null,
      new_until: payee.kind === "bank" ? room.new_until : null,
      is_repeat: room.is_repeat,
      awaits_approval: !due_on && (await awaitsApproval(db, payee.kind, totalOf(costs) + out_today_kobo)),
    };
  },

  initiate: inOneTransactionAfter<typeof calls.initiate, Payee>(whoIsPaid, sendAndShow, async (tx, requests) => {
    const sending = requests.map(({ context, input: { body }, found }) => ({ context, asked: body, payee: found }));
    const sent = await sendTogether(tx, sending);
    return sent.map((each, at) => each && { transfer: shownBegun(requests[at]!.context, each) });
  }),
  sendFromCard: inOneTransactionAfter<typeof calls.sendFromCard, Payee>(whoIsPaid, sendAndShow),
  cancel: act(calls.cancel, { audit: "transfer_cancelled", does: (tx, _, transfer) => freeMoney(tx, transfer) }),

  async ownRoom({ db, session: { user_id, company_id } }) {
    const on = await businessDate(db);
    const channels = company_id ? await channelRooms(db, company_id, on) : [];
    const room = company_id ? await senderRoom(db, { user_id, company_id }, on) : null;
    if (!room) return { limits: [], channels };
    const { single_kobo, daily_kobo, sent_kobo } = room;
    const left_kobo = daily_kobo === null ? null : daily_kobo > sent_kobo ? daily_kobo - sent_kobo : 0n;
    return {
      limits: [
        { kind: "single", limit_kobo: single_kobo, left_kobo: single_kobo },
        { kind: "daily", limit_kobo: daily_kobo, left_kobo },
      ],
      channels,
    };
  },
  quoteOfCompany: (context, { body }) => quoteForCompany(context, body),
  request: inOneTransaction<typeof calls.request>(async (tx, context, { body }) => {
    const { id, approval_id } = await requestTransfer(tx, context, body);
    return { transfer: await findTransfer(tx, context, id), approval_id };
  }),
  approve: (context, { body: { transfer_id, decision, reason } }) =>
    context.once(async (tx) => {
      await requireOfCompany(tx, context, transfer_id);
      const subject = { kind: "transfer", subject_id: transfer_id } as const;
      await decideOn(tx, context, subject, decision, reason ?? undefined, async () => undefined);
      return { transfer: await shownTransfer(tx, context, transfer_id) };
    }),

  payees: async ({ db, session }) => ({ payees: await payeesOf(db, session.user_id) }),
  async forget({ db, session }, { params: { id } }) {
    const own = await findRow(db, "transfer_payees", { id, user_id: session.user_id }, ["id"]);
    if (!own) throw new NotFound("This payee");
    const forgotten = { is_saved: false, forgotten_at: clock.now() };
    await changeRows(db, "transfer_payees", { id, user_id: session.user_id }, forgotten);
    return { id };
  },
};

/** @throws NotFound for a transfer of another company */
async function requireOfCompany(tx: Tx, { session }: Context, id: string): Promise<void> {
  const { rows } = await sql`
    select 1 from transfers where id = ${id} and company_id is not null and company_id = ${session.company_id}
  `.execute(tx);
  if (!rows[0]) throw new NotFound("This transfer");
}
