/** What needs a second person of the company first, whether or not the company has named one: another holder of the same permission. */
import type { Permission } from "@manilla/contract/permissions";
import { exactTime } from "@manilla/contract/formats";
import { type ChainKind, type ChainStep, approverRoles } from "@manilla/contract/companies/chain-steps";
import { permissionsOfRoles, rolesOf } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import { changedRoles } from "../../../house/roles.ts";
import { requireStepUp } from "../../../house/step-up.ts";
import { note } from "../../platform/notifications/index.ts";
import { decidingChain, decidersOf } from "./chains.ts";
import { type Opened, openChain } from "./opening.ts";
import * as messages from "./messages.ts";
import { ALONE_AFTER_DAYS, meantBy } from "./rules.ts";

/** Who acts for the company; a right is null where it is neither granted nor withheld singly. */
interface Administrator {
  id: string;
  roles: string[];
  holds: boolean | null;
  decides: boolean | null;
}

/**
 * The step where the company has set nothing: anybody else with the permission, by role or singly, who may decide. A role is asked as a whole,
 * its people by name where it or deciding is withheld from one of them.
 */
async function sameRight(
  tx: Tx,
  permission: Permission,
  administrators: Promise<Administrator[]>,
): Promise<readonly ChainStep[]> {
  const changed = await changedRoles(tx);
  const allows = (roles: readonly string[], slug: Permission) => permissionsOfRoles(roles, changed).includes(slug);
  const people = await administrators;
  const asked = approverRoles.filter(
    (role) =>
      allows([role], permission) &&
      !people.some(({ roles, holds, decides }) => roles.includes(role) && (holds === false || decides === false)),
  );
  const named = people.filter(
    ({ roles, holds, decides }) =>
      (holds ?? approverRoles.some((role) => roles.includes(role) && allows([role], permission))) &&
      (decides ?? allows(roles, "company:can_decide_approvals")) &&
      !asked.some((role) => roles.includes(role)),
  );
  return [
    {
      name: "A second person",
      department_ids: [],
      category_ids: [],
      requester_ids: [],
      approvers: [
        ...asked.map((role) => ({ who: "role" as const, role })),
        ...named.map(({ id: user_id }) => ({ who: "person" as const, user_id })),
      ],
      need: "any",
    },
  ];
}

/** The other administrators of a company, who see what one did alone. */
async function tellOthers(tx: Tx, { session }: Context, title: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id
    from users u
    where u.company_id = ${session.company_id} and u.id <> ${session.user_id} and u.erased_at is null
      and exists (select 1 from user_roles r where r.user_id = u.id and r.role = any(${[...rolesOf("corporate")]}::text[]))
  `.execute(tx);
  for (const { id } of rows) await note(tx, id, messages.doneAlone(title, `${session.name} ${session.last_name}`));
}

/** A person left without a second one, by their own act or another's, may not act alone at once: others of the company, and we, have time to notice. @throws Conflict */
export async function requireNobodyEnded(tx: Tx, { session }: Context): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select colleague_name(company_id, user_id) as name
    from powers_ended
    where company_id = ${session.company_id} and user_id <> ${session.user_id}
      and ended_at > ${new Date(clock.milliseconds() - ALONE_AFTER_DAYS * 86_400_000)}
    order by ended_at desc
    limit 1
  `.execute(tx);
  if (rows[0])
    throw new Conflict(
      `The rights of ${rows[0].name ?? "a colleague"} were ended: for ${ALONE_AFTER_DAYS} days after that nothing is done alone. We can invite another administrator for you: call us.`,
      "ended_colleague",
    );
}

/**
 * Whom the only administrator gave power neither agrees nor asks before it begins: else the two of them would be two persons at once.
 * @returns those who act for the company, by the same statement, without whom a right is of no use: a plain employee cannot agree
 * @throws Conflict
 */
