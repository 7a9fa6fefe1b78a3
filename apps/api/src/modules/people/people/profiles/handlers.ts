import { fullName } from "@manilla/contract/formats";
import { missingInEmployment } from "@manilla/contract/people/completeness";
import { REQUIRED_MESSAGE } from "@manilla/contract/form-rules";
import * as calls from "@manilla/contract/people/profiles";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../../house/app.ts";
import { clock } from "../../../../clock.ts";
import { type Database, type Tx, queryable } from "../../../../db/database.ts";
import { findRow, getRow } from "../../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed } from "../../../../errors.ts";
import { askTogether, requestApproval } from "../../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../../platform/audit/index.ts";
import { accountOf, balancesOf, statementOf } from "../../../money/books/index.ts";
import { normalPhone, requireCustomer, splitName } from "../index.ts";
import { actionsOn, changeState } from "../../../platform/states/index.ts";
import { act, verdictsOn } from "./acting.ts";
import { moveCase } from "./case.ts";
import { type Change, accountColumns, changeProfile } from "./changing.ts";
import { ERASED, KEPT, blockersOf } from "./erasing.ts";
import { type PersonFacts, completenessFacts, loadFacts } from "./facts.ts";
import { cardCalls, cardRules } from "./rules.ts";
import { askForPhone } from "./phone.ts";
import { isPlan, planOf } from "./plan-of.ts";
import { type Plan, whyNotPlan } from "./plans.ts";
import { followCase, postNoDebit, previewPostNoDebit, setPostNoDebit } from "./post-no-debit.ts";

/** Back into the queue: handled by nobody, an open decision again where there was one that can be reopened. */
const requeue = act.one(calls.requeue, {
  audit: "case_requeued",
  async does(tx, context, { user_id, status }, { body: { reason } }) {
    const actor = actorOf(context);
    if (status !== "pending")
      await changeState(tx, { noun: "profile", id: user_id, from: status, action: "reconsider", actor, reason });
    if (status === "deactivated") await followCase(tx, context, user_id, "reopened");
    const had = await context.house.person.endAssignment(tx, user_id, actor, reason);
    const moved = await moveCase(tx, user_id, "processing", actor, reason);
    if (!moved && !had && status === "pending")
      throw new Conflict("This person is in the queue already.", "already_decided");
    return { after: { status: "processing" } };
  },
});

/** What was proved with the BVN is not typed over. */
function refuseVerified(
  person: PersonFacts,
  body: { name?: string | undefined; date_of_birth?: string | undefined },
): void {
  if (person.bvn_verified_at && (body.name !== undefined || body.date_of_birth !== undefined))
    throw new Conflict("Name and date of birth were proved with the BVN and cannot be changed.", "already_verified");
}

const actOnCard = actionsOn({
  calls: cardCalls,
  rules: cardRules,
  noun: "cardRequest",
  name: "card request",
  audits: ({ user_id }) => ({ subject_type: "user", subject_id: user_id }),
  async lock(tx: Tx, _: Context, user_id: string) {
    const { name } = await requireCustomer(tx, user_id);
    const request = await findRow(tx, "card_requests", { user_id }, ["id", "user_id", "status"], { lock: true });
    if (!request) throw new Conflict(`${name} has not asked for a card yet.`, "not_started");
    return request;
  },
  answer: (tx, _, id) => getRow(tx, "card_requests", id, ["user_id", "status", "activated_at"]),
});

/** A government id counts once a colleague has confirmed it who is not the one that uses it. */
async function isIdConfirmedByOthers(tx: Tx, user_id: string, caller: string): Promise<boolean> {
  const confirmed = await tx
    .selectFrom("documents")
    .select("id")
    .where("user_id", "=", user_id)
    .where("type", "=", "govt_id")
    .where("status", "=", "confirmed")
    .where("confirmed_by", "<>", caller)
    .limit(1)
    .executeTakeFirst();
  return confirmed !== undefined;
}

