/** What BVN and NIN verification share: consent, the attempt's record, the comparison, and what follows from it. */
import { consentWordings } from "@manilla/contract/people/consents";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import { dayInLagos, clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, ProviderUnavailable } from "../../../errors.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import type { IdentityRecord } from "../../../outside/identity/port.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { addNote } from "../people/index.ts";
import { ageOn, compareIdentity, refreshCase } from "../people/profiles/index.ts";
import { confirmSalaryAccount } from "./salary-account.ts";

export type Kind = "bvn" | "nin";
const NAMES: Record<Kind, string> = { bvn: "BVN", nin: "NIN" };

/** A provider that says no becomes a message at the field; one that does not answer becomes a 503. */
export async function askProvider<Result>(field: string, refusal: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefused) throw new InvalidFields({ [field]: [refusal] }, refusal);
    if (error instanceof NotReached || error instanceof OutcomeUnknown)
      throw new ProviderUnavailable("The identity service is not answering. Please try again shortly.");
    throw error;
  }
}

/** @throws InvalidFields when the day is not a birthday of somebody old enough */
export async function requireAge(db: Database | Tx, date_of_birth: string): Promise<void> {
  const minimum = await readSetting(db, "minimum_age_years");
  const age = ageOn(date_of_birth, dayInLagos(clock.now()));
  if (age < minimum || age > 110)
    throw new InvalidFields({
      date_of_birth: [
        age < minimum ? `you have to be at least ${minimum} years old` : "this field must be a date of birth",
      ],
    });
}

/** Keeps what a person agreed to, in the words that they saw. @returns its id */
export async function recordConsent(
  tx: Tx | Database,
  context: Pick<Context, "session" | "network_address">,
  kind: keyof typeof consentWordings,
): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto("consents")
    .values({
      id,
      user_id: context.session.user_id,
      kind,
      wording: consentWordings[kind],
      network_address: context.network_address,
    })
    .execute();
  return id;
}

/** The wrapped key of a person. @throws Error when it was destroyed */
export async function keyOf(db: Database | Tx, user_id: string): Promise<Buffer> {
  const { data_key } = await getRow(db, "users", user_id, ["data_key"]);
  if (!data_key) throw new Error("this person has no key");
  return data_key;
}

/** One number, one person. @throws Conflict when it is somebody else's, or one's own is verified already */
export async function requireFree({ db, encryption, session }: Context, kind: Kind, number: string): Promise<Buffer> {
  const hash = encryption.hash(kind, number);
  const verified_at = kind === "bvn" ? sql`bvn_verified_at` : sql`nin_verified_at`;
  // Whose the number is comes from a function: another person's profile is not readable here.
  const { rows } = await sql<{ is_verified: boolean; is_taken: boolean }>`
    select ${verified_at} is not null as is_verified,
      exists (select 1 from people_with_number(${kind}, ${hash}) other where other <> ${session.user_id}) as is_taken
    from users
    where id = ${session.user_id}
  `.execute(db);
  if (rows[0]?.is_verified) throw new Conflict(`Your ${NAMES[kind]} is verified already.`, "already_verified");
  if (rows[0]?.is_taken) throw new Conflict(`This ${NAMES[kind]} belongs to another account.`, `${kind}_taken`);
  return hash;
}

export interface NewVerification {
  kind: Kind;
  number: string;
  number_hash: Buffer;
  methods: { method: string; hint: string }[];
  sent_to?: string;
  provider_session?: string;
  record?: IdentityRecord;
  status: "started" | "code_sent";
  expires_at: Date | null;
}

/** Records an attempt with its consent; an older one that is open gives way. */
export async function beginVerification(tx: Tx, context: Context, attempt: NewVerification): Promise<string> {
  const { session, encryption } = context;
  const data_key = await keyOf(tx, session.user_id);
  const seal = (field: string, text: string | undefined) =>
    text === undefined ? null : encryption.encrypt(session.user_id, data_key, field, text);
  await changeWhere(tx, {
    noun: "verification",
    action: "replace",
    where: sql`user_id = ${session.user_id} and kind = ${attempt.kind}`,
    set: { decided_at: clock.now() },
    actor: actorOf(context),
  });
  const id = uuidv7();
  await tx
    .insertInto("identity_verifications")
    .values({
      id,
      user_id: session.user_id,
      kind: attempt.kind,
      number_encrypted: encryption.encrypt(session.user_id, data_key, attempt.kind, attempt.number),
      number_hash: attempt.number_hash,
      number_last4: attempt.number.slice(-4),
      consent_id: await recordConsent(tx, context, attempt.kind),
      provider_session_encrypted: seal("provider_session", attempt.provider_session),
      methods: JSON.stringify({ methods: attempt.methods, sent_to: attempt.sent_to ?? null }),
      status: attempt.status,
      expires_at: attempt.expires_at,
      record_encrypted: seal("identity_record", attempt.record && JSON.stringify(attempt.record)),
      network_address: context.network_address,
    })
    .execute();
  await recordAudit(tx, context, `${attempt.kind}_verification_started`, ["user", session.user_id]);
  return id;
}

