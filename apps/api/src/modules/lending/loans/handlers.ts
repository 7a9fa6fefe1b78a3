import * as calls from "@manilla/contract/lending/loans";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { countedOnce } from "../../../db/counted-once.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { actionsOn, businessDate } from "../../platform/states/index.ts";
import { availablePlans, keepAnswer, keepWithdrawal, quotePlan, requestLoan } from "./asking.ts";
import {
  keepDecline,
  keepPreApproval,
  keepPreDecline,
  keepStop,
  lockJudged,
  makeOffer,
  markVerified,
  modifyLoan,
} from "./decisions.ts";
import { indebtednessContent } from "./letter-content.ts";
import { findLetter, issueLetter } from "./letters.ts";
import { findLoan, findOfCompany, listAll, listOfCompany, ownLoans } from "./queries.ts";
import { quoteOrRefuse } from "./quoting.ts";
import { requestReimbursement } from "./reimburse.ts";
import { loanRules } from "./rules.ts";
import { accountStatement } from "./account-statement.ts";
import { printLetter } from "../../../documents/letter.ts";
import { settlingNow } from "./settling.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { timelineOf } from "../../../house/timelines.ts";
import { loanStatistics, loanTotal } from "./statistics.ts";

/** Staff see every loan, a person their own. */
const readable = (context: Context, staff: "provider:can_view_loans" | "provider:can_view_offer_letter") =>
  context.session.permissions.has(staff) ? sql`true` : sql`l.user_id = ${context.session.user_id}`;

const subject = { calls, rules: loanRules, noun: "loan", name: "loan" } as const;
const act = actionsOn({
  ...subject,
  lock: (tx: Tx, _: Context, id: string) => lockJudged(tx, id),
  answer: async (tx, context, id) => ({ loan: await findLoan(tx, context, id, sql`true`) }),
});
const actOnOwn = actionsOn({
  ...subject,
  lock: (tx: Tx, { session }: Context, id: string) => lockJudged(tx, id, session.user_id),
  answer: async (tx, context, id) => ({
    loan: await findLoan(tx, context, id, sql`l.user_id = ${context.session.user_id}`),
  }),
});

/** The employer's word, about requests of its own people. */
const actForCompany = actionsOn({
  ...subject,
  lock: async (tx: Tx, { session }: Context, id: string) => {
    const loan = await findRow(tx, "loans", id, ["user_id", "company_id"]);
    const isTheirs = loan && session.company_id !== null && loan.company_id === session.company_id;
    return isTheirs ? lockJudged(tx, id, loan.user_id) : undefined;
  },
  answer: async (tx, context, id) => ({ loan: await findOfCompany(tx, context, id) }),
});

// The same for all of the provider's staff.
const statistics = countedOnce<Awaited<ReturnType<typeof loanStatistics>>>();
const totals = countedOnce<Awaited<ReturnType<typeof loanTotal>>>();

