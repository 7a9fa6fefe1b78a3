import { createHash, randomBytes, randomInt } from "node:crypto";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";
import type { App } from "../../../house/app.ts";
import { countAttempt } from "../../../http/throttle.ts";

/** Ten minutes for a code that is typed, an hour for a link that is clicked. */
const CODE_MINUTES = 10;
const LINK_MINUTES = 60;
const MAX_ATTEMPTS = 5;
const CODES_AN_HOUR = 5;

const hashOf = (id: string, code: string): Buffer => createHash("sha256").update(`${id}:${code}`).digest();

export interface CodeRequest {
  user_id: string | null;
  /** Phone or address that it goes to. */
  destination: string;
  purpose: string;
  payload?: Record<string, unknown>;
}

/**
 * Makes a six-digit code, bound to person, purpose and this request, single use.
 * @throws TooMany after five an hour for one destination
 */
export async function issueCode(
  db: Database,
  request: CodeRequest,
): Promise<{ id: string; code: string; expires_at: Date }> {
  await countAttempt(db, `code:${request.destination}`, CODES_AN_HOUR, 3_600);
  const id = uuidv7();
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
  const expires_at = new Date(clock.milliseconds() + CODE_MINUTES * 60_000);
  await insert(db, id, request, hashOf(id, code), expires_at);
  return { id, code, expires_at };
}

/** Makes a mailed token: 32 random bytes, found by its hash; valid for an hour by default. */
export async function issueLink(
  db: Database | Tx,
  request: CodeRequest,
  minutes: number = LINK_MINUTES,
): Promise<{ token: string; expires_at: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = new Date(clock.milliseconds() + minutes * 60_000);
  await insert(db, uuidv7(), request, hashOf("link", token), expires_at);
  return { token, expires_at };
}

/** How long the link of an invitation works. */
export const INVITED_DAYS = 7;

/** The address at which somebody who was invited chooses a password, once, within seven days; links sent before end. */
export async function invitationLink(
  tx: Tx,
  { config }: Pick<App, "config">,
  { id, email }: { id: string; email: string },
): Promise<string> {
  const request = { user_id: id, destination: email, purpose: "password_reset" };
  const { token } = await issueLink(tx, request, INVITED_DAYS * 24 * 60);
  return `${config.public_url}/password/reset/${token}`;
}

/** The address at which somebody with an account accepts an invitation; links sent before end. @param user_id of the person who gives way to them */
export async function acceptLink(tx: Tx, { config }: Pick<App, "config">, user_id: string): Promise<string> {
  // By the person of the invitation: two companies may have invited one address.
  const request = { user_id, destination: `invited:${user_id}`, purpose: "employment_invitation" };
  const { token } = await issueLink(tx, request, INVITED_DAYS * 24 * 60);
  return `${config.public_url}/customer/invitations?letter=${token}`;
}

/** What the database keeps of a mailed token. */
export const hashOfLink = (token: string): Buffer => hashOf("link", token);

/** The same for many new people at once, whose addresses nobody had. @returns the address for each of them, by id */
export async function invitationLinks(
  tx: Tx,
  { config }: Pick<App, "config">,
  people: readonly { id: string; email: string }[],
): Promise<Map<string, string>> {
  const expires_at = new Date(clock.milliseconds() + INVITED_DAYS * 86_400_000);
  const made = people.map(({ id, email }) => ({ id, email, token: randomBytes(32).toString("base64url") }));
  if (made.length > 0)
    await tx
      .insertInto("one_time_codes")
      .values(
        made.map(({ id, email, token }) => ({
          id: uuidv7(),
          user_id: id,
          destination: email,
          purpose: "password_reset",
          code_hash: hashOf("link", token),
          expires_at,
          payload: "{}",
        })),
      )
      .execute();
  return new Map(made.map(({ id, token }) => [id, `${config.public_url}/password/reset/${token}`]));
}

async function insert(
  db: Database | Tx,
  id: string,
  { user_id, destination, purpose, payload }: CodeRequest,
  code_hash: Buffer,
  expires_at: Date,
): Promise<void> {
  // A newer code of the same purpose replaces the older ones.
  await db
    .updateTable("one_time_codes")
    .set({ used_at: clock.now() })
    .where("destination", "=", destination)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
  await db
    .insertInto("one_time_codes")
    .values({ id, user_id, destination, purpose, code_hash, expires_at, payload: JSON.stringify(payload ?? {}) })
    .execute();
}

export interface UsedCode {
  user_id: string | null;
  destination: string;
  payload: Record<string, unknown>;
}

/**
 * Uses a code: right person, purpose and request, in time, at most five tries, once.
 * @param which by the request's id, or the newest of a person and purpose
 * @throws InvalidFields on `otp`, the same words whatever was wrong
 */
export async function useCode(
  db: Database,
  which: { id: string; purpose: string } | { user_id: string; purpose: string },
  code: string,
  field = "otp",
): Promise<UsedCode> {
  const refused = new InvalidFields(
    { [field]: ["this code is wrong or has expired"] },
    "This code is wrong or has expired.",
  );
  const condition = "id" in which ? sql`id = ${which.id}` : sql`user_id = ${which.user_id}`;
  // The attempt is counted before the code is looked at, so that parallel guesses cannot outrun the limit.
  const { rows } = await sql<{
    id: string;
    user_id: string | null;
    destination: string;
    payload: Record<string, unknown>;
    code_hash: Buffer;
    attempts: number;
  }>`
    update one_time_codes
    set attempts = attempts + 1
    where id = (
      select id
      from one_time_codes
      where ${condition} and purpose = ${which.purpose} and used_at is null and expires_at > ${clock.now()}
      order by created_at desc
      limit 1
    )
    returning id, user_id, destination, payload, code_hash, attempts
  `.execute(db);
  const row = rows[0];
  if (!row || row.attempts > MAX_ATTEMPTS || !row.code_hash.equals(hashOf(row.id, code))) throw refused;
  return finish(db, row.id, row, refused);
}

/** A mailed token that works: not used, in time. */
const findLink = (db: Database, purpose: string, token: string) =>
  db
    .selectFrom("one_time_codes")
    .select(["id", "user_id", "destination", "payload"])
    .where("code_hash", "=", hashOf("link", token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();

/** Whether a mailed token works still. */
export const isLinkGood = async (db: Database, purpose: string, token: string): Promise<boolean> =>
  (await findLink(db, purpose, token)) !== undefined;

/** Uses a mailed token. @throws InvalidFields on `token` */
export async function useLink(db: Database, purpose: string, token: string): Promise<UsedCode> {
  const refused = new InvalidFields(
    { token: ["this link is wrong or has expired"] },
    "This link is wrong or has expired. Please ask for a new one.",
  );
  const row = await findLink(db, purpose, token);
  if (!row) throw refused;
  return finish(db, row.id, { ...row, payload: row.payload as Record<string, unknown> }, refused);
}

async function finish(db: Database, id: string, row: UsedCode, refused: InvalidFields): Promise<UsedCode> {
  const { numUpdatedRows } = await db
    .updateTable("one_time_codes")
    .set({ used_at: clock.now() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refused;
  return { user_id: row.user_id, destination: row.destination, payload: row.payload };
}
