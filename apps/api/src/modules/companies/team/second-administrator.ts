/** Nobody makes alone the second person who agrees to what they ask for: new rights of an administrator hold when another administrator has agreed. */
import type { Permission } from "@manilla/contract/permissions";
import { type RoleSlug, isRole, permissionsOfRoles } from "@manilla/contract/roles";
import { roleName } from "@manilla/contract/role-names";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { ChainSubject, Context } from "../../../house/app.ts";
import { changedRoles } from "../../../house/roles.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { secondPersonFirst, withdrawOpened } from "../approval-chains/index.ts";
import { peopleWith } from "../wallet-movements/index.ts";

/** Of who decides, pays or asks for money. */
const POWERS: readonly Permission[] = [
  "company:can_decide_approvals",
  "company:can_fund_debit_wallet",
  "company:can_request_transfers",
  "company:can_apply_for_credit",
  "company:can_pay_salaries",
  "company:can_create_admins",
];
const MANAGES: Permission = "company:can_update_admins";

interface Wanted {
  user_id: string;
  name: string;
  /** What they have of a company's roles now. */
  held: readonly RoleSlug[];
  roles: readonly RoleSlug[];
  reason: string | null;
}

/** Whether somebody gains a power over the company's money or its decisions. */
async function gainsPower(tx: Tx, { held, roles }: Pick<Wanted, "held" | "roles">): Promise<boolean> {
  const changed = await changedRoles(tx);
  const [before, after] = [permissionsOfRoles(held, changed), permissionsOfRoles(roles, changed)];
  return POWERS.some((power) => after.includes(power) && !before.includes(power));
}

/** Keeps who took a power from somebody: nobody of the company goes on alone for some days (`secondPersonFirst`). @param roles what is left */
export async function recordPowerEnded(
  tx: Tx,
  { session }: Context,
  { user_id, company_id }: { user_id: string; company_id: string },
  held: readonly string[],
  roles: readonly RoleSlug[] = [],
): Promise<void> {
  if (session.user_id === user_id || !(await gainsPower(tx, { held: roles, roles: held.filter(isRole) }))) return;
  const row = { id: uuidv7(), company_id, user_id, ended_by: session.user_id, ended_at: clock.now() };
  await tx.insertInto("powers_ended").values(row).execute();
}

function refuseSecond(error: { constraint?: string }): never {
  if (error.constraint === "administrator_changes_once")
    throw new Conflict("Other roles of this person are in the inbox: that is decided first.", "change_waits");
  throw error as Error;
}

/**
 * Puts the roles before another administrator who may give them.
 * @returns the request; null where they hold at once: no power is gained, or the company has one such administrator, and the others hear of it
 * @throws Conflict, StepUpRequired
 */
export async function otherAdministratorFirst(tx: Tx, context: Context, wanted: Wanted): Promise<string | null> {
  const { user_id, name, roles, reason } = wanted;
  const { company_id, user_id: asked_by, permissions } = context.session;
  if (!company_id || !permissions.has(MANAGES) || !(await gainsPower(tx, wanted))) return null;
  const title = `Make ${name} an administrator: ${roles.map(roleName).join(", ")}`;
  const approval_id = await secondPersonFirst(
    tx,
    context,
    MANAGES,
    { kind: "administrator", title, amount_kobo: null, payee_id: user_id },
    async () => {
      const id = uuidv7();
      const row = { id, company_id, user_id, roles: [...roles], held: [...wanted.held], reason, asked_by };
      await tx
        .insertInto("administrator_changes")
        .values({ ...row, created_at: clock.now() })
        .execute()
        .catch(refuseSecond);
      return id;
    },
  );
  if (!approval_id) await recordGivenAlone(tx, { company_id, user_id, given_by: asked_by });
  return approval_id;
}

/** Whom the only administrator gave power agrees to nothing for some hours: `power_begins_at`. */
async function recordGivenAlone(tx: Tx, given: { company_id: string; user_id: string; given_by: string }) {
  const row = { ...given, given_at: clock.now(), hours: await readSetting(tx, "alone_power_hours") };
  await tx
    .insertInto("powers_given")
    .values({ id: uuidv7(), ...row })
    .onConflict((conflict) => conflict.columns(["company_id", "user_id"]).doUpdateSet(row))
    .execute();
}

/** Who is suspended or leaves becomes nothing any more: what was asked for them ends. */
export async function endChangesOf(
  tx: Tx,
  context: Context,
  { company_id, user_id }: { company_id: string; user_id: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id
    from company_approvals a
    join administrator_changes c on c.id = a.subject_id
    where a.kind = 'administrator' and a.status = 'pending' and c.company_id = ${company_id} and c.user_id = ${user_id}
    order by a.id
  `.execute(tx);
  for (const { id } of rows) await withdrawOpened(tx, context, id);
}

/** In any order. */
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

const COLUMNS = ["company_id", "user_id", "roles", "held", "reason", "asked_by"] as const;

/** What a company's chain decides about. @param heldBy their roles now @param give the roles, by the rights of who agrees last */
export const administratorChain = (
  heldBy: (tx: Tx, user_id: string) => Promise<RoleSlug[]>,
  give: (tx: Tx, context: Context, user_id: string, roles: readonly RoleSlug[], reason: string | null) => Promise<void>,
): ChainSubject => ({
  async shows(db, _, subject_id) {
    const { user_id, roles, reason } = await getRow(db, "administrator_changes", subject_id, COLUMNS);
    const { full_name } = await getRow(db, "users", user_id, ["full_name"]);
    return [
      { label: "Person", value: full_name },
      { label: "Roles", value: roles.map(roleName).join(", ") },
      ...(reason ? [{ label: "Reason", value: reason }] : []),
      { label: "What follows", value: "They have these roles at once, and sign in anew." },
    ];
  },
  async decided(tx, context, { subject_id, outcome }) {
    const asked = await getRow(tx, "administrator_changes", subject_id, COLUMNS, { lock: true });
    await changeRows(tx, "administrator_changes", subject_id, { outcome, decided_at: clock.now() });
    if (outcome !== "approved") return;
    const managers = await peopleWith(tx, asked.company_id, MANAGES);
    if (!managers.some(({ id }) => id === asked.asked_by))
      throw new Conflict("Who asked for this may no longer do so. Decline it.", "asker_gone");
    if (asked.held && !isSame(asked.held, await heldBy(tx, asked.user_id)))
      throw new Conflict("The roles of this person have changed since this was asked. Decline it.", "roles_changed");
    await give(tx, context, asked.user_id, asked.roles.filter(isRole), asked.reason);
  },
});
