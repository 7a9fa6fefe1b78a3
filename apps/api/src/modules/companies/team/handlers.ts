import * as calls from "@manilla/contract/companies/team";
import { sql } from "kysely";
import type { App, Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { InvalidFields, NotAllowed, NotFound, StaleVersion } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { actionsOn, changeState, changeWhere } from "../../platform/states/index.ts";
import { type Place, inviteInto, keepPlace, sendLink } from "./inviting.ts";
import { activate, deactivate, leave, leavingOf, withdraw } from "./leaving.ts";
import {
  type Employment,
  choicesOf,
  everybody,
  findEmployee,
  lockEmployment,
  reachOf,
  readEmployment,
  staff,
} from "./queries.ts";
import { employmentRules } from "./rules.ts";
import { seatsOf } from "../plans/index.ts";
import { peopleWith } from "../wallet-movements/index.ts";

const INVITED_AN_HOUR = 300;

/** The actions of a caller's reach: the provider's staff in any company, others in their own. */
const actsIn = (may: Parameters<typeof reachOf>[1]) =>
  actionsOn({
    calls,
    rules: employmentRules,
    noun: "employment",
    name: "employee",
    audits: ({ user_id }: Employment) => ({ subject_type: "user", subject_id: user_id }),
    lock: (tx: Tx, context: Context, id: string) => lockEmployment(tx, id, reachOf(context, may)),
    answer: async (tx, context, id) => {
      const { user_id, company_id } = await getRow(tx, "employments", id, ["user_id", "company_id"]);
      return { employee: await findEmployee(tx, context, user_id, company_id) };
    },
  });
const creates = actsIn("can_create_staff");
const changes = actsIn("can_update_staff");
const ends = actsIn("can_delete_staff");

/** The company in which a caller invites: the provider's staff say which. @throws InvalidFields */
function companyFor(context: Context, company_id: string | null | undefined): string {
  const own = reachOf(context, "can_create_staff");
  if (own === null && !company_id) throw new InvalidFields({ company_id: ["choose a company"] });
  if (own !== null && company_id && company_id !== own) throw new NotFound("This company");
  return own ?? company_id!;
}

/** Manager and department say who agrees to what somebody asks for: nobody chooses their own as long as somebody else may, and the provider's staff choose nobody's. @throws NotAllowed */
async function requireOthersPlace(
  tx: Tx,
  context: Context,
  { user_id, company_id, manager_id }: Employment,
  place: Place,
): Promise<void> {
  const isProvider = reachOf(context, "can_update_staff") === null && context.session.company_id !== company_id;
  if (user_id !== context.session.user_id && !isProvider) return;
  const belongs = await findRow(tx, "department_members", { user_id }, ["department_id"]);
  const isSame =
    (place.manager_id ?? null) === manager_id && (place.department_id ?? null) === (belongs?.department_id ?? null);
  if (isSame) return;
  if (isProvider)
    throw new NotAllowed("The company itself sets the manager and the department of its people.", "company_decides");
  const others = await peopleWith(tx, company_id, "company:can_update_staff");
  if (others.some(({ id }) => id !== user_id))
    throw new NotAllowed("Somebody else of your company sets your manager and your department.", "own_employment");
}

export const handlers: Handlers<typeof calls> = {
  staff,
  everybody,
  async find(context, { params }) {
    // The same permission opens only one's own company.
    return { employee: await findEmployee(context.db, context, params.id, requireCompany(context)) };
  },
  seats: (context, { query }) => seatsOf(context.db, companyFor(context, query.company_id)),
  choices: (context, { query }) => choicesOf(context.db, companyFor(context, query.company_id), query.search),

  async invite(context, { body: { role, company_id, ...person } }) {
    const company = companyFor(context, company_id);
    await countAttempt(context.db, `invite-employee:${context.session.user_id}`, INVITED_AN_HOUR, 3_600);
    return context.once(async (tx) => {
      const { user_id, approval_id } = await inviteInto(tx, context, company, { ...person, roles: [role] });
      return { employee_id: user_id, approval_id };
    });
  },

  update: (context, { params, body: { version, ...place } }) =>
    context.once(async (tx) => {
      const before = await lockEmployment(tx, params.id, reachOf(context, "can_update_staff"));
      if (!before || before.status === "left" || before.status === "withdrawn") throw new NotFound("This employee");
      await requireOthersPlace(tx, context, before, place);
      await keepPlace(tx, before.company_id, before.user_id, place);
      if (before.version !== version)
        throw new StaleVersion("This employee has changed since you opened it. Please look again.");
      await changeRows(tx, "employments", before.id, { version: version + 1 });
      const { position, staff_number, manager_id } = before;
      await recordAudit(tx, context, "employee_changed", ["user", before.user_id], {
        before: { position, staff_number, manager_id },
        after: { ...place },
      });
      return { employee: await findEmployee(tx, context, before.user_id, before.company_id) };
    }),

  inviteAgain: creates(calls.inviteAgain, {
    audit: "employee_invited_again",
    async does(tx, context, employee) {
      const { id, status } = employee;
      if (status === "expired")
        await changeState(tx, {
          noun: "employment",
          id,
          from: status,
          action: "invite_again",
          actor: actorOf(context),
        });
      await sendLink(tx, context, employee);
    },
  }),
  withdraw: ends(calls.withdraw, { audit: "employee_invitation_withdrawn", does: withdraw }),
  deactivate: changes(calls.deactivate, { audit: "employee_deactivated", does: deactivate }),
  activate: changes(calls.activate, { audit: "employee_activated", does: activate }),

  async leaving(context, { params }) {
    const employee = await readEmployment(context.db, params.id, reachOf(context, "can_delete_staff"));
    if (!employee || employee.status === "left" || employee.status === "withdrawn") throw new NotFound("This employee");
    return leavingOf(context.db, context, employee);
  },
  leave: ends(calls.leave, { audit: "employee_left", does: leave }),
};

/** @throws NotFound for somebody without a company */
function requireCompany({ session }: Context): string {
  if (!session.company_id) throw new NotFound("This person");
  return session.company_id;
}

/** Invitations whose link has ended give their place back; they can be sent again. */
export const endInvitations = ({ db }: Pick<App, "db">): Promise<string[]> =>
  changeWhere(db, {
    noun: "employment",
    action: "expire",
    where: sql`status = 'invited' and invited_until < ${clock.now()}`,
    actor: SYSTEM,
  });