async function administratorsOnceBegun(
  tx: Tx,
  company_id: string,
  user_id: string,
  permission: Permission,
): Promise<Administrator[]> {
  const { rows } = await sql<{ at: Date | null; people: Administrator[] }>`
    select power_begins_at(${company_id}, ${user_id}) as at, coalesce((
      select json_agg(json_build_object(
        'id', u.id, 'roles', array(select r.role from user_roles r where r.user_id = u.id), 'holds', h.is_granted,
        'decides', d.is_granted
      ))
      from users u
      left join user_permissions h on h.user_id = u.id and h.permission = ${permission}
      left join user_permissions d on d.user_id = u.id and d.permission = 'company:can_decide_approvals'
      where u.company_id = ${company_id} and u.erased_at is null
        and exists (
          select 1 from user_roles r where r.user_id = u.id and r.role = any(${[...rolesOf("corporate")]}::text[])
        )
    ), '[]') as people
  `.execute(tx);
  const { at, people } = rows[0]!;
  refuseEarly(at, "ask for it");
  return people;
}

/** @throws Conflict where a power has not begun */
function refuseEarly(at: Date | null, what: string): void {
  if (at && at > clock.now())
    throw new Conflict(`This power was given to you lately: you ${what} from ${exactTime(at)}.`, "too_early");
}

/** Whom the only administrator gave power does not use it yet: else the two of them would be two signatures at once. @throws Conflict */
export async function requireBegun(tx: Tx, { session }: Context, what: string): Promise<void> {
  const { rows } = await sql<{ at: Date | null }>`
    select power_begins_at(${session.company_id}::uuid, ${session.user_id}) as at
  `.execute(tx);
  refuseEarly(rows[0]!.at, what);
}

/**
 * Whether something waits for a second person of the company. It is opened on the company's chain of this kind; without one it is put to
 * another holder of the permission; where the company has no other, the caller confirms who they are and the other administrators are notified.
 * @param keep writes down what is asked, and answers its id; called only where it waits
 * @returns the request; null where the caller goes on alone
 * @throws Conflict where nobody may decide, who could lost their rights lately, or the asker's power has not begun; StepUpRequired
 */
export async function secondPersonFirst(
  tx: Tx,
  context: Context,
  permission: Permission,
  opened: Omit<Opened, "subject_id" | "otherwise">,
  keep: () => Promise<string>,
): Promise<string | null> {
  const { session } = context;
  const company_id = session.company_id!;
  const administrators = administratorsOnceBegun(tx, company_id, opened.requester_id ?? session.user_id, permission);
  const [otherwise, chain] = await Promise.all([
    sameRight(tx, permission, administrators),
    decidingChain(tx, company_id, opened.kind),
    administrators,
  ]);
  let people: Awaited<ReturnType<typeof decidersOf>> | undefined;
  if (!chain.id) {
    const { requester_id = session.user_id, department_id = null } = opened;
    const about = { requester_id, payee_id: null, department_id, amount_kobo: null };
    people = await decidersOf(tx, company_id, otherwise, about);
    const others = meantBy(
      otherwise.flatMap(({ approvers }) => approvers),
      { ...about, department_ids: [], category_ids: [] },
      people,
    );
    if (others.length === 0) {
      await requireNobodyEnded(tx, context);
      requireStepUp(context, session);
      await tellOthers(tx, context, opened.title);
      return null;
    }
  }
  const subject_id = await keep();
  return (await openChain(tx, context, { ...opened, subject_id, otherwise, known: { chain, people } })).id;
}

/** From which amount a company's own chain of a kind asks anybody; undefined where it has said nothing. */
export async function bandOf(tx: Tx, company_id: string, kind: ChainKind): Promise<bigint | undefined> {
  const { id, steps } = await decidingChain(tx, company_id, kind);
  if (!id) return undefined;
  return steps.reduce<bigint>(
    (least, { from_kobo }) => ((from_kobo ?? 0n) < least ? (from_kobo ?? 0n) : least),
    2n ** 62n,
  );
}
