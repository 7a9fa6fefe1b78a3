/** The ways of getting a statement (C318 to C324): from Mono, by ticket, from the bank's app, from a linked account, by USSD. */
import { fullName } from "@manilla/contract/formats";
import { bankName } from "@manilla/contract/nigeria/banks";
import { checkNuban } from "@manilla/credit";
import { sql } from "kysely";
import type { App, Context } from "../../../house/app.ts";
import { clock, dayInLagos } from "../../../clock.ts";
import { checkFile } from "../../../files/documents.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import type { StatementSources } from "../../../outside/statements/port.ts";
import { type Actor, actorOf } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { isJustKept, keepDocument } from "../documents/index.ts";
import {
  MONTHS,
  type Source,
  askSource,
  beginPull,
  endPull,
  fetchPull,
  hasJustBegun,
  keepSession,
  waitingPull,
} from "./statement-pulls.ts";
import { keyOf } from "./verification.ts";
import { findRow, getRow } from "../../../db/row.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LOOK_AGAIN_SECONDS = 20;

/** @throws Conflict when this way is not configured */
function offered<Name extends keyof StatementSources>(
  { outside }: Pick<App, "outside">,
  name: Name,
): NonNullable<StatementSources[Name]> {
  const source = outside.statement_sources[name];
  if (!source) throw new Conflict("This way is not offered at the moment. Please choose another one.", "not_offered");
  return source as NonNullable<StatementSources[Name]>;
}

/** What is offered beside a file, in the order in which it is shown. */
export function offeredSources({ outside }: Pick<App, "outside">): { source: Source; name: string }[] {
  const { mbs, mobile, okra, statement_source_3, ussd } = outside.statement_sources;
  return [
    { source: "mono", name: "Mono" },
    ...(okra ? [{ source: "okra" as const, name: "Okra" }] : []),
    ...(statement_source_3 ? [{ source: "statement_source_3" as const, name: statement_source_3.name }] : []),
    ...(mbs ? [{ source: "mbs" as const, name: "MyBankStatement" }] : []),
    ...(ussd ? [{ source: "ussd" as const, name: "USSD" }] : []),
    ...(mobile ? [{ source: "mobile" as const, name: "Bank app" }] : []),
  ];
}

/** The account that was named, else the one that the salary is paid into. @throws InvalidFields */
async function accountFor(
  { db, encryption, session }: Context,
  body: { account_no?: string; bank_code?: string },
): Promise<{ account_no: string; bank_code: string }> {
  if (body.account_no) {
    if (!body.bank_code) throw new InvalidFields({ bank_code: ["this field is required"] });
    if (checkNuban(body.bank_code, body.account_no) === "invalid")
      throw new InvalidFields({ account_no: ["this is no account number of this bank"] });
    return { account_no: body.account_no, bank_code: body.bank_code };
  }
  const own = await findRow(db, "profiles", { user_id: session.user_id }, ["account_no_encrypted", "bank_code"]);
  if (!own?.account_no_encrypted || !own.bank_code) throw new InvalidFields({ account_no: ["this field is required"] });
  return {
    account_no: encryption.decrypt(
      session.user_id,
      await keyOf(db, session.user_id),
      "account_no",
      own.account_no_encrypted,
    ),
    bank_code: own.bank_code,
  };
}

async function ownPhone({ db, session }: Context): Promise<string> {
  const { phone } = await getRow(db, "users", session.user_id, ["phone"]);
  return phone ?? "";
}

const NO_STATEMENT_FROM = "this bank does not give a statement of this account here; please choose another way";

/** C318. @throws InvalidFields, ProviderUnavailable, Conflict */
export async function requestMbs(context: Context, body: { account_no?: string; bank_code?: string }): Promise<void> {
  const { db, session } = context;
  const mbs = offered(context, "mbs");
  await countAttempt(db, `mbs-request:${session.user_id}`, 5, 3_600);
  const account = await accountFor(context, body);
  if (await hasJustBegun(context, { source: "mbs", ...account })) return;
  const to = clock.now();
  const from = new Date(to);
  from.setUTCMonth(from.getUTCMonth() - MONTHS);
  const phone = await ownPhone(context);
  const id = await beginPull(context, { source: "mbs", ...account, expires_at: new Date(clock.milliseconds() + DAY) });
  await orEnd(context, id, () =>
    askSource("account_no", NO_STATEMENT_FROM, () =>
      mbs.request({ ...account, phone, name: fullName(session), from: dayInLagos(from), to: dayInLagos(to) }),
    ),
  );
}

