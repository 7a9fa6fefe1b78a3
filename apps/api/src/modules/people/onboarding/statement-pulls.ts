/** A statement that is fetched from elsewhere: the record of the pull with its consent, and what the person sees of it. */
import { consentWordings } from "@manilla/contract/people/consents";
import { bankName } from "@manilla/contract/nigeria/banks";
import type { statementPull, statementSources } from "@manilla/contract/people/onboarding";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { App, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { masked } from "../../../field-encryption.ts";
import { changeRows } from "../../../db/row.ts";
import { InvalidFields, ProviderUnavailable } from "../../../errors.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import type { FetchedStatement } from "../../../outside/statements/port.ts";
import { type Actor, SYSTEM, actorOf } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { keepDocument } from "../documents/index.ts";
import { movementsCsv } from "./movements-csv.ts";
import { keyOf } from "./verification.ts";

export type Source = (typeof statementSources)[number];
type Pull = z.output<typeof statementPull>;

export const MONTHS = 12;
/** A pull that ended without a statement is shown for a day, so that the person sees its outcome. */
const SHOWN_MILLISECONDS = 86_400_000;
/** A claim that is older than this was left behind by a process that ended. */
const CLAIM_MILLISECONDS = 120_000;

/** Asks a source; its no becomes words at `field`, its silence a 503 that leaves everything as it was. @throws InvalidFields, ProviderUnavailable */
export async function askSource<Result>(field: string, refusal: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefused) throw new InvalidFields({ [field]: [refusal] }, refusal);
    if (error instanceof NotReached || error instanceof OutcomeUnknown)
      throw new ProviderUnavailable("Your bank is not answering. Please try again shortly, or choose another way.");
    throw error;
  }
}

interface NewPull {
  source: Source;
  expires_at: Date;
  bank_code?: string;
  account_no?: string;
}

/** Keeps the consent and the pull that rests on it; an earlier one of the same source ends. */
export async function beginPull(context: Context, pull: NewPull): Promise<string> {
  const { db, session, network_address } = context;
  const { source, expires_at, bank_code = null, account_no } = pull;
  return db.transaction().execute(async (tx) => {
    const [id, consent_id] = [uuidv7(), uuidv7()];
    await tx
      .insertInto("consents")
      .values({
        id: consent_id,
        user_id: session.user_id,
        kind: "statement",
        wording: consentWordings.statement,
        network_address,
      })
      .execute();
    await changeWhere(tx, {
      noun: "statementPull",
      action: "replace",
      where: sql`user_id = ${session.user_id} and source = ${source}`,
      actor: actorOf(context),
    });
    await tx
      .insertInto("statement_pulls")
      .values({
        id,
        user_id: session.user_id,
        source,
        consent_id,
        bank_code,
        account_last4: account_no?.slice(-4) ?? null,
        expires_at,
      })
      .execute();
    return id;
  });
}

/** The provider's session of a pull, and what the person dials for it. */
export async function keepSession(
  { db, session, encryption }: Context,
  id: string,
  begun: { session_id: string; dial: string; expires_at: Date },
): Promise<void> {
  const session_encrypted = encryption.encrypt(
    session.user_id,
    await keyOf(db, session.user_id),
    "statement_pull",
    begun.session_id,
  );
  await changeRows(db, "statement_pulls", id, { session_encrypted, dial: begun.dial, expires_at: begun.expires_at });
}

/** The waiting pull of a source, or undefined. One that is over is ended here. */
export async function waitingPull(
  { db, session }: Pick<Context, "db" | "session">,
  source: Source,
): Promise<{ id: string; bank_code: string | null } | undefined> {
  await changeWhere(db, {
    noun: "statementPull",
    action: "expire",
    where: sql`
      user_id = ${session.user_id} and source = ${source} and status = 'waiting' and expires_at <= ${clock.now()}
    `,
    set: { failure: "The time for it is over." },
    actor: SYSTEM,
  });
  return db
    .selectFrom("statement_pulls")
    .select(["id", "bank_code"])
    .where("user_id", "=", session.user_id)
    .where("source", "=", source)
    .where("status", "in", ["waiting", "fetching"])
    .executeTakeFirst();
}

