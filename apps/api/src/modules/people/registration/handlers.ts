import * as calls from "@manilla/contract/people/registration";
import { termsVersion } from "@manilla/contract/people/terms";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { likePattern } from "../../../db/list-conditions.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { openSession } from "../../../http/session.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { claimEmployment } from "../employment-claims/index.ts";
import { note, write } from "../../platform/notifications/index.ts";
import { alreadyRegistered, welcome } from "./messages.ts";
import { createPerson, normalPhone, splitName } from "../people/index.ts";
import { codeLetter, hashPassword, issueCode, refuseWeakPassword, useCode } from "../../platform/session/index.ts";

interface Pending {
  name: string;
  email: string;
  phone: string;
  password_hash: string;
  source: string | null;
  referral_code: string | null;
  company_id: string | null;
  company?: { name: string; rc_number: string };
  terms_version: string;
  terms_accepted_at: string;
}

type Purpose = "register" | "register_business";

/** What both registrations keep of the details until the code comes. */
async function pendingOf(body: Record<"name" | "email" | "phone" | "password", string>) {
  return {
    name: body.name,
    email: body.email.toLowerCase(),
    phone: normalPhone(body.phone),
    password_hash: await hashPassword(body.password),
    terms_version: termsVersion,
    terms_accepted_at: clock.now().toISOString(),
  };
}

/** The columns of a person who registers themselves. */
const columnsOf = ({ name, email, phone, password_hash, terms_version, terms_accepted_at }: Pending) => ({
  ...splitName(name),
  email,
  phone,
  password_hash,
  change_password_at: clock.now(),
  terms_version,
  terms_accepted_at: new Date(terms_accepted_at),
});

/** First step: sends the code to the phone. Whether address or phone is taken is not disclosed: the owner learns it by mail. */
async function sendCode(context: Context, purpose: Purpose, pending: Pending) {
  const { db } = context;
  await countAttempt(db, `register-network:${context.network_address}`, 60, 3_600);
  const taken = await db
    .selectFrom("users")
    .select("email")
    .where((eb) => eb.or([eb(eb.fn<string>("lower", ["email"]), "=", pending.email), eb("phone", "=", pending.phone)]))
    .executeTakeFirst();
  const { id, code } = await issueCode(db, {
    user_id: null,
    destination: pending.phone,
    purpose,
    payload: { ...pending, is_taken: Boolean(taken) },
  });
  if (taken) await write(db, context, { mail: taken.email }, alreadyRegistered(id, context.config.public_url));
  else await write(db, context, { phone: pending.phone }, codeLetter(code, `otp:${id}`));
  return { step: "otp_sent" as const, registration_token: id, sent_to: `•••${pending.phone.slice(-4)}` };
}

/** Second step: the right code makes the account and signs the person in. */
async function complete(context: Context, purpose: Purpose, registration_token: string, otp: string) {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(registration_token))
    throw new InvalidFields({ otp: ["this code is wrong or has expired"] });
  const { payload } = await useCode(context.db, { id: registration_token, purpose }, otp);
  const pending = payload as unknown as Pending;
  const { token, expires_at } = await context.db
    .transaction()
    .execute(async (tx) => {
      const user_id = pending.company
        ? await createBusiness(tx, context, pending, pending.company)
        : await createCustomer(tx, context, pending);
      await recordAudit(tx, { ...actorOf(context), user_id, name: pending.name }, "registered", ["user", user_id], {
        after: { source: pending.source },
      });
      return openSession(tx, { user_id, network_address: context.network_address, device: context.device });
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === "23505")
        throw new Conflict("These details already belong to an account. Please sign in.", "already_registered");
      throw error;
    });
  context.setCookie(token);
  return { step: "registered" as const, token, expires_at };
}

async function createCustomer(tx: Tx, context: Context, pending: Pending): Promise<string> {
  const user_id = await createPerson(tx, context, {
    ...columnsOf(pending),
    roles: ["staff"],
    registration_source: pending.source ?? (pending.referral_code ? "referral" : null),
  });
  if (pending.referral_code)
    await sql`
      update users
      set referred_by = (
        select r.id
        from users r
        where r.referral_code = ${pending.referral_code} and r.erased_at is null
        order by r.created_at
        limit 1
      )
      where id = ${user_id}
    `.execute(tx);
  if (pending.company_id) await claimEmployment(tx, { user_id, name: pending.name, company_id: pending.company_id });
  await note(tx, user_id, welcome());
  return user_id;
}

async function createBusiness(
  tx: Tx,
  context: Context,
  pending: Pending,
  company: { name: string; rc_number: string },
): Promise<string> {
  const company_id = uuidv7();
  await tx
    .insertInto("companies")
    .values({
      id: company_id,
      name: company.name,
      rc_number: company.rc_number,
      phone: pending.phone,
      email: pending.email,
    })
    .execute();
  return createPerson(tx, context, {
    ...columnsOf(pending),
    roles: ["company_super_admin"],
    company_id,
    registration_source: "business",
  });
}

export const handlers: Handlers<typeof calls> = {
  async register(context, { body }) {
    if (body.registration_token && body.otp) return complete(context, "register", body.registration_token, body.otp);
    await refuseWeakPassword(body.password, [body.name, body.email]);
    return sendCode(context, "register", {
      ...(await pendingOf(body)),
      source: body.source ?? null,
      referral_code: body.referral_code ?? null,
      company_id: body.company_id ?? null,
    });
  },

  async registerBusiness(context, { body }) {
    if (body.registration_token && body.otp)
      return complete(context, "register_business", body.registration_token, body.otp);
    await refuseWeakPassword(body.password, [body.name, body.email, body.company_name]);
    return sendCode(context, "register_business", {
      ...(await pendingOf(body)),
      source: "business",
      referral_code: null,
      company_id: null,
      company: { name: body.company_name.trim(), rc_number: body.rc_number.toUpperCase() },
    });
  },

  confirm: (context, { body: { registration_token, otp, kind } }) =>
    complete(context, kind === "person" ? "register" : "register_business", registration_token, otp),

  async companies(context, { query }) {
    await countAttempt(context.db, `company-search:${context.network_address}`, 120, 60);
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name
      from companies
      where folded(name) like ${likePattern(query.search)} and status = 'approved'
      order by name
      limit 10
    `.execute(context.db);
    return { companies: rows };
  },
};
