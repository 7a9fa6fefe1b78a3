/** Somebody is invited into a company: who may give which role, people already known, their place. */
import type { Permission } from "@manilla/contract/permissions";
import { fullName } from "@manilla/contract/formats";
import { type RoleSlug, permissionsOfRoles, rolesOf } from "@manilla/contract/roles";
import { type SqlBool, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import { changedRoles } from "../../../house/roles.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { normalPhone, recordActivity, splitName } from "../../people/people/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { write } from "../../platform/notifications/index.ts";
import { INVITED_DAYS, acceptLink, invitationLink } from "../../platform/session/index.ts";
import * as messages from "./messages.ts";
import { isCycle } from "./rules.ts";
import { secondColleagueFirst } from "./provider-invites.ts";
import { otherAdministratorFirst } from "./second-administrator.ts";
import { lockTeam, seatsOf } from "../plans/index.ts";

/** Where somebody belongs. */
export interface Place {
  position?: string | null | undefined;
  staff_number?: string | null | undefined;
  department_id?: string | null | undefined;
  manager_id?: string | null | undefined;
}
export interface Invited extends Place {
  name: string;
  email: string;
  phone: string | null;
  roles: readonly RoleSlug[];
}

/** A company's administrator gives only rights that they have themselves. @throws NotAllowed */
export async function requireGivable(tx: Tx, { session }: Context, roles: readonly RoleSlug[]): Promise<void> {
  if (session.permissions.has("provider:can_create_staff")) return;
  const given = roles.filter((slug) => rolesOf("corporate").includes(slug));
  if (given.length === 0) return;
  if (!session.permissions.has("company:can_create_admins") && !session.permissions.has("company:can_update_admins"))
    throw new NotAllowed("Administrators are made by those who may manage administrators.", "administrator");
  const beyond = permissionsOfRoles(given, await changedRoles(tx)).filter(
    (slug: Permission) => slug.startsWith("company:") && !session.permissions.has(slug),
  );
  if (beyond.length > 0) throw new NotAllowed("Nobody gives rights that they do not have.", "beyond_own_rights");
}

/** @throws Conflict where the plan has no place left */
export async function requireSeat(tx: Tx, company_id: string): Promise<void> {
  const { plan, used, allowed } = await seatsOf(tx, company_id);
  if (used < allowed) return;
  throw new Conflict(
    plan === null
      ? "The company has no plan. A plan is chosen first, under Settings."
      : `All ${allowed} places of the plan ${plan} are taken. Choose a larger plan under Settings, or let somebody leave first.`,
    "no_seat",
  );
}

/** An address that nobody has: of the person of an invitation that went to somebody with an account elsewhere. */
export const placeholderOf = (id: string): string => `invited-${id}@invitation.invalid`;

/**
 * What belongs to somebody elsewhere, of whom nothing is said: the invitation goes to them, and they accept it with the account that they have.
 * @throws InvalidFields for what somebody here has, and says who
 */
async function elsewhere(tx: Tx, company_id: string, email: string, phone: string | null) {
  const { rows } = await sql<{ field: "email" | "phone"; is_here: boolean; person_id: string | null }>`
    select * from known_person(${company_id}, ${email}, ${phone})
  `.execute(tx);
  const errors: Record<string, string[]> = {};
  for (const { field, person_id } of rows.filter(({ is_here }) => is_here)) {
    const here = person_id && (await findRow(tx, "users", person_id, ["full_name"]));
    errors[field] = [`${here ? here.full_name : "somebody"} of your company has this already`];
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  const has = (asked: string) => rows.some(({ field }) => field === asked);
  // Whose address it is accepts with their account; of a phone alone only the number is left out.
  return { email: has("email"), phone: has("email") || has("phone") };
}

/** Department, manager and number as they may be in this company. @throws InvalidFields */
export async function keepPlace(tx: Tx, company_id: string, user_id: string, place: Place): Promise<void> {
  const { position = null, staff_number = null, department_id = null, manager_id = null } = place;
  if (department_id && !(await findRow(tx, "departments", { id: department_id, company_id, status: "active" }, ["id"])))
    throw new InvalidFields({ department_id: ["choose one of the company's departments"] });
  if (manager_id) await requireManager(tx, company_id, user_id, manager_id);
  await sql`
    update employments
    set position = ${position?.trim() || null}, staff_number = ${staff_number?.trim() || null}, manager_id = ${manager_id}
    where company_id = ${company_id} and user_id = ${user_id}
  `
    .execute(tx)
    .catch((error: { code?: string; constraint?: string }) => {
      if (error.constraint !== "employments_number") throw error;
      throw new InvalidFields({ staff_number: ["somebody of your company has this number already"] });
    });
  const belongs = await findRow(tx, "department_members", { user_id }, ["department_id"]);
  if ((belongs?.department_id ?? null) === department_id) return;
  await sql`
    update departments set head_id = null, version = version + 1 where head_id = ${user_id} and company_id = ${company_id}
  `.execute(tx);
  await sql`
    delete from user_roles where user_id = ${user_id} and role in ('company_department_head', 'company_unit_head')
  `.execute(tx);
  await tx.deleteFrom("department_members").where("user_id", "=", user_id).execute();
  if (department_id)
    await tx
      .insertInto("department_members")
      .values({ user_id, company_id, department_id, since: clock.now() })
      .execute();
}

/** @throws InvalidFields for somebody who is not at work here, or who would then be above themselves */
async function requireManager(tx: Tx, company_id: string, user_id: string, manager_id: string): Promise<void> {
  const { rows } = await sql<{ user_id: string; manager_id: string | null; is_at_work: SqlBool }>`
    select user_id, manager_id, status in ('active', 'invited') as is_at_work
    from employments
    where company_id = ${company_id} and status not in ('left', 'withdrawn')
  `.execute(tx);
  if (!rows.some((row) => row.user_id === manager_id && row.is_at_work))
    throw new InvalidFields({ manager_id: ["choose somebody who works for the company"] });
  if (isCycle(user_id, manager_id, new Map(rows.map((row) => [row.user_id, row.manager_id]))))
    throw new InvalidFields({ manager_id: ["this person reports to them already, directly or through others"] });
}

/** Mails the link with which a password is chosen, or the invitation accepted; links sent before end. */
export async function sendLink(
  tx: Tx,
  context: Context,
  person: { user_id: string; name: string; email: string; company: string },
): Promise<void> {
  const own = await findRow(tx, "employments", { user_id: person.user_id, status: "invited" }, ["invited_email"]);
  const invited_until = new Date(clock.milliseconds() + INVITED_DAYS * 86_400_000);
  await sql`
    update employments set invited_until = ${invited_until} where user_id = ${person.user_id} and status in ('invited', 'expired')
  `.execute(tx);
  const letter = own?.invited_email
    ? messages.invitationOfKnown(person, await acceptLink(tx, context, person.user_id))
    : messages.invitation(person, await invitationLink(tx, context, { id: person.user_id, email: person.email }));
  await write(tx, context, { mail: person.email }, letter);
}

/** The first roles of somebody who was just made. */
export async function keepRoles(
  tx: Tx,
  user_id: string,
  roles: readonly RoleSlug[],
  granted_by: string,
): Promise<void> {
  await tx.deleteFrom("user_roles").where("user_id", "=", user_id).execute();
  await tx
    .insertInto("user_roles")
    .values(roles.map((role) => ({ user_id, role, granted_by })))
    .execute();
}

/**
 * Makes the person with their place and roles, and mails them a link. An approver or payer begins as an employee where another administrator has to agree first.
 * @returns the person, and the request that is pending
 * @throws InvalidFields, Conflict, NotAllowed
 */
export async function inviteInto(
  tx: Tx,
  context: Context,
  company_id: string,
  invited: Invited,
): Promise<{ user_id: string; approval_id: string | null }> {
  const company = await findRow(tx, "companies", company_id, ["name", "status"]);
  if (!company) throw new NotFound("This company");
  if (company.status === "deactivated" || company.status === "declined")
    throw new Conflict("The company is suspended or was declined: nobody is invited into it.", "company_not_active");
  await lockTeam(tx, company_id);
  await requireGivable(tx, context, invited.roles);
  await requireSeat(tx, company_id);
  const email = invited.email.trim().toLowerCase();
  const phone = invited.phone && normalPhone(invited.phone);
  const taken = await elsewhere(tx, company_id, email, phone);
  const name = splitName(invited.name);
  const created_by = context.session.user_id;
  const user_id = await context.house.person
    .create(tx, context, {
      ...name,
      email: taken.email ? placeholderOf(uuidv7()) : email,
      phone: taken.phone ? null : phone,
      password_hash: null,
      change_password_at: null,
      // Rights that another administrator agrees to first are given below.
      roles: ["company_staff"],
      company_id,
      staff_account_type: "business",
      registration_source: "invitation",
      created_by,
    })
    .catch((error: { code?: string; constraint?: string }) => {
      if (error.code !== "23505") throw error;
      throw new InvalidFields({
        [error.constraint === "users_phone_key" ? "phone" : "email"]: ["somebody has this already"],
      });
    });
  await keepPlace(tx, company_id, user_id, invited);
  await changeRows(
    tx,
    "employments",
    { user_id, company_id },
    { created_by, ...(taken.email && { invited_email: email }), ...(taken.phone && { invited_phone: phone }) },
  );
  await recordActivity(tx, { type: "staff_created", creator_id: created_by, target_id: user_id });
  const { roles } = invited;
  const wanted = { user_id, name: fullName(name), held: [], roles, reason: null };
  // By the company to which they come: one of the provider's staff may belong to another one.
  const approval_id =
    context.session.company_id === company_id
      ? await otherAdministratorFirst(tx, context, wanted)
      : await secondColleagueFirst(tx, context, { id: company_id, name: company.name }, wanted);
  if (!approval_id) await keepRoles(tx, user_id, roles, created_by);
  await recordAudit(tx, context, "employee_invited", ["user", user_id], { after: { roles: [...roles] } });
  await sendLink(tx, context, { user_id, name: name.name, email, company: company.name });
  return { user_id, approval_id };
}
