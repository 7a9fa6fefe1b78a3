import type { Session } from "../../../request.ts";
import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/platform/session";
import { roles } from "@manilla/contract/roles";
import { termsVersion } from "@manilla/contract/people/terms";
import { normalisePhone } from "@manilla/contract/phone";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { Conflict, InvalidFields, NoSession, NotAllowed, NotFound, TooMany } from "../../../errors.ts";
import { endSessions } from "../../../http/session.ts";
import { countAttempt, forgetAttempts } from "../../../http/throttle.ts";
import { actorOf, recordAudit } from "../audit/index.ts";
import { countNetwork, enter, isBarred, mayEnter, noteRefused, people } from "./entering.ts";
import { isLinkGood, issueCode, issueLink, useLink } from "./codes.ts";
import { hashPassword, isPassword, refuseWeakPassword } from "./passwords.ts";
import { readPublicConfiguration } from "./configuration.ts";
import { endPasskeys, namePasskeys } from "./passkeys/keeping.ts";
import { secondProof, secondFactor, useAuthenticatorCode } from "./second-factor.ts";
import { stepUp } from "./stepping-up.ts";
import { startViewingAs, stopViewingAs } from "./view-as.ts";
import { codeLetter, newPassword } from "./messages.ts";
import { write } from "../notifications/index.ts";
import { changeWhere } from "../states/index.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";

/** Colleagues who borrow too: a number that was taken over must not open the desk. */
const isColleague = sql<boolean>`
  exists (select 1 from user_roles r where r.user_id = users.id and (r.role like 'super\\_%' or r.role like 'company\\_%'))
`;
const WRONG = "These details do not match an account.";

/** At most ten tries a quarter of an hour for an account, a hundred for a network, counted before the password is looked at. */
async function throttleLogin(context: Context, login: string): Promise<void> {
  await countAttempt(context.db, `login:${login}`, 10, 900);
  await countNetwork(context);
}

