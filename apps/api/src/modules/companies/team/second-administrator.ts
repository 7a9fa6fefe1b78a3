/** Nobody makes alone the second person who agrees to what they ask for: new rights of an administrator hold when another administrator has agreed. */
import type { Permission } from "@manilla/contract/permissions";
import { type RoleSlug, isRole, permissionsOfRoles, rolesOf } from "@manilla/contract/roles";
import { roleName } from "@manilla/contract/role-names";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import type { ChainSubject, Context } from "../../../house/app.ts";
import { changedRoles } from "../../../house/roles.ts";
import {
  type Single,
  accessOf,
  digestOf,
  factsOfPermissions,
  giveSingle,
  singleOf,
} from "../../platform/access/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { secondPersonFirst, withdrawOpened } from "../approval-chains/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { holds, peopleWith } from "../wallet-movements/index.ts";
import * as messages from "./messages.ts";

/** Powers to approve, pay or request money, and to grant these. */
const POWERS: readonly Permission[] = [
  "company:can_decide_approvals",
  "company:can_fund_debit_wallet",
  "company:can_request_transfers",
  "company:can_apply_for_credit",
  "company:can_pay_salaries",
  "company:can_create_admins",
  "company:can_update_admins",
  "company:can_modify_permissions",
  "company:can_manage_approval_chains",
];
const MANAGES: Permission = "company:can_update_admins";
const ADMINISTRATORS = rolesOf("corporate");

interface Wanted {
  user_id: string;
  name: string;
  /** What they have of a company's roles now. */
  held: readonly RoleSlug[];
  roles: readonly RoleSlug[];
  reason: string | null;
  /** Of a request for single permissions, where the roles stay. */
  permissions?: Asked;
}
/** All that they would have of single permissions, and a digest of what they had as it was asked. */
type Asked = Single & { digest: string };

/** Whether somebody has a power over the company's money or its decisions after a change that they had not before it. */
const gains = (before: readonly string[], after: readonly string[]): boolean =>
  POWERS.some((power) => after.includes(power) && !before.includes(power));

/** Whether other roles give a power. */
export async function gainsPower(tx: Tx, held: readonly RoleSlug[], roles: readonly RoleSlug[]): Promise<boolean> {
  const changed = await changedRoles(tx);
  return gains(permissionsOfRoles(held, changed), permissionsOfRoles(roles, changed));
}

interface Person {
  user_id: string;
  company_id: string;
}
/** Nobody of the company goes on alone for some days (`secondPersonFirst`). */
async function keepEnded(tx: Tx, { session }: Context, { user_id, company_id }: Person): Promise<void> {
  const row = { id: uuidv7(), company_id, user_id, ended_by: session.user_id, ended_at: clock.now() };
  await tx.insertInto("powers_ended").values(row).execute();
}

/** Keeps who took a power from somebody, whether it came by their roles or singly; what was granted singly ends with the last role. @param roles what is left */
export async function recordPowerEnded(
  tx: Tx,
  context: Context,
  person: Person,
  held: readonly string[],
  roles: readonly RoleSlug[] = [],
): Promise<void> {
  const { user_id } = person;
  const [changed, { granted, withheld }] = [await changedRoles(tx), await singleOf(tx, user_id)];
  const allowed = (by: readonly string[]) => permissionsOfRoles(by, changed).filter((slug) => !withheld.includes(slug));
  const left = roles.length > 0 ? [...allowed(roles), ...granted] : [];
  if (context.session.user_id !== user_id && gains(left, [...allowed(held), ...granted]))
    await keepEnded(tx, context, person);
  const ends = sql`delete from user_permissions where user_id = ${user_id} and is_granted and permission like 'company:%'`;
  if (roles.length === 0) await ends.execute(tx);
}

/** Ending a suspension alone is power granted by one person: it begins later. */
export async function recordPowerBack(tx: Tx, { session }: Context, back: Person & { kept_roles: string[] }) {
  const { user_id, company_id, kept_roles } = back;
  const given = { company_id, user_id, given_by: session.user_id };
  if (await gainsPower(tx, [], kept_roles.filter(isRole))) await recordGivenAlone(tx, given);
}

