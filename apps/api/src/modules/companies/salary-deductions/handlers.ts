import * as calls from "@manilla/contract/companies/salary-deductions";
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { InsufficientFunds, postDeductionsPaid } from "../../money/books/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { note, tell } from "../../platform/notifications/index.ts";
import { actionsOn, businessDate, changeState } from "../../platform/states/index.ts";
import { requireNobodyEnded } from "../approval-chains/index.ts";
import { openWallet, ownCompany, peopleWith, recordMovement } from "../wallet-movements/index.ts";
import { consentOf, setConsent } from "./consents.ts";
import { tellNotPaid } from "./close.ts";
import { renewKeptBack, renewWithLater } from "./kept-back.ts";
import * as messages from "./messages.ts";
import {
  type DeductionFile,
  detailsOf,
  findFile,
  lineOf,
  lines,
  listAll,
  ofCompanies,
  readFile,
  rowOf,
} from "./queries.ts";
import { deductionRules } from "./rules.ts";
import { releaseShort } from "./shortfalls.ts";
import { setTerms, termsOf } from "./terms.ts";

/** Of the caller's own company: the provider's people, who see all files, act on none of another one. */
async function lockFile(tx: Tx, context: Context, id: string): Promise<DeductionFile | undefined> {
  await sql`select 1 from deduction_files where id = ${id} for update`.execute(tx);
  const file = await readFile(tx, context, id);
  return file?.company.id === context.session.company_id ? file : undefined;
}

const act = actionsOn({
  calls,
  rules: deductionRules,
  noun: "deductionFile",
  name: "deduction file",
  audits: ({ id, company }: DeductionFile) => ({ subject_type: "company", subject_id: company.id, about: id }),
  lock: lockFile,
  answer: async (tx, context, id) => ({ file: rowOf(context, await findFile(tx, context, id)) }),
});

/** The money of a confirmed file leaves the wallet, under its reference. @throws Conflict where the wallet does not have it */
async function payFrom(tx: Tx, context: Context, { id: file_id, reference, deducted_kobo }: DeductionFile) {
  const { id: company_id } = await ownCompany(tx, context);
  const wallet = await openWallet(tx, context, company_id);
  const [id, on, actor] = [uuidv7(), await businessDate(tx), actorOf(context)];
  try {
    await postDeductionsPaid(tx, {
      id,
      company_id,
      file_id,
      reference,
      amount_kobo: deducted_kobo,
      on,
      actor: actor.name,
    });
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw new Conflict(
      `The wallet does not have ${naira(deducted_kobo)}. Transfer the money to its account number, then pay.`,
      "not_enough",
    );
  }
  const moved = { id, company_id, reference, amount_kobo: -deducted_kobo, on, actor };
  await recordMovement(tx, wallet, { ...moved, kind: "deductions_paid" });
  await context.queue.send(tx, "allocate-deductions", { file_id });
}

/** The line of an open file of the caller's company, with its file locked. @throws NotFound, Conflict */
async function lockLine(tx: Tx, { session }: Context, id: string) {
  const line = await findRow(tx, "deduction_lines", id, ["file_id", "company_id"]);
  if (!line || line.company_id !== session.company_id) throw new NotFound("This line");
  const file = await findRow(tx, "deduction_files", line.file_id, ["id", "status", "deducted_kobo"], { lock: true });
  if (file?.status !== "open") throw new Conflict("This file is confirmed, or a newer one asks for it.", "wrong_state");
  const sums = await findRow(tx, "deduction_lines", id, ["asked_kobo", "deducted_kobo", "shortfall_reason", "note"]);
  return { file, ...sums! };
}

export const handlers: Handlers<typeof calls> = {
  listAll,
  ofCompanies,
  lines,
  find: (context, { params }) => detailsOf(context, params.id),

  answer: (context, { params: { id }, body: { deducted_kobo, shortfall_reason = null, note: said } }) =>
    context.once(async (tx) => {
      const { file, asked_kobo, ...before } = await lockLine(tx, context, id);
      if (deducted_kobo > asked_kobo) throw new InvalidFields({ deducted_kobo: [`at most ${naira(asked_kobo)}`] });
      const isShort = deducted_kobo < asked_kobo;
      if (isShort && !shortfall_reason) throw new InvalidFields({ shortfall_reason: ["this field is required"] });
      const after = {
        deducted_kobo,
        shortfall_reason: isShort ? shortfall_reason : null,
        note: said ?? null,
        is_answered: true,
      };
      await changeRows(tx, "deduction_lines", id, after);
      const sum = file.deducted_kobo - before.deducted_kobo + deducted_kobo;
      await changeRows(tx, "deduction_files", file.id, { deducted_kobo: sum, version: sql`version + 1` });
      await renewKeptBack(tx, file.id);
      await recordAudit(tx, context, "deduction_answered", ["deduction line", id], { before, after });
      return { line: await lineOf(tx, id), deducted_kobo: sum };
    }),

  confirm: act(calls.confirm, {
    audit: "deductions_confirmed",
    async does(tx, context, file) {
      // Nobody else may: neither on the day on which the others' rights were ended.
      if (file.inside_ids.includes(context.session.user_id)) await requireNobodyEnded(tx, context);
      await changeRows(tx, "deduction_files", file.id, { confirmed_by: context.session.user_id, was_confirmed: true });
      if (file.deducted_kobo === 0n) {
        await changeState(tx, {
          noun: "deductionFile",
          id: file.id,
          from: "confirmed",
          action: "end_empty",
          actor: SYSTEM,
        });
        await renewKeptBack(tx, file.id);
        return releaseShort(tx, file.id);
      }
      await renewKeptBack(tx, file.id);
      const payers = await peopleWith(tx, file.company.id, "company:can_fund_debit_wallet");
      const others = payers.filter(({ id }) => id !== context.session.user_id);
      for (const { id } of others.length > 0 ? others : payers) await tell(tx, context, id, messages.toPay(file));
      if (file.shield_ended_on) await tellNotPaid(tx, context, file.company.id, file);
    },
  }),
  sendBack: act(calls.sendBack, {
    audit: "deductions_sent_back",
    async does(tx, _, file, { body }) {
      await changeRows(tx, "deduction_files", file.id, { confirmed_by: null });
      await renewKeptBack(tx, file.id);
      if (file.confirmed_by) await note(tx, file.confirmed_by, messages.sentBack(file, body.reason));
    },
  }),
  pay: act(calls.pay, {
    audit: "deductions_paid",
    async does(tx, context, file) {
      if (file.confirmed_by === context.session.user_id) await requireNobodyEnded(tx, context);
      await changeRows(tx, "deduction_files", file.id, { paid_by: context.session.user_id });
      await payFrom(tx, context, file);
      // Paid is kept back again, also where its days had ended: the loans get it by the worker. Its employer is believed again.
      await renewWithLater(tx, file.id);
      await releaseShort(tx, file.id);
    },
  }),

  findTerms: async (context) => ({ terms: await termsOf(context.db, context, context.session.company_id ?? "") }),
  setTerms: (context, { body }) => context.once(async (tx) => ({ terms: await setTerms(tx, context, body) })),
  findConsent: async ({ db, session }, { params }) => ({ consent: await consentOf(db, session, params.id) }),
  consentTo: (context, { params, body }) =>
    context.once(async (tx) => {
      await setConsent(tx, context, params.id, body.agrees);
      return { consent: await consentOf(tx, context.session, params.id) };
    }),
};
