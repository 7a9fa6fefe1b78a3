/** A statement from a connected account (C321): the same file and the same job as one that was uploaded. */
import type { Context } from "../../app.ts";
import { InvalidFields, ProviderUnavailable } from "../../http/errors.ts";
import { countAttempt } from "../../http/throttle.ts";
import { ProviderRefused } from "../../outside/http.ts";
import { actorOf } from "../audit/index.ts";
import { keepDocument } from "../documents/index.ts";
import { movementsCsv } from "./movements-csv.ts";
import { recordConsent } from "./verification.ts";

const MONTHS = 12;

async function read(context: Context, code: string) {
  const { statements } = context.outside;
  try {
    const { account_id } = await statements.connect(code);
    const [account, movements] = await Promise.all([statements.account(account_id), statements.statement(account_id, MONTHS)]);
    return { account, movements };
  } catch (error) {
    if (error instanceof ProviderRefused) throw new InvalidFields({ code: ["this connection has ended; connect your bank again"] });
    throw new ProviderUnavailable("The bank is not answering. Please try again shortly, or send the statement as a file.");
  }
}

export async function fetchStatement(context: Context, code: string): Promise<void> {
  const { db, session } = context;
  await countAttempt(db, `mono:${session.user_id}`, 10, 3_600);
  await recordConsent(db, context, "statement");
  const { account, movements } = await read(context, code);
  if (movements.length === 0) throw new InvalidFields({ code: ["this account had no movements in the last twelve months"] });
  const bytes = movementsCsv(movements);
  await keepDocument(context, {
    user_id: session.user_id, type: "bank_statement", source: "mono", title: `Bank statement from ${account.bank_name}`.slice(0, 100), actor: actorOf(context),
    file: { bytes, media_type: "text/csv", original_name: "connected-account.csv", page_count: null, lines: null },
    account: { bank_name: account.bank_name, account_name: account.account_name, account_last4: account.account_no.slice(-4) },
  });
}

/** @throws ProviderUnavailable */
export async function connectPage(context: Context, return_to: string): Promise<string> {
  const { session, outside, config } = context;
  try {
    const { connect_url } = await outside.statements.connectPage({ name: `${session.name} ${session.last_name}`, email: session.email, reference: session.user_id }, `${config.public_url}${return_to}`);
    return connect_url;
  } catch {
    throw new ProviderUnavailable("The bank connection is not answering. Please try again shortly, or send the statement as a file.");
  }
}