function refuseSecond(error: { constraint?: string }): never {
  if (error.constraint === "administrator_changes_once")
    throw new Conflict("Other roles of this person are in the inbox: that is decided first.", "change_waits");
  throw error as Error;
}

/** Puts what gives power before another administrator who may give it; where the company has one such administrator, the others are notified. */
async function put(tx: Tx, context: Context, title: string, wanted: Wanted): Promise<string | null> {
  const { user_id, roles, held, reason, permissions = null } = wanted;
  const { company_id, user_id: asked_by } = context.session;
  if (!context.session.permissions.has(MANAGES))
    throw new NotAllowed("Administrators are made by those who may manage administrators.", "administrator");
  const opened = { kind: "administrator", title, amount_kobo: null, payee_id: user_id } as const;
  const approval_id = await secondPersonFirst(tx, context, MANAGES, opened, async () => {
    const row = {
      id: uuidv7(),
      company_id: company_id!,
      user_id,
      roles: [...roles],
      held: [...held],
      reason,
      asked_by,
    };
    await tx
      .insertInto("administrator_changes")
      .values({ ...row, permissions: permissions && JSON.stringify(permissions), created_at: clock.now() })
      .execute()
      .catch(refuseSecond);
    return row.id;
  });
  if (!approval_id) await recordGivenAlone(tx, { company_id: company_id!, user_id, given_by: asked_by });
  return approval_id;
}

/**
 * Puts the roles before another administrator who may give them.
 * @returns the request; null where they hold at once: no power is gained, or the company has one such administrator
 * @throws Conflict, NotAllowed, StepUpRequired
 */
export async function otherAdministratorFirst(tx: Tx, context: Context, wanted: Wanted): Promise<string | null> {
  const { name, held, roles } = wanted;
  if (!context.session.company_id || !(await gainsPower(tx, held, roles))) return null;
  return put(tx, context, `Make ${name} an administrator: ${roles.map(roleName).join(", ")}`, wanted);
}

/** What somebody may do by their roles with these single permissions. */
async function allowedWith(tx: Tx, user_id: string, { granted, withheld }: Single): Promise<string[]> {
  const { roles } = await accessOf(tx, user_id);
  const allowed = permissionsOfRoles(roles, await changedRoles(tx));
  return [...allowed.filter((slug) => !withheld.includes(slug)), ...granted];
}

/**
 * The same for single permissions beside the roles. What is taken counts as the end of a power.
 * @param asked all that they would have of them
 * @returns the request; null where they hold at once
 * @throws Conflict, NotAllowed, StepUpRequired
 */