/** C319. A wrong ticket can be corrected; the request stays open. @throws Conflict when nothing was requested */
export async function confirmMbs(
  context: Context,
  { ticket, password }: { ticket: string; password: string },
): Promise<void> {
  const { db, session } = context;
  const mbs = offered(context, "mbs");
  await countAttempt(db, `mbs-ticket:${session.user_id}`, 10, 3_600);
  const pull = await waitingPull(context, "mbs");
  if (!pull) throw new Conflict("Ask your bank for the statement first.", "not_started");
  await fetchPull(context, { id: pull.id, user_id: session.user_id }, actorOf(context), "mbs", () =>
    askSource("ticket", "ticket number and password do not belong together, or were used already", async () => {
      const { account, movements } = await mbs.fetch(ticket.trim(), password.trim());
      return { account: { ...account, bank_name: account.bank_name || bankName(pull.bank_code ?? "") }, movements };
    }),
  );
}

/** C320. A file of the bank's app, or its share code. */
export async function shareMobile(context: Context, body: { share_code?: string; password?: string }): Promise<void> {
  const { db, session, file } = context;
  await countAttempt(db, `mobile-statement:${session.user_id}`, 10, 3_600);
  if (file) {
    const checked = await checkFile(file, "document", body.password);
    const kept = {
      user_id: session.user_id,
      type: "bank_statement",
      source: "mobile",
      file: checked,
      actor: actorOf(context),
    } as const;
    // A second click: the statement is there, and so is the consent to it.
    if (await isJustKept(db, kept)) return;
    await beginPull(context, { source: "mobile", expires_at: new Date(clock.milliseconds() + HOUR) });
    const { id } = await keepDocument(context, kept);
    await changeWhere(db, {
      noun: "statementPull",
      action: "fetch",
      where: sql`user_id = ${session.user_id} and source = 'mobile' and status = 'waiting'`,
      set: { document_id: id },
      actor: actorOf(context),
    });
    return;
  }
  const { share_code } = body;
  if (!share_code) throw new InvalidFields({ share_code: ["a share code or a file has to be given"] });
  await fetchNow(context, "mobile", "share_code", "this share code is unknown, was used, or is over", () =>
    offered(context, "mobile").redeem(share_code.trim()),
  );
}

/** A pull that needs nothing more of the person: begun and fetched in one go. */
async function fetchNow(
  context: Context,
  source: Source,
  field: string,
  refusal: string,
  read: Parameters<typeof fetchPull>[4],
): Promise<void> {
  const id = await beginPull(context, { source, expires_at: new Date(clock.milliseconds() + HOUR) });
  await orEnd(context, id, () =>
    fetchPull(context, { id, user_id: context.session.user_id }, actorOf(context), source, () =>
      askSource(field, refusal, read),
    ),
  );
}

/** Consent and pull are stored before the provider is called; a failure then ends the pull with a reason. */
async function orEnd<Result>({ db }: Context, pull_id: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await endPull(
      db,
      pull_id,
      "refused",
      error instanceof InvalidFields
        ? "It was refused. Please check what you gave, or choose another way."
        : "There was no answer. Please try again shortly.",
    );
    throw error;
  }
}

/** C322, C323. */
export async function fetchLinked(
  context: Context,
  source: "okra" | "statement_source_3",
  field: "record" | "code",
  code: string,
): Promise<void> {
  const port = offered(context, source);
  await countAttempt(context.db, `${source}:${context.session.user_id}`, 10, 3_600);
  await fetchNow(context, source, field, ENDED, () => port.fetch(code, MONTHS));
}

const ENDED = "this connection has ended; connect your bank again";

/** C321: the account that was connected at Mono. */
export async function fetchMono(context: Context, code: string): Promise<void> {
  const { statements } = context.outside;
  await countAttempt(context.db, `mono:${context.session.user_id}`, 10, 3_600);
  await fetchNow(context, "mono", "code", ENDED, async () => {
    const { account_id } = await statements.connect(code);
    const [account, movements] = await Promise.all([
      statements.account(account_id),
      statements.statement(account_id, MONTHS),
    ]);
    return { account, movements };
  });
}

