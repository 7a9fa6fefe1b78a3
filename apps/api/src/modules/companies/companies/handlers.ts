import { isSameCompany } from "@manilla/contract/companies/company-names";
import * as calls from "@manilla/contract/companies/companies";
import { rolesOf } from "@manilla/contract/roles";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { z } from "zod";
import type { Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { askCharge, createCharge, openPage } from "../../money/charges/index.ts";
import { normalPhone } from "../../people/people/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { readPlans, seatsOf } from "../plans/index.ts";

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

export const handlers: Handlers<typeof calls> = {
  findOwn: async ({ db, session }) => ({ company: await findCompany(db, session.company_id) }),

  updateOwn: (context, { body }) =>
    context.once(async (tx) => {
      const before = await findCompany(tx, context.session.company_id);
      // What the register was compared with stays what it was.
      if (before.status === "approved" && !isSameCompany(before.name, body.name))
        throw new InvalidFields({ name: ["the name of an approved company is changed by us: write to us under Help"] });
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
    const { used, allowed } = await seatsOf(db, company.id);
    const until = company.unique_plan ? company.plan_paid_until : null;
    return {
      plan: {
        company_id: company.id,
        unique_plan: company.unique_plan,
        name: company.unique_plan,
        paid_until: company.plan_paid_until,
        holds_until: until && addDays(until, await readSetting(db, "plan_grace_days")),
        seats_used: used,
        seats_allowed: allowed,
        created_at,
      },
    };
  },

  async choosePlan(context, { body }) {
    const { db, session } = context;
    const plan = (await readPlans(db)).find(({ code }) => code === body.plan);
    if (!plan) throw new InvalidFields({ plan: ["this plan is not offered"] });
    const company = await findCompany(db, session.company_id);
    if (company.status !== "approved")
      throw new Conflict("Your registration is not approved yet. You pay nothing before it is.", "not_approved");
    const { used } = await seatsOf(db, company.id);
    if (used > plan.seats)
      throw new InvalidFields({
        plan: [`your company has ${used} people at work or invited, and this plan has ${plan.seats} places`],
      });
    const charge = await db.transaction().execute(async (tx) => {
      const made = await createCharge(context, tx, {
        user_id: session.user_id,
        kind: "plan_payment",
        amount_kobo: BigInt(plan.monthly_kobo),
        requested_by: session.user_id,
        request_key: `plan:${session.user_id}:${plan.code}:${context.idempotency_key ?? ""}`,
      });
      const { id: charge_id, reference, amount_kobo } = made.charge;
      const order = { charge_id, company_id: company.id, plan: plan.name, amount_kobo, reference };
      if (made.isNew) await tx.insertInto("plan_payments").values(order).execute();
      return made.charge;
    });
    const { reference } = charge;
    return {
      authorization_url: await openPage(context, charge, `/corporate/subscription?reference=${reference}`),
      reference,
    };
  },

  async planPayments({ db, session }) {
    const { rows } = await sql<z.output<typeof calls.planPayments.response>["payments"][number]>`
      select reference, plan, amount_kobo, paid_at as at, paid_until, taken_back_at
      from plan_payments
      where company_id = ${session.company_id} and paid_at is not null
      order by paid_at desc
      limit 100
    `.execute(db);
    return { payments: rows };
  },

  async confirmPlan(context, { body }) {
    const { db, session } = context;
    const ours = { reference: body.reference, user_id: session.user_id, kind: "plan_payment" };
    const charge = await findRow(db, "charges", ours, ["id"]);
    if (!charge) throw new NotFound("This payment");
    const status = (await askCharge(context, charge.id))?.status;
    return {
      status: status === "success" ? "success" : status === "failed" || status === "abandoned" ? "failed" : "pending",
      company: await findCompany(db, session.company_id),
    };
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
      select (select count(*) from employments where company_id = ${company.id} and status = 'active') as employees,
        (
          select count(distinct u.id)
          from users u
          join user_roles r on r.user_id = u.id
          where u.company_id = ${company.id}
            and u.erased_at is null
            and r.role = any(${[...rolesOf("corporate")]})
        ) as administrators,
        (
          select count(*) from loans where company_id = ${company.id} and status in ('running', 'past_due')
        ) as loans_running,
        (select count(*) from loans where company_id = ${company.id} and status = 'requested') as loans_requested,
        (
          select coalesce(sum(outstanding_principal_kobo), 0)::bigint from loans where company_id = ${company.id}
        ) as outstanding_kobo
    `.execute(db);
    const row = rows[0]!;
    const mayLoans = session.permissions.has("company:can_view_loans");
    return {
      company,
      employees: Number(row.employees),
      administrators: Number(row.administrators),
      loans_running: mayLoans ? Number(row.loans_running) : null,
      loans_requested: mayLoans ? Number(row.loans_requested) : null,
      outstanding_kobo: mayLoans ? row.outstanding_kobo : null,
    };
  },
};