const SECONDS_OF_THE_SAME = 10;
/** Whether the same was begun a moment ago and still waits: a second click, which must not send another query to the bank. */
export async function hasJustBegun(
  { db, session }: Context,
  { source, bank_code, account_no }: Pick<NewPull, "source"> & { bank_code: string; account_no: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from statement_pulls
    where user_id = ${session.user_id}
      and source = ${source}
      and status in ('waiting', 'fetching')
      and bank_code = ${bank_code}
      and account_last4 = ${account_no.slice(-4)}
      and created_at > now() - make_interval(secs => ${SECONDS_OF_THE_SAME})
  `.execute(db);
  return rows.length > 0;
}

/** Ends a pull without a statement, in words for the person. */
export const endPull = (db: App["db"], id: string, status: "refused" | "expired", failure: string): Promise<unknown> =>
  changeWhere(db, {
    noun: "statementPull",
    action: status === "refused" ? "refuse" : "expire",
    where: sql`id = ${id}`,
    set: { failure, session_encrypted: null },
    actor: SYSTEM,
  });

/** A claim whose process ended. */
async function takeOverClaim(db: App["db"], id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("statement_pulls")
    .set({ claimed_at: clock.now() })
    .where("id", "=", id)
    .where("status", "=", "fetching")
    .where("claimed_at", "<", new Date(clock.milliseconds() - CLAIM_MILLISECONDS))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Fetches and stores the statement of a pull once: of concurrent requests one claims the pull and calls the provider.
 * @returns false when another request is at it
 */
export async function fetchPull(
  app: App,
  pull: { id: string; user_id: string },
  actor: Actor,
  source: Source,
  read: () => Promise<FetchedStatement>,
): Promise<boolean> {
  const change = (action: string, set: Record<string, unknown>) =>
    changeWhere(app.db, { noun: "statementPull", action, where: sql`id = ${pull.id}`, set, actor: SYSTEM });
  const claimed = await change("claim", { claimed_at: clock.now() });
  if (claimed.length === 0 && !(await takeOverClaim(app.db, pull.id))) return false;
  try {
    const document_id = await keepFetched(app, pull.user_id, actor, source, await read());
    await change("fetch", { document_id, session_encrypted: null });
    return true;
  } catch (error) {
    await change("release", { claimed_at: null });
    throw error;
  }
}

async function keepFetched(
  app: App,
  user_id: string,
  actor: Actor,
  source: Source,
  { account, movements }: FetchedStatement,
): Promise<string> {
  if (movements.length === 0)
    throw new InvalidFields(
      { consent: ["this account had no movements in the last twelve months"] },
      "This account had no movements in the last twelve months.",
    );
  const { id } = await keepDocument(app, {
    user_id,
    type: "bank_statement",
    source,
    title: `Bank statement from ${account.bank_name}`.slice(0, 100),
    actor,
    file: {
      bytes: movementsCsv(movements),
      media_type: "text/csv",
      original_name: `${source.replaceAll("_", "-")}.csv`,
      page_count: null,
      lines: null,
    },
    account: {
      bank_name: account.bank_name.slice(0, 100),
      account_name: account.account_name.slice(0, 200),
      account_last4: account.account_no.slice(-4),
    },
  });
  return id;
}

/** The newest pull that has not brought a statement yet; null when there is none, or when there is a newer statement. */
export async function shownPull({ db, session }: Pick<Context, "db" | "session">): Promise<Pull | null> {
  const { rows } = await sql<
    Omit<Pull, "bank_name" | "account_no"> & { bank_code: string | null; account_last4: string | null }
  >`
    select id, source, status, bank_code, account_last4, dial, failure, expires_at, created_at
    from statement_pulls p
    where user_id = ${session.user_id} and status <> 'replaced'
    order by created_at desc
    limit 1
  `.execute(db);
  const [row] = rows;
  if (!row || (row.status as string) === "fetched") return null;
  const isOver = row.expires_at <= clock.now() && row.status === "waiting";
  const isOld = row.created_at < new Date(clock.milliseconds() - SHOWN_MILLISECONDS);
  if (isOld && (isOver || row.status === "refused" || row.status === "expired")) return null;
  const { bank_code, account_last4, ...pull } = row;
  return {
    ...pull,
    status: isOver ? "expired" : row.status,
    bank_name: bank_code && bankName(bank_code),
    account_no: masked(account_last4),
  };
}
