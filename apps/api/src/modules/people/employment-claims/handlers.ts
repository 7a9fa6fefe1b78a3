import * as calls from "@manilla/contract/people/employment-claims";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { Conflict, NotFound } from "../../../http/errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";

type Claim = z.output<typeof calls.confirm.response>["claim"];
const COLUMNS = ["id", "status", "decision_reason", "created_at", "decided_at"] as const;

const claimList = defineList(calls.listAll, {
  from: "employment_claims e join users u on u.id = e.user_id left join users d on d.id = e.decided_by",
  rows_of: "employment_claims e",
  select: `
      e.id, e.status, e.decision_reason, e.created_at, e.decided_at, e.user_id, u.name, u.last_name, u.email,
      right(u.phone, 4) as phone_end, d.name || ' ' || d.last_name as decided_by
    `,
  id: "e.id",
  search: "u.search_text",
});

/** The claim made of the caller's company, held until the end. @throws NotFound for claims of other companies: the two are not told apart */
async function lockClaim(tx: Tx, { session }: Context, id: string) {
  const claim = session.company_id
    ? await tx
        .selectFrom("employment_claims")
        .selectAll()
        .where("id", "=", id)
        .where("company_id", "=", session.company_id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!claim) throw new NotFound("This person's request");
  return claim;
}

/** @throws NotFound; IllegalTransition when it was answered already; Conflict when the person belongs to a company by now */
async function decide(
  tx: Tx,
  context: Context,
  id: string,
  action: "confirm" | "refuse",
  reason: string | null,
): Promise<{ claim: Claim }> {
  const actor = actorOf(context);
  const claim = await lockClaim(tx, context, id);
  if (action === "confirm" && claim.status === "pending") {
    const { numUpdatedRows } = await tx
      .updateTable("users")
      .set({ company_id: claim.company_id })
      .where("id", "=", claim.user_id)
      .where("company_id", "is", null)
      .where("erased_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Conflict("This person belongs to a company already.", "has_company");
    await sql`
      insert into user_roles (user_id, role, granted_by)
      values (${claim.user_id}, 'company_staff', ${context.session.user_id})
      on conflict do nothing
    `.execute(tx);
  }
  await changeState(tx, { noun: "employmentClaim", id, from: claim.status, action, actor, reason });
  const decided = await tx
    .updateTable("employment_claims")
    .set({ decided_by: context.session.user_id, decided_at: clock.now(), decision_reason: reason })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await recordAudit(tx, actor, {
    action: `employment_claim_${decided.status}`,
    subject_type: "user",
    subject_id: claim.user_id,
    before: { company_id: null },
    after: { company_id: action === "confirm" ? claim.company_id : null },
    reason: reason ?? undefined,
  });
  const company = await tx
    .selectFrom("companies")
    .select("name")
    .where("id", "=", claim.company_id)
    .executeTakeFirstOrThrow();
  const body =
    action === "confirm"
      ? `${company.name} confirmed that you work there.`
      : `${company.name} says that you do not work there.${reason ? ` ${reason}` : ""}`;
  await notify(tx, {
    user_id: claim.user_id,
    kind: "employment_claim",
    title: action === "confirm" ? "Your employer confirmed you" : "Your employer did not confirm you",
    body,
    link: "/customer/settings/profile",
  });
  return { claim: decided as Claim };
}

export const handlers: Handlers<typeof calls> = {
  listAll: ({ session }) => claimList.scoped(sql`e.company_id = ${session.company_id} and e.status <> 'withdrawn'`),
  confirm: (context, { params }) => context.once((tx) => decide(tx, context, params.id, "confirm", null)),
  refuse: (context, { params, body }) =>
    context.once((tx) => decide(tx, context, params.id, "refuse", body.reason ?? null)),

  async findOwn({ db, session }) {
    const { rows } = await sql<Claim & { company: string }>`
      select e.id, e.status, e.decision_reason, e.created_at, e.decided_at, company_name(e.company_id) as company
      from employment_claims e
      where e.user_id = ${session.user_id}
      order by e.created_at desc
      limit 1
    `.execute(db);
    return { claim: rows[0] ?? null };
  },
  withdrawOwn: (context) =>
    context.once(async (tx) => {
      const claim = await tx
        .selectFrom("employment_claims")
        .selectAll()
        .where("user_id", "=", context.session.user_id)
        .orderBy("created_at", "desc")
        .limit(1)
        .forUpdate()
        .executeTakeFirst();
      if (!claim) throw new NotFound("Your request");
      await changeState(tx, {
        noun: "employmentClaim",
        id: claim.id,
        from: claim.status,
        action: "withdraw",
        actor: actorOf(context),
      });
      const withdrawn = await tx
        .updateTable("employment_claims")
        .set({ decided_at: clock.now() })
        .where("id", "=", claim.id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      return { claim: withdrawn as Claim };
    }),
};