export const handlers: Handlers<typeof calls> = {
  quote: (_, { body }) => quoteOrRefuse(body),
  listAll,
  listOfCompany,
  statistics: (context) => statistics(context, loanStatistics),
  total: (context, { query }) => totals(context, (db) => loanTotal(db, query.status), query.status),
  find: async (context, { params }) => ({ loan: await findLoan(context.db, context, params.id, sql`true`) }),

  async timeline(context, { params, query }) {
    const loan = await findRow(context.db, "loans", params.id, ["id", "user_id", "reference", "created_at"]);
    if (!loan) throw new NotFound("This loan");
    return timelineOf(context, "loan", loan, query);
  },

  approve: act(calls.approve, {
    audit: "loan_approved",
    does: (tx, context, loan, { body }) => makeOffer(tx, context, loan, body.reason),
  }),
  approveAgainstRules: act(calls.approveAgainstRules, {
    audit: "loan_approved_against_rules",
    does: (tx, context, loan, { body }) => makeOffer(tx, context, loan, body.reason),
  }),
  decline: act(calls.decline, {
    audit: "loan_declined",
    does: (tx, context, loan, { body }) => keepDecline(tx, context, loan, body.reason),
  }),
  preApprove: actForCompany(calls.preApprove, {
    audit: "loan_pre_approved",
    does: (tx, context, loan) => keepPreApproval(tx, context, loan),
  }),
  preDecline: actForCompany(calls.preDecline, {
    audit: "loan_pre_declined",
    does: (tx, context, loan, { body }) => keepPreDecline(tx, context, loan, body.reason),
  }),
  officersVerify: act(calls.officersVerify, {
    audit: "loan_verified_by_officer",
    does: (tx, context, loan) => markVerified(tx, context, loan, "officer"),
  }),
  operationsVerify: act(calls.operationsVerify, {
    audit: "loan_verified_by_operations",
    does: (tx, context, loan) => markVerified(tx, context, loan, "operations"),
  }),
  requestStop: act(calls.requestStop, {
    audit: "loan_stop_requested",
    does: (tx, _, loan, { body }) => keepStop(tx, loan, body.reason),
  }),
  modify: act(calls.modify, { audit: "loan_modified", does: (tx, _, loan, { body }) => modifyLoan(tx, loan, body) }),
  markAsReimbursed: act(calls.markAsReimbursed, {
    does: async (tx, context, loan, { body }) => ({
      answer: { approval_id: await requestReimbursement(tx, context, loan, body) },
    }),
  }),

  listOwn: async (context) => ({ loans: await ownLoans(context.db, context.session.user_id) }),
  findOwn: async (context, { params }) => ({
    loan: await findLoan(context.db, context, params.id, sql`l.user_id = ${context.session.user_id}`),
  }),

  async offerLetter(context, { params }) {
    const loan = await findLoan(context.db, context, params.id, readable(context, "provider:can_view_offer_letter"));
    const letter = await findLetter(context.db, loan.id, "offer_letter");
    if (!letter) throw new NotFound("The offer letter");
    return {
      name: `offer-letter-${loan.reference}.pdf`,
      media_type: "application/pdf",
      body: letter.body,
      inline: true,
    };
  },

  async letterOfIndebtedness(context, { params }) {
    const loan = await findLoan(context.db, context, params.id, readable(context, "provider:can_view_loans"));
    if (!loan.disbursed_on) throw new NotFound("A letter for this loan");
    const today = await businessDate(context.db);
    const { address } = await getRow(context.db, "profiles", { user_id: loan.customer.id }, ["address"]);
    const content = indebtednessContent(
      loan,
      { name: loan.customer.name, address },
      today,
      await settlingNow(context.db, loan.id, today),
    );
    const isOwing = content.title === "Letter of indebtedness";
    const body = await issueLetter(context.db, context, {
      kind: isOwing ? "letter_of_indebtedness" : "letter_of_no_indebtedness",
      user_id: loan.customer.id,
      loan_id: loan.id,
      reference: `${loan.reference}/${isOwing ? "LOI" : "LNI"}/${today}/${loan.version}`,
      issued_on: today,
      content,
    });
    return {
      name: `${isOwing ? "letter-of-indebtedness" : "letter-of-no-indebtedness"}-${loan.reference}.pdf`,
      media_type: "application/pdf",
      body,
      inline: true,
    };
  },

  async statementOfAccount(context, { params }) {
    const loan = await findLoan(context.db, context, params.id, readable(context, "provider:can_view_loans"));
    if (!loan.disbursed_on) throw new NotFound("A statement for this loan");
    const { address } = await getRow(context.db, "profiles", { user_id: loan.customer.id }, ["address"]);
    const to = { name: loan.customer.name, address };
    const content = await accountStatement(context.db, loan, to, await businessDate(context.db));
    return {
      name: `statement-of-account-${loan.reference}.pdf`,
      media_type: "application/pdf",
      body: await printLetter(content, await footOf(context.db, context)),
      inline: true,
    };
  },

  accessiblePlans: async (context) => ({ plans: await availablePlans(context) }),
  quotePlan: (context, { body }) => quotePlan(context, body),

  request: (context, { body }) =>
    context.once(async (tx) => {
      const id = await requestLoan(tx, context, body);
      return { loan: await findLoan(tx, context, id, sql`l.user_id = ${context.session.user_id}`) };
    }),

  acceptOffer: actOnOwn(calls.acceptOffer, {
    audit: "offer_accepted",
    does: (tx, context, loan) => keepAnswer(tx, context, loan, "accept"),
  }),
  rejectOffer: actOnOwn(calls.rejectOffer, {
    audit: "offer_rejected",
    does: (tx, context, loan, { body }) => keepAnswer(tx, context, loan, "reject", body.reason),
  }),
  withdraw: actOnOwn(calls.withdraw, {
    audit: "loan_withdrawn",
    does: (tx, context, loan, { body }) => keepWithdrawal(tx, context, loan, body.reason),
  }),
};