async function changePlan(
  tx: Tx,
  context: Context,
  { user_id, plan, reason }: { user_id: string; plan: Plan; reason: string },
) {
  await requireCustomer(tx, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  await tx.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().executeTakeFirst();
  const last = await tx
    .selectFrom("user_plans")
    .select("plan")
    .where("user_id", "=", user_id)
    .orderBy("set_at", "desc")
    .executeTakeFirst();
  const before = isPlan(last?.plan) ? last.plan : "tier_1";
  if (before === plan) throw new Conflict("This is the present plan.", "already_decided");
  const why_not = whyNotPlan(await loadFacts(tx, user_id), plan);
  if (why_not) throw new Conflict(why_not, "not_ready");
  if (plan === "tier_3" && !(await isIdConfirmedByOthers(tx, user_id, context.session.user_id)))
    throw new Conflict("Another colleague has to confirm the government id first.", "not_ready");
  await tx
    .insertInto("user_plans")
    .values({ id: uuidv7(), user_id, plan, reason, set_by: context.session.user_id })
    .execute();
  await recordAudit(tx, context, "plan_changed", ["user", user_id], {
    before: { plan: before },
    after: { plan },
    reason,
  });
  return { user_id, plan };
}

const MAX_ENTRIES = 100;

async function referralWalletOf(db: Database, user_id: string) {
  const account = accountOf("referral_wallet", user_id);
  const [balance] = await balancesOf(queryable(db), [account]);
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("referred_by", "=", user_id)
    .executeTakeFirstOrThrow();
  const lines = balance ? (await statementOf(queryable(db), { account, limit: MAX_ENTRIES })).lines : [];
  const entries = lines.map(({ transaction_id, description, amount_kobo, effective_on }) => ({
    transaction_id,
    description,
    amount_kobo: -amount_kobo,
    effective_on,
  }));
  return {
    balance_kobo: balance?.natural_kobo ?? 0n,
    earned_kobo: entries.reduce((sum, { amount_kobo }) => (amount_kobo > 0n ? sum + amount_kobo : sum), 0n),
    referred: Number(count),
    entries,
  };
}

export const handlers: Handlers<typeof calls> = {
  requeue: (context, input) =>
    verdictsOn(context, input.body.user_ids, (tx, id) => requeue(tx, context, id, input), { throws_alone: true }),

  async updatePersonal(context, { params, body: { name, phone, reason, version, ...profile } }) {
    const number = phone === undefined ? undefined : normalPhone(phone);
    const asked: { approval_id: string | null } = { approval_id: null };
    const changed = await changeProfile(context, params.id, async (person, tx) => {
      refuseVerified(person, { name, date_of_birth: profile.date_of_birth });
      asked.approval_id = await askForPhone(tx, context, person, number, reason);
      const isAsked = asked.approval_id !== null;
      return { profile, person: name === undefined ? {} : splitName(name), reason, version, isAsked };
    });
    return { ...changed, ...asked };
  },
  async updateMoney(context, { params, body }) {
    const { account_no, bank_code, reason, version, ...profile } = body;
    await requireCustomer(context.db, params.id);
    const account = await accountColumns(context, params.id, { account_no, bank_code });
    return changeProfile(context, params.id, () => ({ profile: { ...profile, ...account }, reason, version }));
  },
  setEmployed: (context, { params, body }) =>
    changeProfile(context, params.id, (person) => employment(person, "employed", body)),
  setSelfEmployed: (context, { params, body }) =>
    changeProfile(context, params.id, (person) => employment(person, "self-employed", body)),

  async deletion({ db }, { params }) {
    await requireCustomer(db, params.id);
    return { blockers: await blockersOf(db, params.id), erased: ERASED, kept: KEPT };
  },
  remove: (context, { params, body }) =>
    context.db.transaction().execute(async (tx) => {
      const person = await requireCustomer(tx, params.id);
      if (params.id === context.session.user_id) throw new NotAllowed("Nobody deletes themselves.");
      const blockers = await blockersOf(tx, params.id);
      if (blockers.length > 0) throw new Conflict(blockers.join(" "), "not_ready");
      const approval_id = await requestApproval(tx, context, {
        kind: "erase_person",
        title: `Delete ${fullName(person)}`,
        payload: { user_id: params.id },
        once: ["user_id"],
        before: { erased: ERASED },
        reason: body.reason,
      });
      return { approval_id };
    }),

  activateDebitCard: actOnCard(calls.activateDebitCard, {
    audit: "debit_card_activated",
    async does(tx, context, { id, user_id }) {
      const activated = { activated_at: clock.now(), activated_by: context.session.user_id };
      await tx.updateTable("card_requests").set(activated).where("id", "=", id).execute();
      await context.house.person.grantCard(tx, context, user_id);
    },
  }),

  async orderTransactions({ db }, { params }) {
    await requireCustomer(db, params.id);
    const orders = await db
      .selectFrom("orders")
      .select(["id", "reference", "merchant", "description", "amount_kobo", "status", "created_at"])
      .where("user_id", "=", params.id)
      .orderBy("created_at", "desc")
      .limit(200)
      .execute();
    return { orders, total_kobo: orders.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n) };
  },
  async referralWallet({ db }, { params }) {
    await requireCustomer(db, params.id);
    return referralWalletOf(db, params.id);
  },

  async activePlan({ db }, { params }) {
    await requireCustomer(db, params.id);
    return planOf(db, params.id);
  },
  updatePlan: (context, { body }) => context.db.transaction().execute((tx) => changePlan(tx, context, body)),

  activatePostNoDebit: act(calls.activatePostNoDebit, postNoDebit.on),
  deactivatePostNoDebit: act(calls.deactivatePostNoDebit, postNoDebit.off),
  previewPostNoDebit: (context, { body }) => previewPostNoDebit(context, body),
  postNoDebitOfMany: (context, { body, query }) =>
    askTogether(context, (asking) =>
      verdictsOn(asking, body.user_ids, (tx, id) =>
        setPostNoDebit[body.is_post_no_debit ? "on" : "off"](tx, asking, id, { body, query, params: { id } }),
      ),
    ),
};

/** A person's employment after the change. @throws InvalidFields with what the employment check lacks (V031 to V041) */
function employment(
  person: PersonFacts,
  employment_status: "employed" | "self-employed",
  body: { reason: string; version?: number | undefined },
): Change {
  const given = Object.fromEntries(Object.entries(withoutNotes(body)).filter(([, value]) => value !== undefined));
  const missing = missingInEmployment(
    { ...completenessFacts(person).profile, ...given, employment_status },
    person.company_id,
  );
  if (missing.length > 0)
    throw new InvalidFields(Object.fromEntries(missing.map((field) => [field, [REQUIRED_MESSAGE]])));
  return { profile: { ...given, employment_status }, reason: body.reason, version: body.version };
}

/** The fields of a form, without reason and version. */
function withoutNotes<Body extends { reason: string; version?: number | undefined }>(
  body: Body,
): Omit<Body, "reason" | "version"> {
  const { reason: _reason, version: _version, ...fields } = body;
  return fields;
}