export const handlers: Handlers<typeof calls> = {
  startViewingAs: (context, { body }) => startViewingAs(context, body.user_id, body.reason),
  stopViewingAs: (context) => stopViewingAs(context),

  async find(context) {
    const { session, db } = context;
    const { rows } = await sql<{
      phone: string | null;
      created_at: Date;
      status: string;
      company: never;
      bvn_verified_at: Date | null;
      bvn_bypassed_at: Date | null;
      nin_verified_at: Date | null;
      nin_bypassed_at: Date | null;
      official_email: string | null;
      work_email_verified_at: Date | null;
      profile_status: string | null;
      change_password_at: Date | null;
      closed_modals: string[];
      corporate_card_count: number;
      has_passkey: boolean;
      terms_version: string | null;
    }>`
      select u.phone, u.created_at, u.status, u.bvn_verified_at, u.bvn_bypassed_at, u.nin_verified_at,
        u.nin_bypassed_at, u.official_email, u.work_email_verified_at, u.change_password_at,
        p.status as profile_status,
        case
          when c.id is not null then json_build_object(
            'id', c.id, 'name', c.name, 'has_profile', c.profile_completed_at is not null, 'company_unique_plan',
            c.unique_plan
          )
        end as company,
        array(select modal from closed_modals m where m.user_id = u.id order by modal) as closed_modals,
        (
          select count(*)::int
          from cards k
          where k.company_id = u.company_id and k.status in ('issued', 'active', 'frozen')
            and (k.user_id = u.id or ${session.permissions.has("company:can_view_cards")})
        ) as corporate_card_count,
        exists(select from passkeys k where k.user_id = u.id) as has_passkey, u.terms_version
      from users u
      left join profiles p on p.user_id = u.id
      left join companies c on c.id = u.company_id
      where u.id = ${session.user_id}
    `.execute(db);
    const row = rows[0];
    if (!row) throw new NoSession();
    const { closed_modals, profile_status, corporate_card_count, has_passkey, terms_version, ...person } = row;
    const named = session.roles.map((slug) => ({
      slug,
      name: slug in roles ? roles[slug as keyof typeof roles].name : slug,
    }));
    const permissions = [...session.permissions];
    return {
      user: {
        ...person,
        id: session.user_id,
        name: session.name,
        last_name: session.last_name,
        email: session.email,
        company_id: session.company_id,
        is_blacklisted: false,
        profile_status: profile_status ?? "pending",
        has_second_factor: session.has_second_factor,
        roles: named,
        permissions,
      },
      roles: named,
      permissions,
      account_types: session.account_types,
      staff_account_type: session.staff_account_type,
      configuration: await readPublicConfiguration(context),
      keys: {},
      expires_at: session.expires_at,
      corporate_card_count,
      closed_modals,
      viewed_by: session.viewed_by && { user_id: session.viewed_by.user_id, name: session.viewed_by.name },
      step_up_takes_passkey: has_passkey,
      step_up_wants_code: session.has_second_factor || context.config.second_factor_required,
      must_accept_terms: terms_version !== termsVersion && session.viewed_by === null,
      guards: session.guards,
    };
  },

  async logIn(context, { body }) {
    // One spelling of a number, so that another spelling is not another ten tries.
    const typed = body.email.trim().toLowerCase();
    const login = (/^[+\d\s().-]+$/.test(typed) ? typed.replaceAll(/[^+\d]/g, "") : typed).replace(
      /^\+?(234|0)(?=\d{10}$)/,
      "+234",
    );
    await throttleLogin(context, login);
    const person = await people(context)
      .select(["password_hash", "second_factor_enabled_at"])
      .where((eb) => eb.or([eb(eb.fn<string>("lower", ["email"]), "=", login), eb("phone", "=", login)]))
      .executeTakeFirst();
    // Address and number of one person share their tries; somebody unknown costs the same statement.
    await countAttempt(context.db, `login-person:${person?.id ?? login}`, 10, 900);
    const isRight = await isPassword(person?.password_hash, body.password);
    if (!person || !isRight || !mayEnter(person)) {
      noteRefused(context, person?.id);
      throw new InvalidFields({ email: [WRONG] }, WRONG);
    }
    if (person.second_factor_enabled_at) {
      if (!body.code)
        throw new NotAllowed("Enter the code of your authenticator application.", "second_factor_required");
      if (!(await useAuthenticatorCode(context, person.id, body.code)))
        throw new InvalidFields(
          { code: ["this code is wrong or was already used"] },
          "This code is wrong or was already used.",
        );
    }
    await forgetAttempts(context.db, `login:${login}`);
    await forgetAttempts(context.db, `login-person:${person.id}`);
    return enter(context, person, "password");
  },

  async logOut(context) {
    // Who logs out while viewing as somebody leaves their own session too: the viewing ends with it.
    await endSessions(context.db, { session_id: context.session.viewed_by?.session_id ?? context.session.id });
    context.setCookie(null);
    return {};
  },

  async updatePassword(context, { body }) {
    if (body.password_confirmation !== body.password)
      throw new InvalidFields({
        password_confirmation: ["the password_confirmation field should the same as the password field"],
      });
    const session: Session | undefined = context.session;
    const user_id = body.token ? (await useLink(context.db, "password_reset", body.token)).user_id : session?.user_id;
    if (!user_id) throw new NoSession();
    const person = await getRow(context.db, "users", user_id, ["name", "last_name", "email", "password_hash"]);
    if (!body.token) {
      if (!(await isPassword(person.password_hash, body.current_password ?? "")))
        throw new InvalidFields({ current_password: ["this is not your current password"] });
    }
    await refuseWeakPassword(body.password, [person.name, person.last_name, person.email]);
    const password_hash = await hashPassword(body.password);
    await context.db.transaction().execute(async (tx) => {
      await changeRows(tx, "users", user_id, { password_hash, change_password_at: clock.now() });
      // Every other place is signed out at once; after a reset, every place.
      await endSessions(tx, { user_id, ...(!body.token && session && { except: session.id }) });
      const actor = { ...actorOf(context), user_id, name: fullName(person) };
      await recordAudit(tx, actor, "password_changed", ["user", user_id]);
      await (body.token ? endPasskeys(tx, context, user_id) : namePasskeys(tx, context));
      // An invited person joins with the password chosen by the mailed link.
      if (!body.token) return;
      await changeWhere(tx, { noun: "colleague", action: "join", where: sql`id = ${user_id}`, actor });
      await changeWhere(tx, { noun: "employment", action: "join", where: sql`user_id = ${user_id}`, actor });
    });
    return {};
  },

  async checkPasswordReset(context, { body }) {
    await countAttempt(context.db, `reset-check:${context.network_address}`, 60, 3_600);
    return { is_good: await isLinkGood(context.db, "password_reset", body.token) };
  },
  async requestPasswordReset(context, { body }) {
    const phone = normalisePhone(body.email);
    const said = phone ?? body.email.trim().toLowerCase();
    await countAttempt(context.db, `reset:${said}`, 5, 3_600);
    await countAttempt(context.db, `reset-network:${context.network_address}`, 50, 3_600);
    const person = await context.db
      .selectFrom("users")
      .select(["id", "name"])
      .where((eb) =>
        phone
          ? eb.and([eb("phone", "=", phone), eb("is_customer", "=", true), sql<boolean>`not ${isColleague}`])
          : eb(eb.fn<string>("lower", ["email"]), "=", said),
      )
      .where("erased_at", "is", null)
      .where(sql<boolean>`not ${isBarred}`)
      .executeTakeFirst();
    // Known or not, the answer takes the same time (promise E2).
    if (person)
      context.afterwards(async () => {
        const { token } = await issueLink(context.db, {
          user_id: person.id,
          destination: said,
          purpose: "password_reset",
        });
        const link = `${context.config.public_url}/password/reset/${token}`;
        await write(context.db, context, phone ? { phone } : { mail: said }, newPassword(person, link));
      });
    return {};
  },

  configurations: (context) => readPublicConfiguration(context),

  async staffConfigurations(context, { params }) {
    // Only one's own, or any for staff who may open profiles.
    const mayRead =
      params.userId === context.session.user_id || context.session.permissions.has("provider:can_view_staff_profile");
    const person = mayRead
      ? await findRow(context.db, "users", params.userId, ["id", "staff_account_type"])
      : undefined;
    if (!person) throw new NotFound("This person");
    return {
      user_id: person.id,
      staff_account_type: person.staff_account_type as "personal" | "business",
      configuration: await readPublicConfiguration(context),
    };
  },

  async requestOtp(context, { body }) {
    const { session, db } = context;
    const { phone } = await getRow(db, "users", session.user_id, ["phone"]);
    const isMail = body.channel === "email" || !phone;
    const destination = isMail ? session.email : phone;
    const { id, code, expires_at } = await issueCode(db, {
      user_id: session.user_id,
      destination,
      purpose: body.purpose,
    });
    await write(db, context, isMail ? { mail: destination } : { phone: destination }, codeLetter(code, `otp:${id}`));
    return {
      sent_to: isMail ? destination.replace(/^(.).*(@.*)$/, "$1•••$2") : `•••${destination.slice(-4)}`,
      expires_at,
    };
  },

  async acceptTerms(context, { body }) {
    if (body.version !== termsVersion)
      throw new Conflict("There is a newer version. Please load the page again and read it.", "newer_terms");
    const { user_id } = context.session;
    await context.db.transaction().execute(async (tx) => {
      const { terms_version } = await getRow(tx, "users", user_id, ["terms_version"], { lock: true });
      if (terms_version === termsVersion) return;
      await changeRows(tx, "users", user_id, { terms_version: termsVersion, terms_accepted_at: clock.now() });
      await recordAudit(tx, context, "terms_accepted", ["user", user_id], {
        before: { version: terms_version },
        after: { version: termsVersion },
      });
    });
    return {};
  },

  async closeModal({ db, session }, { params }) {
    const { count } = await db
      .selectFrom("closed_modals")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("user_id", "=", session.user_id)
      .executeTakeFirstOrThrow();
    if (count >= 200n) throw new TooMany(3_600);
    await db
      .insertInto("closed_modals")
      .values({ user_id: session.user_id, modal: params.modal })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const rows = await db
      .selectFrom("closed_modals")
      .select("modal")
      .where("user_id", "=", session.user_id)
      .orderBy("modal")
      .execute();
    return { closed_modals: rows.map(({ modal }) => modal) };
  },

  async stepUp(context, { body }) {
    const { session, db } = context;
    const { password_hash } = await getRow(db, "users", session.user_id, ["password_hash"]);
    if (!(await isPassword(password_hash, body.password)))
      throw new InvalidFields({ password: ["this is not your password"] });
    const wantsCode = session.has_second_factor || context.config.second_factor_required;
    const proof = wantsCode && body.code ? await secondProof(context, body.code) : undefined;
    if (wantsCode && !proof)
      throw new InvalidFields({
        code: [body.code ? "this code is wrong or was already used" : "this field is required"],
      });
    return stepUp(context, proof === "authenticator");
  },

  async sessions({ db, session }) {
    const rows = await db
      .selectFrom("sessions")
      .select(["id", "created_at", "expires_at", "last_seen_at", "network_address", "device"])
      .where("user_id", "=", session.user_id)
      .where("viewer_id", "is", null)
      .where("expires_at", ">", clock.now())
      .orderBy("created_at", "desc")
      .execute();
    return { sessions: rows.map((row) => ({ ...row, is_current: row.id === session.id })) };
  },

  async revoke({ db, session }, { params }) {
    const own = await findRow(db, "sessions", { id: params.id, user_id: session.user_id }, ["id"]);
    if (!own) throw new NotFound("This session");
    await endSessions(db, { session_id: params.id });
    return {};
  },
  ...secondFactor,
};
