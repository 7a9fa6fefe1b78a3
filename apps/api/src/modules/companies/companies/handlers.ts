import * as calls from "@manilla/contract/companies/companies";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { postPlanPayment } from "../../money/books/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, changeWhere } from "../../platform/states/index.ts";
import { normalPhone } from "../../people/people/index.ts";
import { findEmployee } from "./employees.ts";
import { planReceipt } from "./messages.ts";
import { readPlans } from "./plans.ts";

type Company = z.output<typeof calls.companyProfile>;

async function findCompany(db: Database | Tx, company_id: string | null): Promise<Company> {
  const row = company_id
    ? await findRow(db, "companies", company_id, [
        "id",
        "name",
        "rc_number",
        "industry",
        "address",
        "phone",
        "email",
        "status",
        "profile_completed_at",
        "unique_plan",
        "plan_paid_until",
      ])
    : undefined;
  if (!row) throw new NotFound("This company");
  return row;
}

const monthLater = (date: string): string => {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
};

/** The payment is known to have succeeded: books, charge and plan change together, once. */
async function settlePlan(
  tx: Tx,
  context: Context,
  charge: { id: string; reference: string; amount_kobo: bigint },
  plan: string,
): Promise<void> {
  const today = await businessDate(tx);
  const paid = await changeWhere(tx, {
    noun: "charge",
    action: "succeed",
    where: sql`id = ${charge.id}`,
    set: { received_kobo: charge.amount_kobo, settled_at: clock.now() },
    actor: actorOf(context),
  });
  if (paid.length === 0) return;
  await postPlanPayment(tx, {
    charge_id: charge.id,
    reference: charge.reference,
    amount_kobo: charge.amount_kobo,
    on: today,
    actor: actorOf(context).name,
  });
  const paid_until = monthLater(today);
  await changeRows(tx, "companies", context.session.company_id ?? "", {
    unique_plan: plan,
    plan_paid_until: paid_until,
  });
  await tell(tx, context, context.session.user_id, planReceipt({ ...charge, plan, paid_on: today, paid_until }));
  await recordAudit(tx, context, "company_plan_paid", ["company", context.session.company_id], {
    after: { plan, amount_kobo: charge.amount_kobo },
  });
}