const MISMATCH = (kind: Kind, what: string) =>
  `The ${what} on this ${NAMES[kind]} is not the one of your account. Please reach us through Help; a colleague will look at it.`;

/** What the number proved, written once: the condition keeps a second click from deciding again. */
async function settle(
  tx: Tx,
  context: Context,
  attempt: { id: string; kind: Kind },
  record: IdentityRecord,
): Promise<string | null> {
  const { session, encryption } = context;
  const user_id = session.user_id;
  const data_key = await keyOf(tx, user_id);
  const { rows } = await sql<{ date_of_birth: string | null; name: string; last_name: string }>`
    select u.name, u.last_name, p.date_of_birth
    from users u
    join profiles p on p.user_id = u.id
    where u.id = ${user_id}
    for update of p
  `.execute(tx);
  const stated = rows[0];
  if (!stated) throw new Error("this person has no profile");
  const comparison = compareIdentity(stated, record);
  const [id] = await changeWhere(tx, {
    noun: "verification",
    action: comparison.is_match ? "verify" : "mismatch",
    where: sql`id = ${attempt.id}`,
    set: {
      decided_at: clock.now(),
      comparison: JSON.stringify(comparison),
      record_encrypted: encryption.encrypt(user_id, data_key, "identity_record", JSON.stringify(record)),
      failure: comparison.is_match
        ? null
        : comparison.name === "differs"
          ? "The name differs."
          : "The date of birth differs.",
    },
    actor: actorOf(context),
  });
  if (!id)
    throw new InvalidFields({ otp: ["this code is wrong or has expired"] }, "This code is wrong or has expired.");
  await recordAudit(
    tx,
    context,
    `${attempt.kind}_${comparison.is_match ? "verified" : "mismatched"}`,
    ["user", user_id],
    { after: { ...comparison } },
  );
  if (record.is_watch_listed)
    await addNote(tx, user_id, SYSTEM, `The bank register lists this ${NAMES[attempt.kind]} on its watch list.`);
  if (!comparison.is_match) {
    const what = comparison.name === "differs" ? "name" : "date of birth";
    await addNote(
      tx,
      user_id,
      SYSTEM,
      `${NAMES[attempt.kind]} verification: the ${what} in the register is not the one that the person gave.`,
    );
    return MISMATCH(attempt.kind, what);
  }
  const { number_encrypted, number_hash, number_last4 } = await getRow(tx, "identity_verifications", id, [
    "number_encrypted",
    "number_hash",
    "number_last4",
  ]);
  const birthday = stated.date_of_birth ?? record.date_of_birth;
  const columns =
    attempt.kind === "bvn"
      ? { bvn_encrypted: number_encrypted, bvn_hash: number_hash, bvn_last4: number_last4 }
      : { nin_encrypted: number_encrypted, nin_hash: number_hash, nin_last4: number_last4 };
  await changeRows(
    tx,
    "profiles",
    { user_id },
    {
      ...columns,
      verify_method: attempt.kind,
      date_of_birth: birthday,
      gender: sql`coalesce(gender, ${record.gender})`,
    },
  );
  await tx
    .updateTable("users")
    .set(attempt.kind === "bvn" ? { bvn_verified_at: clock.now() } : { nin_verified_at: clock.now() })
    .where("id", "=", user_id)
    .execute();
  await confirmSalaryAccount(tx, user_id);
  await refreshCase(tx, user_id);
  return null;
}

/**
 * Compares the register's record with the person and keeps the outcome.
 * @throws InvalidFields when it does not match (the attempt and the note for the underwriter stay); Conflict when the number is taken
 */
export async function finishVerification(
  context: Context,
  attempt: { id: string; kind: Kind },
  record: IdentityRecord,
): Promise<void> {
  const problem = await context.db
    .transaction()
    .execute((tx) => settle(tx, context, attempt, record))
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === "23505")
        throw new Conflict(`This ${NAMES[attempt.kind]} belongs to another account.`, `${attempt.kind}_taken`);
      throw error;
    });
  if (problem) throw new InvalidFields({ [attempt.kind]: [problem] }, problem);
}
