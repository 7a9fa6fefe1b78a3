import * as calls from "@manilla/contract/platform/passkeys";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../../house/app.ts";
import { clock } from "../../../../clock.ts";
import { getRow } from "../../../../db/row.ts";
import { Conflict, NoSession, NotFound, StepUpRequired } from "../../../../errors.ts";
import type { Session } from "../../../../request.ts";
import { countAttempt, forgetAttempts } from "../../../../http/throttle.ts";
import { recordAudit } from "../../audit/index.ts";
import { tell } from "../../notifications/index.ts";
import { countNetwork, enter, mayEnter, noteRefused, people } from "../entering.ts";
import { stepUp } from "../stepping-up.ts";
import { COLUMNS, aboutPasskeys, passkeysOf } from "./keeping.ts";
import * as messages from "./messages.ts";
import { madeBy, noEntry, optionsForMaking, optionsForProving, proved, refuseTooMany } from "./proving.ts";

const asJson = (options: object) => ({ options: options as Record<string, unknown> });

/** The refusal of a sign-in, counted. */
function refuse(context: Context, user_id?: string) {
  noteRefused(context, user_id);
  return noEntry();
}

/**
 * Where an authenticator is set, a code by mail or text is not enough for a passkey: it would take the authenticator's place permanently.
 * @throws StepUpRequired
 */
function requireOwnDevice({ has_second_factor, stepped_up_by_device }: Session): void {
  if (has_second_factor && !stepped_up_by_device) throw new StepUpRequired();
}

export const handlers: Handlers<typeof calls> = {
  async listOwn({ db, session }) {
    const own = await passkeysOf(db, session.user_id);
    return {
      passkeys: own.map(({ credential_id: _, transports: __, ...shown }) => shown),
      max_count: calls.MAX_PASSKEYS,
    };
  },

  async beginAdding(context) {
    requireOwnDevice(context.session);
    return asJson(await optionsForMaking(context));
  },

  async add(context, { body }) {
    const { user_id, id: session_id } = context.session;
    requireOwnDevice(context.session);
    const made = await madeBy(context, body.credential);
    return context.db.transaction().execute(async (tx) => {
      // One at a time, so that two at once are not eleven.
      await getRow(tx, "users", user_id, ["id"], { lock: true });
      // What ends access ends the session first: no passkey comes in behind it.
      const isOpen = await tx
        .selectFrom("sessions")
        .select("id")
        .where("id", "=", session_id)
        .forShare()
        .executeTakeFirst();
      if (!isOpen) throw new NoSession();
      refuseTooMany((await passkeysOf(tx, user_id)).length);
      const passkey = await tx
        .insertInto("passkeys")
        .values({ id: uuidv7(), user_id, name: body.name, created_at: clock.now(), ...made })
        .onConflict((conflict) => conflict.doNothing())
        .returning(COLUMNS)
        .executeTakeFirst();
      if (!passkey) throw new Conflict("This passkey is kept already.", "known_key");
      await recordAudit(tx, context, "passkey_added", ["user", user_id], { after: { name: body.name } });
      await tell(tx, context, user_id, messages.added(await aboutPasskeys(tx, user_id), body.name));
      return { passkey };
    });
  },

  rename: ({ db, ...context }, { params, body }) =>
    db.transaction().execute(async (tx) => {
      const own = tx.selectFrom("passkeys").select("name").where("id", "=", params.id);
      const before = await own.where("user_id", "=", context.session.user_id).forUpdate().executeTakeFirst();
      if (!before) throw new NotFound("This passkey");
      const passkey = await tx
        .updateTable("passkeys")
        .set({ name: body.name })
        .where("id", "=", params.id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      const after = { name: body.name };
      await recordAudit(tx, context, "passkey_renamed", ["user", context.session.user_id], { before, after });
      return { passkey };
    }),

  remove: (context, { params }) =>
    context.db.transaction().execute(async (tx) => {
      const { user_id } = context.session;
      const gone = await tx
        .deleteFrom("passkeys")
        .where("id", "=", params.id)
        .where("user_id", "=", user_id)
        .returning("name")
        .executeTakeFirst();
      if (!gone) throw new NotFound("This passkey");
      await recordAudit(tx, context, "passkey_removed", ["user", user_id], { before: gone });
      await tell(tx, context, user_id, messages.removed(await aboutPasskeys(tx, user_id), gone.name));
      return {};
    }),

  async beginSignIn(context) {
    await countAttempt(context.db, `passkey-begin:${context.network_address}`, 300, 900);
    return asJson(await optionsForProving(context, "passkey_sign_in"));
  },

  async signIn(context, { body: { credential } }) {
    await countNetwork(context);
    // Known or not: a credential has ten tries, as an address has.
    await countAttempt(context.db, `login-passkey:${credential.id}`, 10, 900);
    const key = await proved(context, "passkey_sign_in", credential, (user_id) => refuse(context, user_id));
    const person = await people(context).where("id", "=", key.user_id).executeTakeFirstOrThrow();
    if (!mayEnter(person)) throw refuse(context, person.id);
    await forgetAttempts(context.db, `login-passkey:${credential.id}`);
    return enter(context, person, "passkey");
  },

  beginStepUp: async (context) => asJson(await optionsForProving(context, "passkey_step_up")),

  async stepUp(context, { body }) {
    await proved(context, "passkey_step_up", body.credential);
    return stepUp(context, true);
  },
};
