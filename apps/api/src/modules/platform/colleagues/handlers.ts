import type { Permission } from "@manilla/contract/permissions";
import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/platform/colleagues";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { endSessions } from "../../../http/session.ts";
import { isForProvider } from "../../../request.ts";
import { askForRoles, digestOfRoles } from "../access/index.ts";
import { requestApproval } from "../approvals/index.ts";
import { actorOf } from "../audit/index.ts";
import { abilitiesIn, actionsOn } from "../states/index.ts";
import { removePasskeys } from "../session/index.ts";
import { endLinks, sendInvitation } from "./access.ts";
import { digestOf, isKnown } from "./approvals.ts";
import { type Colleague, detailsOf, listAll, lockColleague, readColleague } from "./queries.ts";
import { colleagueRules } from "./rules.ts";

async function findColleague(db: Tx | Context["db"], id: string): Promise<Colleague> {
  const colleague = await readColleague(db, id);
  if (!colleague) throw new NotFound("This colleague");
  return colleague;
}
const withAbilities = (context: Context, colleague: Colleague) => ({
  ...colleague,
  abilities: abilitiesIn(context, calls, colleagueRules)(colleague),
});

const act = actionsOn({
  calls,
  rules: colleagueRules,
  noun: "colleague",
  name: "colleague",
  audits: ({ id }: Colleague) => ({ subject_type: "user", subject_id: id }),
  lock: lockColleague,
  answer: async (tx, context, id) => ({ colleague: withAbilities(context, await findColleague(tx, id)) }),
});

const suspend = act(calls.suspend, {
  audit: "colleague_suspended",
  async does(tx, context, { id, status }, { body }) {
    await endSessions(tx, { user_id: id });
    await endLinks(tx, id);
    await removePasskeys(tx, id);
    const cases = await context.house.person.release(tx, id, actorOf(context), `Suspended: ${body.reason}`);
    return { before: { status }, after: { status: "suspended", cases_released: cases } };
  },
});

/** Leaves the colleague as they are and asks a second person. */
const ask =
  (kind: string, title: (name: string) => string) =>
  async (tx: Tx, context: Context, colleague: Colleague, { body }: { body: { reason: string } }) => ({
    answer: {
      approval_id: await requestApproval(tx, context, {
        kind,
        title: title(fullName(colleague)),
        payload: { user_id: colleague.id, digest: await digestOf(tx, colleague.id) },
        reason: body.reason,
      }),
    },
  });

/** Whether the caller acts for the provider; else for their own company, whose administrators another room keeps. */
const isProvider = ({ session }: Context, slug: Permission): boolean => session.permissions.has(slug);

/** The roles of one side are not given on the other. @throws InvalidFields */
function requireSide(roles: readonly string[], prefix: "super_" | "company_"): void {
  if (!roles.every((slug) => slug.startsWith(prefix)))
    throw new InvalidFields({ roles: ["choose roles of your own side"] });
}

export const handlers: Handlers<typeof calls> = {
  listAll: (context) =>
    isForProvider(context.session, calls.listAll) ? listAll(context) : context.house.company_admins.list(context),
  async find(context, { params }) {
    const colleague = await findColleague(context.db, params.id);
    return { ...withAbilities(context, colleague), ...(await detailsOf(context.db, colleague)) };
  },

  invite: (context, { body: { phone, ...body } }) =>
    context.once(async (tx) => {
      const isOurs = isProvider(context, "provider:can_create_admins");
      requireSide(body.roles, isOurs ? "super_" : "company_");
      if (!isOurs) return context.house.company_admins.invite(tx, context, { ...body, phone });
      const email = body.email.trim().toLowerCase();
      if (await isKnown(tx, email))
        throw new InvalidFields({ email: ["somebody has this address: change their roles instead"] });
      const { reason, ...person } = { ...body, email };
      const approval_id = await requestApproval(tx, context, {
        kind: "invite_colleague",
        title: `Invite ${fullName(person)} as a colleague`,
        payload: { ...person, digest: await digestOfRoles(tx, person.roles) },
        reason,
      });
      return { approval_id };
    }),

  update: (context, { params, body }) =>
    context.once(async (tx) => {
      if (params.id === context.session.user_id) throw new NotAllowed("Nobody changes their own roles.", "own_roles");
      const isOurs = isProvider(context, "provider:can_update_admins");
      requireSide(body.roles, isOurs ? "super_" : "company_");
      if (!isOurs) return context.house.company_admins.update(tx, context, params.id, body);
      const colleague = await findColleague(tx, params.id);
      return { approval_id: await askForRoles(tx, context, colleague, body) };
    }),

  suspend: (context, input) =>
    isProvider(context, "provider:can_delete_admins")
      ? suspend(context, input)
      : context.once(async (tx) => ({
          colleague: await context.house.company_admins.end(tx, context, input.params.id, input.body),
        })),
  letBack: act(calls.letBack, { does: ask("let_back_colleague", (name) => `Let ${name} back in`) }),
  inviteAgain: act(calls.inviteAgain, { audit: "colleague_invited_again", does: sendInvitation }),
  resetSecondFactor: act(calls.resetSecondFactor, {
    does: ask("reset_second_factor", (name) => `Remove the second factor of ${name}`),
  }),
  endSessions: act(calls.endSessions, {
    audit: "sessions_ended",
    does: async (tx, _, { id }) => ({ before: {}, after: { sessions: await endSessions(tx, { user_id: id }) } }),
  }),
};
