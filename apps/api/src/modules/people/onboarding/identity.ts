/** BVN with the bank's own code (C306 to C308), NIN with ours (C313, C314), the address at work (C311, C312). */
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { masked } from "../../../field-encryption.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import type { IdentityRecord } from "../../../outside/identity/port.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { normalPhone } from "../people/index.ts";
import { refreshCase } from "../people/profiles/index.ts";
import { codeLetter, issueCode, useCode } from "../../platform/session/index.ts";
import { askProvider, beginVerification, finishVerification, keyOf, requireAge, requireFree } from "./verification.ts";
import { write } from "../../platform/notifications/index.ts";

const CODE_MILLISECONDS = 10 * 60_000;
const MAX_ATTEMPTS = 5;
const WRONG_CODE = "this code is wrong or has expired";
const wrongCode = () => new InvalidFields({ otp: [WRONG_CODE] }, "This code is wrong or has expired.");

/** Begins to verify a BVN with the register; ten a day. @returns the ways in which the register can send its code */
export async function startBvn(context: Context, body: { bvn: string; date_of_birth?: string }) {
  const { db, session, outside } = context;
  await countAttempt(db, `bvn:${session.user_id}`, 10, 86_400);
  if (body.date_of_birth) await requireAge(db, body.date_of_birth);
  const number_hash = await requireFree(context, "bvn", body.bvn);
  const { provider_session, methods } = await askProvider("bvn", "this BVN was not found", () =>
    outside.identity.startBvn(body.bvn),
  );
  await db.transaction().execute(async (tx) => {
    if (body.date_of_birth)
      await changeRows(tx, "profiles", { user_id: session.user_id }, { date_of_birth: body.date_of_birth });
    await beginVerification(tx, context, {
      kind: "bvn",
      number: body.bvn,
      number_hash,
      methods,
      provider_session,
      status: "started",
      expires_at: null,
    });
    await refreshCase(tx, session.user_id);
  });
  return { bvn: masked(body.bvn.slice(-4)) ?? "", methods };
}

interface OpenBvn {
  id: string;
  provider_session: string;
  methods: { methods: { method: string; hint: string }[] };
}

async function findOpenBvn({ db, encryption, session }: Context): Promise<OpenBvn> {
  const row = await db
    .selectFrom("identity_verifications")
    .select(["id", "provider_session_encrypted", "methods"])
    .where("user_id", "=", session.user_id)
    .where("kind", "=", "bvn")
    .where("status", "in", ["started", "code_sent"])
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (!row?.provider_session_encrypted) throw new Conflict("Enter your BVN first.", "not_started");
  const provider_session = encryption.decrypt(
    session.user_id,
    await keyOf(db, session.user_id),
    "provider_session",
    row.provider_session_encrypted,
  );
  return { id: row.id, provider_session, methods: row.methods };
}

/** Lets the register send its code in the chosen way; five an hour. */
export async function sendBvnCode(context: Context, body: { method?: string; phone_number?: string }) {
  const { db, session, outside } = context;
  const open = await findOpenBvn(context);
  await countAttempt(db, `bvn-code:${session.user_id}`, 5, 3_600);
  const method = body.method ?? open.methods.methods[0]?.method ?? "phone";
  const choice = { method, ...(body.phone_number && { phone_number: normalPhone(body.phone_number) }) };
  const { sent_to } = await askProvider("method", "the code could not be sent this way", () =>
    outside.identity.sendBvnCode(open.provider_session, choice),
  );
  const expires_at = new Date(clock.milliseconds() + CODE_MILLISECONDS);
  await changeWhere(db, {
    noun: "verification",
    action: "send_code",
    where: sql`id = ${open.id}`,
    actor: actorOf(context),
  });
  await changeRows(
    db,
    "identity_verifications",
    { id: open.id, status: "code_sent" },
    { expires_at, attempts: 0, methods: JSON.stringify({ ...open.methods, sent_to }) },
  );
  return { sent_to, expires_at };
}

