/** What two people decide about a colleague's access. */
import { fullName } from "@manilla/contract/formats";
import { isRole } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import { endSessions } from "../../../http/session.ts";
import { accessOf, digestOfRoles, factsOfRoles, requireUnchanged } from "../access/index.ts";
import { actorOf, recordAudit } from "../audit/index.ts";
import { tell } from "../notifications/index.ts";
import { endPasskeys } from "../session/index.ts";
import { changeState, recordBeginning } from "../states/index.ts";
import { its, unless, unlessIn } from "../approvals/index.ts";
import { endLinks, sendInvitation } from "./access.ts";
import * as messages from "./messages.ts";
import { type Colleague, lockColleague } from "./queries.ts";

interface Invited {
  name: string;
  last_name: string;
  email: string;
  roles: string[];
  /** What the roles allowed when it was requested. */
  digest: string;
}

/** Somebody with this address is known: they are given roles instead. */
export const isKnown = async (db: Tx, email: string): Promise<boolean> =>
  (await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
    .executeTakeFirst()) !== undefined;

/** A new colleague: made, and written to, when the second person agrees. */
export const inviteColleague: ApprovalKind<Invited> = {
  permission: "provider:can_create_admins",
  over: sql`exists (select 1 from users u where lower(u.email) = a.payload ->> 'email')`,
  shows: async ({ db }, { payload: person }) => {
    return {
      facts: [
        { label: "Name", value: fullName(person) },
        { label: "The link goes to", value: person.email },
        ...(await factsOfRoles(db, { roles: [] }, person)),
      ],
    };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { name, last_name, email, roles, digest } = payload;
    if (!roles.every(isRole)) throw new Conflict("One of these roles no longer exists.", "unknown_role");
    await requireUnchanged(tx, digest, roles);
    if (await isKnown(tx, email)) throw new Conflict("Somebody has this address by now.", "address_taken");
    const id = await context.house.person.create(tx, context, {
      name,
      last_name,
      email,
      phone: null,
      password_hash: null,
      change_password_at: null,
      roles,
      registration_source: "invitation",
      created_by: maker_id,
    });
    await recordBeginning(tx, "colleague", id, "invited", actorOf(context));
    await recordAudit(tx, context, "colleague_invited", ["user", id], { after: { roles } });
    await sendInvitation(tx, context, { id, name, email, role_slugs: roles });
    return undefined;
  },
};

interface Asked {
  user_id: string;
  /** What the colleague might do when it was requested. */
  digest: string;
}

/** What a colleague may do now, to be compared when the second person agrees. */
export const digestOf = async (tx: Tx, user_id: string): Promise<string> =>
  digestOfRoles(tx, (await accessOf(tx, user_id)).roles, user_id);

/** The colleague of a request, locked, with the access that was asked about. @throws Conflict */
async function decidedOn(tx: Tx, context: Context, { user_id, digest }: Asked): Promise<Colleague> {
  const colleague = await lockColleague(tx, context, user_id);
  if (!colleague) throw new Conflict("This colleague is no longer there.", "gone");
  await requireUnchanged(tx, digest, (await accessOf(tx, user_id)).roles, user_id);
  return colleague;
}

const shows: ApprovalKind<Asked>["shows"] = async ({ db }, { payload }) => {
  const person = await findRow(db, "users", payload.user_id, ["name", "last_name", "email"]);
  if (!person) return {};
  const roles = await db.selectFrom("user_roles").select("role").where("user_id", "=", payload.user_id).execute();
  return {
    facts: [
      { label: "Colleague", value: `${fullName(person)}, ${person.email}` },
      ...(await factsOfRoles(db, { roles: [] }, { roles: roles.map(({ role }) => role) }, "With the permissions")),
    ],
  };
};

/** A suspended colleague signs in again; who never chose a password is invited again. */
export const letBack: ApprovalKind<Asked> = {
  permission: "provider:can_update_admins",
  over: unlessIn("colleagues", "user_id", ["suspended"]),
  shows,
  async execute(tx, context, { payload }) {
    const colleague = await decidedOn(tx, context, payload);
    const known = await findRow(tx, "users", colleague.id, ["password_hash"]);
    const hasJoined = Boolean(known?.password_hash);
    const status = await changeState(tx, {
      noun: "colleague",
      id: colleague.id,
      from: colleague.status,
      action: hasJoined ? "let_back" : "invite_anew",
      actor: actorOf(context),
    });
    await recordAudit(tx, context, "colleague_let_back", ["user", colleague.id], {
      before: { status: colleague.status },
      after: { status },
    });
    await (hasJoined
      ? tell(tx, context, colleague.id, messages.letBackIn(colleague))
      : sendInvitation(tx, context, colleague));
    return undefined;
  },
};

const FACTOR_GONE = {
  label: "What follows",
  value:
    "They get a mail, are signed out, their passkeys end, and they sign in with the password alone until they set up a new one.",
};

/** Removes a second factor; the colleague is signed out, notified, and sets up another one. */
export const resetSecondFactor: ApprovalKind<Asked> = {
  permission: "provider:can_update_admins",
  over: unless(sql`users u left join passkeys k on k.user_id = u.id
    where u.id = ${its("user_id")} and coalesce(u.second_factor_enabled_at, k.created_at) is not null`),
  shows: async (...asked) => ({ facts: [...((await shows(...asked)).facts ?? []), FACTOR_GONE] }),
  async execute(tx, context, { payload }) {
    const colleague = await decidedOn(tx, context, payload);
    if (!colleague.has_second_factor && !colleague.has_passkey)
      throw new Conflict("No second factor and no passkey is set up.", "no_second_factor");
    await changeRows(tx, "users", colleague.id, { second_factor_enabled_at: null, second_factor_secret: null });
    await endSessions(tx, { user_id: colleague.id });
    await endLinks(tx, colleague.id);
    await endPasskeys(tx, context, colleague.id);
    await recordAudit(tx, context, "second_factor_reset", ["user", colleague.id]);
    await tell(tx, context, colleague.id, messages.secondFactorReset(colleague));
    return undefined;
  },
};
