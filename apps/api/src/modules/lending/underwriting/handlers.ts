import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/lending/underwriting";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { NotFound } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { newestStatement } from "../../people/documents/index.ts";
import { requireCustomer } from "../../people/people/index.ts";
import { isSameName, loadFacts } from "../../people/people/profiles/index.ts";
import { identityRecordOf, readAnalysis } from "../evidence/index.ts";
import { runVerifications } from "./run.ts";
import { statementPdfOf } from "./statement-pdf.ts";

type Sources = z.output<typeof calls.thirdPartyData.response>["sources"];
type Check = z.output<typeof calls.check>;

/** What each provider reported, beside the person's own statements. */
async function sourcesOf(context: Context, user_id: string): Promise<Sources> {
  const { db } = context;
  const person = await loadFacts(db, user_id);
  const { profile } = person;
  const own = fullName(person);
  const field = (
    name: string,
    stated: string | null,
    found: string | null,
    agrees = stated !== null && found !== null ? stated.toLowerCase() === found.toLowerCase() : null,
  ) => ({ field: name, stated, found, agrees });
  const identity = await identityRecordOf(context, person);
  const statements = await db
    .selectFrom("statement_analyses")
    .select(["bank_name", "account_name", "created_at"])
    .where("user_id", "=", user_id)
    .where("account_name", "is not", null)
    .orderBy("created_at", "desc")
    .limit(5)
    .execute();
  const sources: Sources = [];
  if (identity) {
    const { record, at } = identity;
    const name = [record.first_name, record.middle_name, record.last_name].filter(Boolean).join(" ");
    sources.push({
      source: "Bank register",
      fetched_at: at,
      fields: [
        field("name", own, name, isSameName(own, name)),
        field("date_of_birth", profile.date_of_birth, record.date_of_birth),
        field("gender", profile.gender, record.gender),
        field("phone", person.phone, record.phone),
        field("address", profile.address, record.address),
        field("watch_list", null, record.is_watch_listed ? "listed" : "not listed"),
      ],
    });
  }
  if (profile.account_name)
    sources.push({
      source: "Name enquiry",
      fetched_at: person.created_at,
      fields: [field("account_name", own, profile.account_name, isSameName(own, profile.account_name))],
    });
  for (const { bank_name, account_name, created_at } of statements) {
    sources.push({
      source: bank_name ? `Statement of ${bank_name}` : "Statement",
      fetched_at: created_at,
      fields: [field("account_name", own, account_name, account_name ? isSameName(own, account_name) : null)],
    });
  }
  return sources;
}

export const handlers: Handlers<typeof calls> = {
  async statementAnalysis({ db }, { params, query }) {
    await requireCustomer(db, params.id);
    const document = await newestStatement(db, params.id, query.document_id);
    if (query.document_id && !document) throw new NotFound("This statement");
    return { analysis: document ? await readAnalysis(db, document.id) : null };
  },

  async statementPdf(context, { params }) {
    await requireCustomer(context.db, params.id);
    return statementPdfOf(context, params.id);
  },

  async creditSummary({ db }, { params }) {
    await requireCustomer(db, params.id);
    const row = await db
      .selectFrom("bureau_reports")
      .select(["bureau", "open_loans", "overdue_loans", "total_balance_kobo", "loans", "fetched_at"])
      .where("user_id", "=", params.id)
      .orderBy("fetched_at", "desc")
      .executeTakeFirst();
    if (!row) return { summary: null };
    const loans = row.loans.map((loan) => ({
      ...loan,
      amount_kobo: BigInt(loan.amount_kobo),
      balance_kobo: BigInt(loan.balance_kobo),
    }));
    return { summary: { ...row, loans } };
  },

  async thirdPartyData(context, { params }) {
    await requireCustomer(context.db, params.id);
    const consents = await context.db
      .selectFrom("consents")
      .select(["kind", "wording", "given_at"])
      .where("user_id", "=", params.id)
      .orderBy("given_at", "desc")
      .limit(100)
      .execute();
    return { sources: await sourcesOf(context, params.id), consents };
  },

  async verifications(context, { params, body }) {
    await requireCustomer(context.db, params.id);
    await countAttempt(context.db, `loanbot:${params.id}`, 20, 3_600);
    return { run: await runVerifications(context, params.id, body.reason) };
  },

  async runs({ db }, { params }) {
    await requireCustomer(db, params.id);
    const rows = await db
      .selectFrom("loanbot_runs")
      .leftJoin("users", "users.id", "loanbot_runs.run_by")
      .select(["loanbot_runs.id", "outcome", "checks", "run_at", "users.name", "users.last_name"])
      .where("user_id", "=", params.id)
      .orderBy("run_at", "desc")
      .limit(50)
      .execute();
    return {
      runs: rows.map(({ name, last_name, checks, outcome, ...row }) => ({
        ...row,
        outcome: outcome as Check["outcome"],
        checks: checks as unknown as Check[],
        run_by: name ? `${name} ${last_name ?? ""}` : null,
      })),
    };
  },
};