/** @throws ProviderUnavailable, InvalidFields */
export async function monoPage(
  { session, config, outside }: Context,
  return_to: string,
): Promise<{ connect_url: string }> {
  return askSource("return_to", "this bank connection is not offered at the moment", () =>
    outside.statements.connectPage(
      { name: fullName(session), email: session.email, reference: session.user_id },
      `${config.public_url}${return_to}`,
    ),
  );
}

/** @throws ProviderUnavailable, InvalidFields */
export async function linkPage(
  context: Context,
  source: "okra" | "statement_source_3",
  return_to: string,
): Promise<{ connect_url: string }> {
  const { session, config } = context;
  const port = offered(context, source);
  return askSource("return_to", "this bank connection is not offered at the moment", () =>
    port.connectPage(
      { name: fullName(session), email: session.email, reference: session.user_id },
      `${config.public_url}${return_to}`,
    ),
  );
}

/** C324. A job looks for the answer as well: the statement comes also when the person does not come back. */
export async function beginUssd(context: Context, body: { account_no?: string; bank_code?: string }): Promise<void> {
  const { db, session, queue } = context;
  const ussd = offered(context, "ussd");
  await countAttempt(db, `ussd:${session.user_id}`, 5, 3_600);
  const account = await accountFor(context, body);
  if (await hasJustBegun(context, { source: "ussd", ...account })) return;
  const phone = await ownPhone(context);
  const pull_id = await beginPull(context, {
    source: "ussd",
    ...account,
    expires_at: new Date(clock.milliseconds() + HOUR),
  });
  await orEnd(context, pull_id, async () => {
    const begun = await askSource("account_no", NO_STATEMENT_FROM, () =>
      ussd.begin({ ...account, phone, reference: pull_id, months: MONTHS }),
    );
    await keepSession(context, pull_id, begun);
  });
  await queue.send(db, "look-at-statement-session", { pull_id }, { after_seconds: LOOK_AGAIN_SECONDS });
}

interface UssdPull {
  id: string;
  user_id: string;
  session_encrypted: Buffer;
  name: string;
  last_name: string | null;
}

/** Looks once at a USSD session, and fetches what it released. @returns whether it is still waiting */
async function lookAtUssd(app: App, pull_id: string, actor?: Actor): Promise<boolean> {
  const { rows } = await sql<UssdPull>`
      select p.id, p.user_id, p.session_encrypted, u.name, u.last_name
      from statement_pulls p
      join users u on u.id = p.user_id
      where p.id = ${pull_id}
        and p.source = 'ussd'
        and p.status in ('waiting', 'fetching')
        and p.session_encrypted is not null
        and u.erased_at is null
    `.execute(app.db);
  const [pull] = rows;
  if (!pull) return false;
  const ussd = offered(app, "ussd");
  const session_id = app.encryption.decrypt(
    pull.user_id,
    await keyOf(app.db, pull.user_id),
    "statement_pull",
    pull.session_encrypted,
  );
  const state = await askSource("dial", "this session is unknown at the bank", () => ussd.look(session_id));
  if (state === "waiting") return true;
  if (state === "refused") await endPull(app.db, pull.id, "refused", "It was refused on the phone.");
  else if (state === "expired") await endPull(app.db, pull.id, "expired", "Nobody dialled the code in time.");
  else
    await fetchPull(
      app,
      pull,
      actor ?? { user_id: pull.user_id, name: `${pull.name} ${pull.last_name ?? ""}`.trim() },
      "ussd",
      () => askSource("dial", "the bank did not release the statement", () => ussd.fetch(session_id)),
    );
  return false;
}

/** The person asks whether it is there. */
export async function checkUssd(context: Context): Promise<void> {
  await countAttempt(context.db, `ussd-check:${context.session.user_id}`, 400, 3_600);
  const pull = await waitingPull(context, "ussd");
  if (pull) await lookAtUssd(context, pull.id, actorOf(context));
}

/** Registered in modules/index.ts: looks again until the session has an end. */
export const lookAtStatementSessions = (app: App): Promise<void> =>
  app.queue.work("look-at-statement-session", async ({ pull_id }) => {
    if (await lookAtUssd(app, pull_id))
      await app.queue.send(app.db, "look-at-statement-session", { pull_id }, { after_seconds: LOOK_AGAIN_SECONDS });
  });