export const handlers: Handlers<typeof calls> = {
  findEmployee: (context, { params }) => findEmployee(context, params.id),

  findOwn: async ({ db, session }) => ({ company: await findCompany(db, session.company_id) }),

  updateOwn: (context, { body }) =>
    context.once(async (tx) => {
      const before = await findCompany(tx, context.session.company_id);
      await changeRows(tx, "companies", before.id, {
        ...body,
        name: body.name.trim(),
        phone: normalPhone(body.phone),
        profile_completed_at: before.profile_completed_at ?? clock.now(),
        updated_at: clock.now(),
      });
      await recordAudit(tx, context, "company_profile_updated", ["company", before.id], {
        before: { name: before.name, industry: before.industry },
        after: { name: body.name, industry: body.industry },
      });
      return { company: await findCompany(tx, before.id) };
    }),

  async plans({ db, session }) {
    const company = await findCompany(db, session.company_id);
    return {
      plans: (await readPlans(db)).map((plan) => ({
        ...plan,
        monthly_kobo: BigInt(plan.monthly_kobo),
        is_current: plan.name === company.unique_plan,
      })),
      is_approved: company.status === "approved",
    };
  },

  async uniquePlan({ db, session }, { params }) {
    const mayRead = session.company_id === params.companyId || session.permissions.has("provider:can_view_companies");
    const company = await findCompany(db, mayRead ? params.companyId : null);
    const { created_at } = await getRow(db, "companies", company.id, ["created_at"]);
    return {
      plan: {
        company_id: company.id,
        unique_plan: company.unique_plan,
        name: company.unique_plan,
        paid_until: company.plan_paid_until,
        created_at,
      },
    };
  },

  async choosePlan(context, { body }) {
    const { db, session, outside, config } = context;
    const plan = (await readPlans(db)).find(({ code }) => code === body.plan);
    if (!plan) throw new InvalidFields({ plan: ["this plan is not offered"] });
    const { status } = await findCompany(db, session.company_id);
    if (status !== "approved")
      throw new Conflict("Your registration is not approved yet. You pay nothing before it is.", "not_approved");
    const reference = `PLAN-${uuidv7()}`;
    // The charge is on record before the provider hears of it.
    await db
      .insertInto("charges")
      .values({
        id: uuidv7(),
        user_id: session.user_id,
        kind: "plan_payment",
        amount_kobo: BigInt(plan.monthly_kobo),
        reference,
        status: "created",
        requested_by: session.user_id,
        failure: null,
      })
      .execute();
    const { authorization_url } = await outside.payments.initializeCharge({
      email: session.email,
      amount_kobo: BigInt(plan.monthly_kobo),
      reference,
      callback_url: `${config.public_url}/corporate/subscription?reference=${reference}`,
      metadata: { plan: plan.name, company_id: session.company_id ?? "" },
    });
    await changeWhere(db, {
      noun: "charge",
      action: "send",
      where: sql`reference = ${reference}`,
      set: { authorization_url },
      actor: actorOf(context),
    });
    return { authorization_url, reference };
  },

  async planPayments({ db, session }) {
    const rows = await db
      .selectFrom("charges")
      .select(["reference", "amount_kobo", "settled_at"])
      .where("user_id", "=", session.user_id)
      .where("kind", "=", "plan_payment")
      .where("status", "=", "success")
      .orderBy("settled_at", "desc")
      .limit(100)
      .execute();
    return { payments: rows.flatMap(({ settled_at: at, ...row }) => (at ? [{ ...row, at }] : [])) };
  },

  async confirmPlan(context, { body }) {
    const { db, session, outside } = context;
    const charge = await findRow(
      db,
      "charges",
      { reference: body.reference, user_id: session.user_id, kind: "plan_payment" },
      ["id", "reference", "amount_kobo", "status"],
    );
    if (!charge) throw new NotFound("This payment");
    const outcome = await outside.payments.verifyCharge(charge.reference);
    const isPaid = outcome.status === "success" && outcome.amount_kobo === charge.amount_kobo;
    const plan = isPaid
      ? (await readPlans(db)).find(({ monthly_kobo }) => BigInt(monthly_kobo) === charge.amount_kobo)
      : undefined;
    if (isPaid && !plan)
      throw new Conflict("The price of this plan has changed since. Please write to support.", "plan_changed");
    if (plan)
      await context.once(async (tx) =>
        settlePlan(tx, context, charge, plan.name).then(async () => ({
          status: "success" as const,
          company: await findCompany(tx, session.company_id),
        })),
      );
    const status = isPaid
      ? "success"
      : outcome.status === "failed" || outcome.status === "abandoned"
        ? "failed"
        : "pending";
    return { status, company: await findCompany(db, session.company_id) };
  },

  async dashboard({ db, session }) {
    const company = await findCompany(db, session.company_id);
    const { rows } = await sql<{
      employees: bigint;
      administrators: bigint;
      loans_running: bigint;
      loans_requested: bigint;
      outstanding_kobo: bigint;
    }>`
      select (select count(*) from users where company_id = ${company.id} and erased_at is null) as employees,
        (
          select count(distinct u.id)
          from users u
          join user_roles r on r.user_id = u.id
          where u.company_id = ${company.id}
            and r.role in ('company_super_admin', 'company_hr', 'company_finance_manager', 'company_audit')
        ) as administrators,
        (
          select count(*) from loans where company_id = ${company.id} and status in ('running', 'past_due')
        ) as loans_running,
        (select count(*) from loans where company_id = ${company.id} and status = 'requested') as loans_requested,
        (
          select coalesce(sum(outstanding_principal_kobo), 0)::bigint from loans where company_id = ${company.id}
        ) as outstanding_kobo
    `.execute(db);
    const row = rows[0];
    return {
      company,
      employees: Number(row?.employees ?? 0n),
      administrators: Number(row?.administrators ?? 0n),
      loans_running: Number(row?.loans_running ?? 0n),
      loans_requested: Number(row?.loans_requested ?? 0n),
      outstanding_kobo: row?.outstanding_kobo ?? 0n,
    };
  },
};