/** Takes the register's code and keeps what it then says. @throws InvalidFields for a wrong code */
export async function finishBvn(context: Context, otp: string): Promise<void> {
  const { db, session, encryption, outside } = context;
  // The attempt is counted before the code is looked at: parallel guesses cannot outrun the limit.
  const { rows } = await sql<{ id: string; provider_session_encrypted: Buffer; attempts: number }>`
    update identity_verifications
    set attempts = attempts + 1
    where id = (
      select id
      from identity_verifications
      where user_id = ${session.user_id} and kind = 'bvn' and status = 'code_sent' and expires_at > ${clock.now()}
      order by created_at desc
      limit 1
    )
    returning id, provider_session_encrypted, attempts
  `.execute(db);
  const [attempt] = rows;
  if (!attempt || attempt.attempts > MAX_ATTEMPTS) throw wrongCode();
  const provider_session = encryption.decrypt(
    session.user_id,
    await keyOf(db, session.user_id),
    "provider_session",
    attempt.provider_session_encrypted,
  );
  const record = await askProvider("otp", WRONG_CODE, () => outside.identity.finishBvn(provider_session, otp));
  await finishVerification(context, { id: attempt.id, kind: "bvn" }, record);
}

/** Looks a NIN up and sends a code to the phone that the register has; ten a day. */
export async function startNin(context: Context, nin: string) {
  const { db, session, outside } = context;
  await countAttempt(db, `nin:${session.user_id}`, 10, 86_400);
  const number_hash = await requireFree(context, "nin", nin);
  const record = await askProvider("nin", "this NIN was not found", () => outside.identity.findNin(nin));
  const own = await db.selectFrom("users").select("phone").where("id", "=", session.user_id).executeTakeFirstOrThrow();
  const phone = record.phone ? normalPhone(record.phone) : own.phone;
  if (!phone) throw new InvalidFields({ nin: ["the register has no phone for this NIN"] });
  const sent_to = `•••${phone.slice(-4)}`;
  // The code is bound to this very attempt: one of an older attempt opens nothing.
  const {
    id: code_id,
    code,
    expires_at,
  } = await issueCode(db, { user_id: session.user_id, destination: phone, purpose: "nin_verification" });
  await context.once(async (tx) => {
    const verification_id = await beginVerification(tx, context, {
      kind: "nin",
      number: nin,
      number_hash,
      methods: [{ method: "phone", hint: sent_to }],
      sent_to,
      record,
      status: "code_sent",
      expires_at,
    });
    await changeRows(tx, "one_time_codes", code_id, { payload: JSON.stringify({ verification_id }) });
    await write(tx, context, { phone }, codeLetter(code, `nin:${code_id}`));
    return { nin: masked(nin.slice(-4)) ?? "", sent_to, expires_at };
  });
  return { nin: masked(nin.slice(-4)) ?? "", sent_to, expires_at };
}

/** Takes the code and keeps the NIN as verified. @throws InvalidFields for a wrong code */
export async function finishNin(context: Context, otp: string): Promise<void> {
  const { db, session, encryption } = context;
  const { payload } = await useCode(db, { user_id: session.user_id, purpose: "nin_verification" }, otp);
  const attempt = await findRow(
    db,
    "identity_verifications",
    { id: String(payload.verification_id), user_id: session.user_id, status: "code_sent" },
    ["id", "record_encrypted"],
  );
  if (!attempt?.record_encrypted) throw wrongCode();
  const record = JSON.parse(
    encryption.decrypt(session.user_id, await keyOf(db, session.user_id), "identity_record", attempt.record_encrypted),
  ) as IdentityRecord;
  await finishVerification(context, { id: attempt.id, kind: "nin" }, record);
}

/** Sends a code to an address at work. @returns the address, masked */
export async function sendWorkEmailCode(context: Context, email: string) {
  const { db, session } = context;
  const address = email.toLowerCase();
  const { id, code, expires_at } = await issueCode(db, {
    user_id: session.user_id,
    destination: address,
    purpose: "work_email",
    payload: { email: address },
  });
  await write(db, context, { mail: address }, codeLetter(code, `work-email:${id}`, "Confirm your address at work"));
  await db.updateTable("profiles").set({ trial_work_email: address }).where("user_id", "=", session.user_id).execute();
  return { sent_to: address.replace(/^(.).*(@.*)$/, "$1•••$2"), expires_at };
}

/** Takes the code and keeps the address as verified. @throws InvalidFields for a wrong code */
export async function finishWorkEmail(context: Context, otp: string): Promise<void> {
  const { db, session } = context;
  const { destination } = await useCode(db, { user_id: session.user_id, purpose: "work_email" }, otp);
  await db.transaction().execute(async (tx) => {
    await changeRows(tx, "users", session.user_id, {
      official_email: destination,
      work_email_verified_at: clock.now(),
    });
    await tx.updateTable("profiles").set({ trial_work_email: null }).where("user_id", "=", session.user_id).execute();
    await recordAudit(tx, context, "work_email_verified", ["user", session.user_id]);
    await refreshCase(tx, session.user_id);
  });
}
