/** The authenticator: setting it up, proving it, switching it off. */
import type * as calls from "@manilla/contract/platform/session";
import { generateSecret, generateURI, verify } from "otplib";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { InvalidFields, NotAllowed } from "../../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { useCode } from "./codes.ts";
import { isPassword } from "./passwords.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";

/** Checks a code of the authenticator; each time step works once, so a code that was seen cannot be used again. */
export async function useAuthenticatorCode(context: Context, user_id: string, code: string): Promise<boolean> {
  const row = await findRow(context.db, "users", user_id, [
    "second_factor_secret",
    "data_key",
    "second_factor_last_step",
  ]);
  if (!row?.second_factor_secret || !row.data_key) return false;
  const secret = context.encryption.decrypt(user_id, row.data_key, "second_factor", row.second_factor_secret);
  const { valid } = await verify({ secret, token: code, epochTolerance: 30 });
  const step = BigInt(Math.floor(clock.milliseconds() / 30_000));
  if (!valid) return false;
  const { numUpdatedRows } = await context.db
    .updateTable("users")
    .set({ second_factor_last_step: step })
    .where("id", "=", user_id)
    .where((eb) => eb.or([eb("second_factor_last_step", "is", null), eb("second_factor_last_step", "<", step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whose code it is: the authenticator's, or the one that was sent for this (C007, purpose `step_up`); undefined for any other. */
export async function secondProof(context: Context, code: string): Promise<"authenticator" | "sent" | undefined> {
  const { session, db } = context;
  if (session.has_second_factor && (await useAuthenticatorCode(context, session.user_id, code))) return "authenticator";
  return useCode(db, { user_id: session.user_id, purpose: "step_up" }, code, "code").then(
    () => "sent",
    (error: unknown) => {
      if (error instanceof InvalidFields) return undefined;
      throw error;
    },
  );
}

export const secondFactor: Pick<
  Handlers<typeof calls>,
  "startSecondFactor" | "confirmSecondFactor" | "removeSecondFactor"
> = {
  async startSecondFactor(context, { body }) {
    const { session, db, encryption } = context;
    const person = await getRow(db, "users", session.user_id, [
      "password_hash",
      "data_key",
      "second_factor_enabled_at",
    ]);
    if (!(await isPassword(person.password_hash, body.password)))
      throw new InvalidFields({ password: ["this is not your password"] });
    if (person.second_factor_enabled_at) throw new NotAllowed("A second factor is already set. Remove it first.");
    const secret = generateSecret();
    const data_key = person.data_key ?? encryption.createKey(session.user_id);
    await changeRows(db, "users", session.user_id, {
      data_key,
      second_factor_secret: encryption.encrypt(session.user_id, data_key, "second_factor", secret),
    });
    return { secret, otpauth_url: generateURI({ issuer: "Manilla", label: session.email, secret }) };
  },

  async confirmSecondFactor(context, { body }) {
    if (!(await useAuthenticatorCode(context, context.session.user_id, body.code)))
      throw new InvalidFields({ code: ["this code is wrong"] });
    await changeRows(context.db, "users", context.session.user_id, { second_factor_enabled_at: clock.now() });
    await recordAudit(context.db, context, "second_factor_enabled", ["user", context.session.user_id]);
    return {};
  },

  async removeSecondFactor(context, { body }) {
    if (context.config.second_factor_required && context.session.account_types.includes("admin"))
      throw new NotAllowed("The provider's staff may not be without a second factor.");
    if (!(await useAuthenticatorCode(context, context.session.user_id, body.code)))
      throw new InvalidFields({ code: ["this code is wrong or was already used"] });
    await changeRows(context.db, "users", context.session.user_id, {
      second_factor_enabled_at: null,
      second_factor_secret: null,
    });
    await recordAudit(context.db, context, "second_factor_removed", ["user", context.session.user_id]);
    return {};
  },
};
