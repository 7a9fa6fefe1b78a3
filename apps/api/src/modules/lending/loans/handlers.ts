import * as calls from "@manilla/contract/lending/loans";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../app.ts";
import { countedOnce } from "../../../db/counted-once.ts";
import { NotFound } from "../../../http/errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { answerOffer, availablePlans, quotePlan, requestLoan } from "./asking.ts";
import { approveLoan, declineLoan, loanAnswer, lockLoan, markVerified, modifyLoan, refuseUnless } from "./decisions.ts";
import { indebtednessContent } from "./letter-content.ts";
import { findLetter, issueLetter } from "./letters.ts";
import { companyLoanList, findLoan, loanList, ownLoans } from "./queries.ts";
import { quoteOrRefuse } from "./quoting.ts";
import { reimburse } from "./reimburse.ts";
import * as rules from "./rules.ts";
import { loanStatistics, loanTotal } from "./statistics.ts";

const callerOf = ({ session }: Context): rules.CallerFacts => ({
  user_id: session.user_id,
  permissions: session.permissions,
});
/** Staff see every loan, a person their own. */
const readable = (context: Context, staff: "provider:can_view_loans" | "provider:can_view_offer_letter") =>
  context.session.permissions.has(staff) ? sql`true` : sql`l.user_id = ${context.session.user_id}`;

// The same for all of the provider's staff.
const statistics = countedOnce<Awaited<ReturnType<typeof loanStatistics>>>();
const totals = countedOnce<Awaited<ReturnType<typeof loanTotal>>>();

export const handlers: Handlers<typeof calls> = {
  quote: (_, { body }) => quoteOrRefuse(body),
  listAll: () => loanList.scoped(sql`true`),
  listOfCompany: (context) => companyLoanList.scoped(sql`l.company_id = ${context.session.company_id}`),
  statistics: ({ db, pool }) => statistics(pool, () => loanStatistics(db)),
  total: ({ db, pool }, { query }) => totals(pool, () => loanTotal(db, query.status), query.status),
  find: async (context, { params }) => ({ loan: await findLoan(context.db, context, params.id, sql`true`) }),

  approve: (context, { params, body }) =>
    context.once(async (tx) => {
      const loan = await lockLoan(tx, params.id, body.version);
      await refuseUnless(tx, loan, rules.whyNotApprove(loan, callerOf(context)));
      await approveLoan(tx, context, loan, body.reason);
      return loanAnswer(tx, context, params.id);
    }),

  decline: (context, { params, body }) =>
    context.once(async (tx) => {
      const loan = await lockLoan(tx, params.id, body.version);
      await refuseUnless(tx, loan, rules.whyNotDecline(loan, callerOf(context)));
      await declineLoan(tx, context, loan, body.reason);
      return loanAnswer(tx, context, params.id);
    }),

  officersVerify: (context, { params, body }) =>
    context.once(async (tx) => {
      const loan = await lockLoan(tx, params.id, body.version);
      await refuseUnless(tx, loan, rules.whyNotOfficerVerify(loan, callerOf(context)));
      await markVerified(tx, context, loan, "officer", body.reason);
      return loanAnswer(tx, context, params.id);
    }),

  operationsVerify: (context, { params, body }) =>
    context.once(async (tx) => {
      const loan = await lockLoan(tx, params.id, body.version);
      await refuseUnless(tx, loan, rules.whyNotOperationsVerify(loan, callerOf(context)));
      await markVerified(tx, context, loan, "operations", body.reason);
      return loanAnswer(tx, context, params.id);
    }),

  requestStop: (context, { params, body }) =>
    context.once(async (tx) => {
      const loan = await lockLoan(tx, params.id, body.version);
      await refuseUnless(tx, loan, rules.whyNotRequestStop(loan, callerOf(context)));
      await changeState(tx, {
        noun: "loan",
        id: loan.id,
        from: loan.status,
        action: "request_stop",
        actor: actorOf(context),
        reason: body.reason,
        business_date: await businessDate(tx),
      });
      await tx
        .updateTable("loans")
        .set({ stop_reason: body.reason, status_before_stop: loan.status })
        .where("id", "=", loan.id)
        .execute();
      await recordAudit(tx, actorOf(context), {
        action: "loan_stop_requested",
        subject_type: "loan",
        subject_id: loan.id,
        before: { status: loan.status },
        after: { status: "stop_requested" },
        reason: body.reason,
      });
      return loanAnswer(tx, context, params.id);
    }),

  modify: (context, { params, body }) =>
    context.once(async (tx) => {
      const loan = await lockLoan(tx, params.id, body.version);
      await refuseUnless(tx, loan, rules.whyNotModify(loan, callerOf(context)));
      await modifyLoan(tx, context, loan, body);
      return loanAnswer(tx, context, params.id);
    }),

  markAsReimbursed: (context, { params, body }) =>
    context.once(async (tx) => {
      const loan = await lockLoan(tx, params.id, body.version);
      await refuseUnless(tx, loan, rules.whyNotMarkReimbursed(loan, callerOf(context)));
      await reimburse(tx, context, loan, body.reason);
      return loanAnswer(tx, context, params.id);
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
    const { address } = await context.db
      .selectFrom("profiles")
      .select("address")
      .where("user_id", "=", loan.customer.id)
      .executeTakeFirstOrThrow();
    const content = indebtednessContent(loan, { name: loan.customer.name, address }, today);
    const isOwing = content.title === "Letter of indebtedness";
    const body = await issueLetter(context.db, {
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

  accessiblePlans: async (context) => ({ plans: await availablePlans(context) }),
  quotePlan: (context, { body }) => quotePlan(context, body),

  request: (context, { body }) =>
    context.once(async (tx) => {
      const id = await requestLoan(tx, context, body);
      return { loan: await findLoan(tx, context, id, sql`l.user_id = ${context.session.user_id}`) };
    }),

  acceptOffer: (context, { params }) => context.once((tx) => answerOffer(tx, context, params.id, "accept")),
  rejectOffer: (context, { params, body }) =>
    context.once((tx) => answerOffer(tx, context, params.id, "reject", body.reason)),
};
