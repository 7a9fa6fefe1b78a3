/** C075: gathers the evidence, asks the bureau with the person's consent, and keeps how each check came out. */
import { fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { BureauSummary } from "../../../outside/identity/port.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { newestStatement } from "../../people/documents/index.ts";
import { type PersonFacts, loadFacts } from "../../people/people/profiles/index.ts";
import { identityRecordOf, readAnalysis } from "../evidence/index.ts";
import { type Evidence, runChecks } from "./checks.ts";
import { findRow } from "../../../db/row.ts";

interface Bureau {
  consent_id: string;
  summary: BureauSummary;
}

async function askBureau(context: Context, person: PersonFacts): Promise<Bureau | "unreachable" | "no_consent"> {
  const { db, encryption, outside } = context;
  const consent = await db
    .selectFrom("consents")
    .select("id")
    .where("user_id", "=", person.id)
    .where("kind", "in", ["bvn", "bureau"])
    .orderBy("given_at", "desc")
    .executeTakeFirst();
  const number = await findRow(db, "profiles", { user_id: person.id }, ["bvn_encrypted"]);
  if (!consent || !number?.bvn_encrypted) return "no_consent";
  try {
    return {
      consent_id: consent.id,
      summary: await outside.identity.creditHistory(
        encryption.decrypt(person.id, person.data_key, "bvn", number.bvn_encrypted),
      ),
    };
  } catch {
    return "unreachable";
  }
}

async function statementEvidence(context: Context, user_id: string): Promise<Evidence["statement"]> {
  const document = await newestStatement(context.db, user_id);
  const analysis = document && (await readAnalysis(context.db, document.id));
  if (!analysis || analysis.status !== "done") return null;
  const { account_name, balances_hold, salary, months, money_in_kobo, findings } = analysis;
  return {
    account_name,
    balances_hold,
    salary_kobo: salary?.amount_kobo ?? null,
    months: months.length,
    money_in_kobo,
    gambling_kobo: findings.gambling?.total_kobo ?? 0n,
    bounced_debits: findings.bounced_debit?.count ?? 0,
  };
}

/** Checks a person by bureau, statement and identity, and keeps the outcome with the evidence (C075). */
export async function runVerifications(context: Context, user_id: string, reason?: string) {
  const { db, session } = context;
  const person = await loadFacts(db, user_id);
  const [bureau, statement, identity] = await Promise.all([
    askBureau(context, person),
    statementEvidence(context, user_id),
    identityRecordOf(context, person),
  ]);
  const { outcome, checks } = runChecks({
    name: fullName(person),
    is_bvn_verified: person.bvn_verified_at !== null,
    is_bvn_bypassed: person.bvn_bypassed_at !== null,
    is_watch_listed: identity?.record.is_watch_listed ?? false,
    is_blacklisted: person.is_blacklisted,
    account_name: person.profile.account_name,
    stated_salary_kobo: person.profile.salary_kobo,
    statement,
    bureau: typeof bureau === "string" ? bureau : bureau.summary,
  });
  const run = { id: uuidv7(), outcome, checks, run_by: fullName(session), run_at: clock.now() };
  await db.transaction().execute(async (tx) => {
    if (typeof bureau !== "string") {
      const { loans, ...summary } = bureau.summary;
      const json = JSON.stringify(loans, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item));
      await tx
        .insertInto("bureau_reports")
        .values({
          id: uuidv7(),
          user_id,
          consent_id: bureau.consent_id,
          ...summary,
          loans: json,
          fetched_by: session.user_id,
        })
        .execute();
    }
    await sql`
      insert into loanbot_runs (id, user_id, outcome, checks, run_by, run_at)
      values (${run.id}, ${user_id}, ${outcome}, ${JSON.stringify(checks)}::jsonb, ${session.user_id}, ${run.run_at})
    `.execute(tx);
    await tx.updateTable("users").set({ loanbot_status: outcome }).where("id", "=", user_id).execute();
    await recordAudit(tx, context, "checks_run", ["user", user_id], {
      after: { outcome, bureau_asked: typeof bureau !== "string" },
      reason,
    });
  });
  return run;
}
