/** Asking the register of companies: by a colleague, and once by the worker for each new application. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound, ProviderUnavailable } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import type { RegisteredCompany } from "../../../outside/register/port.ts";

const AN_HOUR = 120;
const AT_ONCE = 10;
/** An application whose look-up failed is tried again after this. */
const AGAIN_MILLISECONDS = 15 * 60_000;
/** Older ones wait for a colleague. */
const NEW_DAYS = 7;

interface Answer {
  rc_number: string;
  found: RegisteredCompany | undefined;
}

/** Keeps an answer of the register. */
export async function keepAnswer(tx: Tx | Database, company_id: string, { rc_number, found }: Answer): Promise<void> {
  await tx
    .insertInto("register_answers")
    .values({
      id: uuidv7(),
      company_id,
      rc_number,
      outcome: found ? (found.is_active ? "active" : "inactive") : "unknown",
      name: found?.name ?? null,
      address: found?.address ?? null,
      registered_on: found?.registered_on ?? null,
      directors: found?.directors ?? [],
      asked_at: clock.now(),
    })
    .execute();
}

/** Asks for a company's number; undefined where it has none. @throws ProviderUnavailable when the register does not answer, NotFound */
export async function askRegister(context: Context, company_id: string): Promise<Answer | undefined> {
  const company = await findRow(context.db, "companies", company_id, ["rc_number"]);
  if (!company) throw new NotFound("This company");
  if (company.rc_number === null) return undefined;
  await countAttempt(context.db, `register:${context.session.user_id}`, AN_HOUR, 3_600);
  const rc_number = company.rc_number.toUpperCase();
  try {
    return { rc_number, found: await context.outside.register.find(rc_number) };
  } catch (error) {
    if (error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused)
      throw new ProviderUnavailable("The register of companies is not answering. Please try again shortly.");
    throw error;
  }
}

/** When this process last tried a company that has no answer yet; the register is asked once too often at most after a restart. */
const tried = new Map<string, number>();

/** Asks for companies that nobody has requested yet. @returns how many were answered */
export async function lookUpNew({ db, outside, log }: Pick<App, "db" | "outside" | "log">): Promise<number> {
  const { rows } = await sql<{ id: string; rc_number: string }>`
    select c.id, upper(c.rc_number) as rc_number
    from companies c
    where c.status in ('pending', 'approved')
      and c.rc_number is not null
      and c.created_at > ${new Date(clock.milliseconds() - NEW_DAYS * 86_400_000)}
      and not exists (
        select 1 from register_answers a where a.company_id = c.id and a.rc_number = upper(c.rc_number)
      )
    order by c.created_at
    limit 100
  `.execute(db);
  const unanswered = new Set(rows.map(({ id }) => id));
  for (const id of tried.keys()) if (!unanswered.has(id)) tried.delete(id);
  const due = rows.filter(({ id }) => clock.milliseconds() - (tried.get(id) ?? -Infinity) >= AGAIN_MILLISECONDS);
  let answered = 0;
  for (const { id, rc_number } of due.slice(0, AT_ONCE)) {
    tried.set(id, clock.milliseconds());
    try {
      await keepAnswer(db, id, { rc_number, found: await outside.register.find(rc_number) });
      answered += 1;
    } catch (error) {
      log.warn({ error, company_id: id }, "the register of companies did not answer");
    }
  }
  return answered;
}