export async function permissionsFirst(
  tx: Tx,
  context: Context,
  user_id: string,
  asked: Single,
  reason: string | null,
): Promise<string | null> {
  const company_id = context.session.company_id!;
  const had = await allowedWith(tx, user_id, await singleOf(tx, user_id));
  const has = await allowedWith(tx, user_id, asked);
  if (gains(had, has)) {
    const { full_name: name } = await getRow(tx, "users", user_id, ["full_name"]);
    const held = (await accessOf(tx, user_id)).roles.filter(isRole).filter((role) => ADMINISTRATORS.includes(role));
    const permissions = { ...asked, digest: await digestOf(tx, { id: user_id, company_id }) };
    const wanted = { user_id, name, held, roles: [], reason, permissions };
    const waiting = await put(tx, context, `Give ${name} single permissions of an administrator`, wanted);
    if (waiting) return waiting;
  }
  if (gains(has, had)) await keepEnded(tx, context, { user_id, company_id });
  return null;
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

/** A change by the provider's staff (`CompanyAdmins.watch`). A company's first person is its owner, and is given nothing by that. */
export async function watch(tx: Tx, { company_id, user_id }: Person, given_by: string, change: () => Promise<void>) {
  const allowed = async () => allowedWith(tx, user_id, await singleOf(tx, user_id));
  const before = await allowed();
  await change();
  const { rows } = await sql`
    select 1 from employments where company_id = ${company_id} and user_id <> ${user_id} limit 1
  `.execute(tx);
  if (rows.length === 0 || !gains(before, await allowed())) return;
  await recordGivenAlone(tx, { company_id, user_id, given_by });
  const { full_name } = await getRow(tx, "users", user_id, ["full_name"]);
  for (const { id } of await peopleWith(tx, company_id, MANAGES))
    if (id !== user_id) await note(tx, id, messages.givenPower(full_name));
}

/** Suspension and leaving end the pending requests for a person, and those that they made about beneficiaries. */
export async function endChangesOf(
  tx: Tx,
  context: Context,
  { company_id, user_id }: { company_id: string; user_id: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id
    from company_approvals a
    left join administrator_changes c on c.id = a.subject_id and a.kind = 'administrator'
    where a.company_id = ${company_id} and a.status = 'pending'
      and (c.user_id = ${user_id} or a.kind = 'beneficiary' and a.requester_id = ${user_id})
    order by a.id
  `.execute(tx);
  for (const { id } of rows) await withdrawOpened(tx, context, id);
}

/** In any order. */
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

const COLUMNS = ["company_id", "user_id", "roles", "held", "reason", "asked_by", "permissions"] as const;

/** By the rights of the last approver, who can grant only what they hold. @throws Conflict, NotAllowed */
async function giveAsked(tx: Tx, context: Context, person: Person, { digest, ...asked }: Asked): Promise<void> {
  const { user_id, company_id } = person;
  if (digest !== (await digestOf(tx, { id: user_id, company_id })))
    throw new Conflict(
      "The permissions of this person have changed since this was asked. Decline it.",
      "roles_changed",
    );
  const before = await singleOf(tx, user_id);
  const differs = (kind: keyof Single) => [
    ...asked[kind].filter((slug) => !before[kind].includes(slug)),
    ...before[kind].filter((slug) => !asked[kind].includes(slug)),
  ];
  const own: ReadonlySet<string> = context.session.permissions;
  if ([...differs("granted"), ...differs("withheld")].some((slug) => !own.has(slug)))
    throw new NotAllowed("Nobody gives rights that they do not have.", "beyond_own_rights");
  if (gains(await allowedWith(tx, user_id, asked), await allowedWith(tx, user_id, before)))
    await keepEnded(tx, context, person);
  await giveSingle(tx, context, user_id, asked);
}

/** What a company's chain decides about. @param heldBy their roles now @param give the roles, by the rights of who agrees last */
export const administratorChain = (
  heldBy: (tx: Tx, user_id: string) => Promise<RoleSlug[]>,
  give: (tx: Tx, context: Context, user_id: string, roles: readonly RoleSlug[], reason: string | null) => Promise<void>,
): ChainSubject => ({
  async shows(db, _, subject_id) {
    const { user_id, roles, reason, permissions } = await getRow(db, "administrator_changes", subject_id, COLUMNS);
    const { full_name } = await getRow(db, "users", user_id, ["full_name"]);
    const asked = permissions as Asked | null;
    return [
      { label: "Person", value: full_name },
      ...(asked
        ? [
            ...factsOfPermissions([], asked.granted, "Granted beyond the roles"),
            ...factsOfPermissions([], asked.withheld, "Withheld from the roles"),
          ]
        : [{ label: "Roles", value: roles.map(roleName).join(", ") }]),
      ...(reason ? [{ label: "Reason", value: reason }] : []),
      {
        label: "What follows",
        value: asked ? "It applies from their next request on." : "They have these roles at once, and sign in again.",
      },
    ];
  },
  async decided(tx, context, { subject_id, outcome }) {
    const asked = await getRow(tx, "administrator_changes", subject_id, COLUMNS, { lock: true });
    await changeRows(tx, "administrator_changes", subject_id, { outcome, decided_at: clock.now() });
    if (outcome !== "approved") return;
    if (!(await holds(tx, asked.company_id, MANAGES, asked.asked_by)))
      throw new Conflict("The requester may no longer do this. Decline it.", "asker_gone");
    if (asked.held && !isSame(asked.held, await heldBy(tx, asked.user_id)))
      throw new Conflict("The roles of this person have changed since this was asked. Decline it.", "roles_changed");
    // A column of JSON, written by `put` alone and read back as it was.
    if (asked.permissions) await giveAsked(tx, context, asked, asked.permissions as unknown as Asked);
    else await give(tx, context, asked.user_id, asked.roles.filter(isRole), asked.reason);
  },
});
