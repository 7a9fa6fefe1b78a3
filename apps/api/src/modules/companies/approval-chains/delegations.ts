/** Delegation of an absent approver: from a day to a day, for all requests, pending ones included. */
import type { Input } from "@manilla/contract/endpoint";
import { day, fullName } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/companies/approval-chains";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { tellEach } from "./engine.ts";
import { namedForYou, standsIn } from "./messages.ts";
import { colleaguesOf } from "./queries.ts";

const managesChains = ({ session }: Context): boolean => session.permissions.has("company:can_manage_approval_chains");

interface Row {
  id: string;
  absent: { id: string; name: string };
  delegate: { id: string; name: string };
  from_on: string;
  until_on: string;
  reason: string | null;
  state: "coming" | "running" | "over";
}

/** Those that concern the caller; those of everybody for who manages the chains. The last year's. */
export async function listDelegations(context: Context) {
  const { db, session } = context;
  const me = session.user_id;
  const { rows } = await sql<Row>`
    select g.id, g.from_on, g.until_on, g.reason,
      json_build_object('id', g.absent_id, 'name', colleague_name(g.company_id, g.absent_id)) as absent,
      json_build_object('id', g.delegate_id, 'name', colleague_name(g.company_id, g.delegate_id)) as delegate,
      case
        when g.ended_at is not null or g.until_on < t.today then 'over'
        when g.from_on > t.today then 'coming'
        else 'running'
      end as state
    from delegations g
    cross join (select ${await businessDate(db)}::date as today) t
    where g.company_id = ${session.company_id} and g.until_on > t.today - 365
      and (${managesChains(context)} or ${me} in (g.absent_id, g.delegate_id))
    order by g.until_on desc, g.id desc
    limit 200
  `.execute(db);
  return {
    delegations: rows.map((row) => ({
      ...row,
      may_end: row.state !== "over" && (row.absent.id === me || managesChains(context)),
    })),
    people: await colleaguesOf(context),
  };
}

/** @throws InvalidFields, NotAllowed */
async function requireDelegation(
  tx: Tx,
  context: Context,
  asked: { absent_id: string; delegate_id: string; from_on: string; until_on: string },
) {
  const { session } = context;
  if (asked.absent_id !== session.user_id && !managesChains(context))
    throw new NotAllowed("Only who manages the chains names somebody for another person.");
  if (asked.absent_id !== session.user_id && asked.delegate_id === session.user_id)
    throw new NotAllowed("Nobody takes the powers of somebody else for themselves.", "own_request");
  const { rows } = await sql<{ id: string }>`select id from company_approvers_of(${session.company_id}::uuid)`.execute(
    tx,
  );
  const known = new Set(rows.map(({ id }) => id));
  if (!known.has(asked.absent_id)) throw new InvalidFields({ absent_id: ["choose somebody who decides"] });
  if (!known.has(asked.delegate_id) || asked.delegate_id === asked.absent_id)
    throw new InvalidFields({ delegate_id: ["choose somebody else of the company who may decide"] });
  if (asked.until_on < asked.from_on) throw new InvalidFields({ until_on: ["the last day is before the first"] });
  if (asked.until_on < (await businessDate(tx))) throw new InvalidFields({ until_on: ["this day is over"] });
}

export const makeDelegation = (context: Context, { body }: Input<typeof calls.delegate>) =>
  context.once(async (tx) => {
    const { session } = context;
    const asked = { ...body, absent_id: body.absent_id ?? session.user_id, reason: body.reason ?? null };
    await requireDelegation(tx, context, asked);
    const id = uuidv7();
    const company_id = session.company_id!;
    await tx
      .insertInto("delegations")
      .values({ id, company_id, created_by: session.user_id, created_at: clock.now(), ...asked })
      .execute();
    await recordAudit(tx, context, "delegation_made", ["delegation", id], { after: asked, about: asked.absent_id });
    const { rows } = await sql<{ name: string; delegate: string }>`
      select colleague_name(${company_id}::uuid, ${asked.absent_id}) as name,
        colleague_name(${company_id}::uuid, ${asked.delegate_id}) as delegate
    `.execute(tx);
    const days = `from ${day(asked.from_on)} to ${day(asked.until_on)}`;
    await tellEach(tx, company_id, [asked.delegate_id], (isOne) =>
      standsIn(rows[0]?.name ?? "a colleague", days, isOne),
    );
    if (asked.absent_id !== session.user_id)
      await tellEach(tx, company_id, [asked.absent_id], (isOne) =>
        namedForYou(fullName(session), rows[0]?.delegate ?? "a colleague", days, isOne),
      );
    return { id };
  });

export const endDelegation = (context: Context, { params: { id } }: Input<typeof calls.endDelegation>) =>
  context.once(async (tx) => {
    const { session } = context;
    const found = await findRow(tx, "delegations", { id, company_id: session.company_id! }, ["absent_id", "ended_at"], {
      lock: true,
    });
    if (!found || (found.absent_id !== session.user_id && !managesChains(context)))
      throw new NotFound("This delegation");
    if (found.ended_at) return { id };
    await changeRows(tx, "delegations", id, { ended_at: clock.now() });
    await recordAudit(tx, context, "delegation_ended", ["delegation", id], { about: found.absent_id });
    return { id };
  });
