import * as calls from "@manilla/contract/money/bank-statements";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { InvalidFields, NotFound, ProviderUnavailable } from "../../../errors.ts";
import { readBankStatement } from "../../../files/bank-statement.ts";
import { decodeText } from "../../../files/text.ts";
import { NotReached, OutcomeUnknown } from "../../../outside/http.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn, businessDate } from "../../platform/states/index.ts";
import { checkBalance } from "../reconciliation/index.ts";
import { askToTake, expectNow, takeBackOrAsk } from "./approvals.ts";
import { fetchDay, wordsOf } from "./fetching.ts";
import { type StatementFacts, statementRules } from "./rules.ts";
import {
  type Statement,
  LATEST_TAKEN,
  isLatest,
  judge,
  keepStatement,
  lockStatements,
  readAgain,
  takeLines,
} from "./statements.ts";
import { type Shown, linesOf } from "./view.ts";

const FROM = "bank_statements b left join users u on u.id = b.fetched_by";
const SELECT = `
  b.id, b.account, b.statement_on, b.format, b.file_name, b.status, b.opening_kobo, b.closing_kobo,
  jsonb_array_length(b.lines) as line_count, b.reasons, u.full_name as fetched_by, b.fetched_at, b.taken_at
`;
type ListRow = z.output<typeof calls.listAll.row> & StatementFacts;
const statementList = defineList<typeof calls.listAll, ListRow>(calls.listAll, {
  from: FROM,
  rows_of: "bank_statements b",
  select: SELECT,
  id: "b.id",
  search: "folded(b.account || ' ' || coalesce(b.file_name, ''))",
  columns: { opening_kobo: "coalesce(b.opening_kobo, 0)", closing_kobo: "coalesce(b.closing_kobo, 0)" },
  // What the checks say is asked on the statement's page.
  facts: `'ours' as verdict, b.id = (${LATEST_TAKEN}) as is_last, case when b.file_name is not null then b.fetched_by end as brought_by`,
});

/** The statement with what the checks say of it now. */
async function judged(db: Tx | Database, kept: Statement) {
  const isOpen = ["read", "waiting", "refused"].includes(kept.status);
  const assessment = isOpen ? await judge(db, readAgain(kept)) : { verdict: "known" as const, reasons: [], fresh: [] };
  const brought_by = kept.file_name === null ? null : kept.fetched_by;
  return { ...kept, assessment, verdict: assessment.verdict, is_last: await isLatest(db, kept.id), brought_by };
}

async function show(db: Tx | Database, context: Context, id: string): Promise<{ statement: Shown }> {
  const kept = await db.selectFrom("bank_statements").selectAll().where("id", "=", id).executeTakeFirst();
  if (!kept) throw new NotFound("This statement");
  const found = await judged(db, kept);
  const { rows } = await sql<{ fetched_by: string | null }>`
    select full_name as fetched_by from users where id = ${kept.fetched_by}
  `.execute(db);
  return {
    statement: {
      ...kept,
      status: kept.status as Shown["status"],
      fetched_by: rows[0]?.fetched_by ?? null,
      reasons: found.assessment.reasons.length > 0 ? found.assessment.reasons : kept.reasons,
      verdict: found.verdict,
      ...(await linesOf(db, kept, found.assessment)),
      abilities: abilitiesIn(context, calls, statementRules)(found as StatementFacts),
    },
  };
}

/** One decision about statements at a time, on what the checks say now. */
async function lock(tx: Tx, _: Context, id: string) {
  await lockStatements(tx);
  const kept = await tx.selectFrom("bank_statements").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return kept && judged(tx, kept);
}

const act = actionsOn({
  calls,
  rules: statementRules,
  noun: "bankStatement",
  name: "statement",
  audits: ({ id }) => ({ subject_type: "bank_statement", subject_id: id }),
  lock,
  answer: show,
});

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => statementList.scoped(sql`true`, undefined, abilitiesIn(context, calls, statementRules)),
  find: (context, { params }) => show(context.db, context, params.id),

  async upload(context) {
    const { file } = context;
    if (!file) throw new InvalidFields({ file: ["this field is required"] });
    const text = decodeText(file.bytes);
    const read = await readBankStatement(text);
    return context.once(async (tx) => {
      await lockStatements(tx);
      const assessment = await judge(tx, read.statement);
      if (assessment.verdict === "refused") throw new InvalidFields({ file: assessment.reasons });
      await expectNow(tx);
      const came = { text, ...read, assessment, file_name: file.original_name, fetched_by: context.session.user_id };
      const { id } = await keepStatement(tx, came, "read", actorOf(context));
      await recordAudit(tx, context, "bank_statement_read", ["bank_statement", id], {
        after: { format: read.format, lines: read.statement.transactions.length, verdict: assessment.verdict },
      });
      return show(tx, context, id);
    });
  },

  async run(context, { body }) {
    const { business_date } = body;
    if (business_date > (await businessDate(context.db)))
      throw new InvalidFields({ business_date: ["this day has not begun"] });
    try {
      const result = await fetchDay(context, business_date, {
        actor: actorOf(context),
        fetched_by: context.session.user_id,
      });
      const { strays, missing, reasons: _, ...done } = result;
      return { business_date, ...done, exceptions: strays + missing, message: wordsOf(business_date, result) };
    } catch (error) {
      if (error instanceof NotReached || error instanceof OutcomeUnknown)
        throw new ProviderUnavailable(
          "The bank does not answer. Nothing was changed; please try again shortly, or upload its statement.",
        );
      throw error;
    }
  },

  take: act(calls.take, {
    audit: "bank_statement_taken",
    does: async (tx, _, kept) => {
      const taken = await takeLines(tx, kept, kept.assessment);
      await checkBalance(tx);
      return { after: { ...taken } };
    },
  }),
  ask: act(calls.ask, {
    does: (tx, context, kept, { body }) => askToTake(tx, context, kept, kept.assessment, body.reason),
  }),
  discard: act(calls.discard, { audit: "bank_statement_discarded" }),
  takeBack: act(calls.takeBack, {
    does: (tx, context, kept, { body }) => takeBackOrAsk(tx, context, kept, body.reason),
  }),
};
