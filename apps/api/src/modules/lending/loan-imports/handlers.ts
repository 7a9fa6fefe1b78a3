import * as calls from "@manilla/contract/lending/loan-imports";
import { loanColumns } from "@manilla/contract/lending/loan-import-columns";
import { sql } from "kysely";
import type { z } from "zod";
import { getRow } from "../../../db/row.ts";
import { InvalidFields } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { importHandlers, trialOf } from "../../people/imports/index.ts";
import { abilitiesIn, actionsOn, businessDate, lockRow } from "../../platform/states/index.ts";
import { askToBringIn, sumsOf } from "./approvals.ts";
import { figuresOfRow } from "./figures.ts";
import { judgeLoans } from "./judging.ts";
import { readLoanFile } from "./rows.ts";
import { type LoanImport, giveUpRest, goOn, loanImportRules } from "./stopped.ts";

const FILES_AN_HOUR = 60;
const AMOUNTS = ["principal_kobo", "outstanding_principal_kobo", "accrued_interest_kobo", "overdue_kobo"] as const;
const amountsOf = (alias: string): string =>
  AMOUNTS.map((name) => `, (${alias}.figures ->> '${name}')::bigint as ${name}`).join("");

const reading = importHandlers<z.output<typeof calls.loanImportRow>>(calls, () => sql`i.kind = 'loans'`, {
  select: `${amountsOf("i")}, i.version`,
  select_row: `
    ${amountsOf("r")}, (r.figures ->> 'days_past_due')::int as days_past_due, b.loan_id,
    coalesce(r.data ->> 'reference', r.figures ->> 'reference') as reference,
    case when r.verdict in ('waiting', 'created') then coalesce(r.reasons, '[]'::jsonb) else '[]'::jsonb end as warnings
  `,
  from_row: "left join brought_in_loans b on b.import_id = r.import_id and b.number = r.number",
  columns: loanColumns,
});

/** The rows of a file with their verdicts of today. */
async function judged({ db, file, session }: Context, columns: string | undefined) {
  const rows = await readLoanFile(file, columns);
  const numbered = rows.map((data, at) => ({ number: at + 1, data }));
  return { rows, judged: await judgeLoans(db, numbered, await businessDate(db), session.user_id, false) };
}

const NOTHING = Object.fromEntries(AMOUNTS.map((name) => [name, null])) as Record<(typeof AMOUNTS)[number], null>;

const act = actionsOn<Pick<typeof calls, "runAgain" | "giveUp">, LoanImport>({
  calls,
  rules: loanImportRules,
  noun: "import",
  name: "import",
  audits: ({ id }) => ({ subject_type: "loan_import", subject_id: id }),
  lock: lockRow("imports", () => sql`kind = 'loans'`),
  answer: (tx, _, id) => getRow(tx, "imports", id, ["status"]),
});

export const handlers: Handlers<typeof calls> = {
  ...reading,
  async find(context, input) {
    const { import: found } = await reading.find(context, input);
    // The rules ask for nothing but the state.
    const may = abilitiesIn(context, calls, loanImportRules)(found as unknown as LoanImport);
    return { import: { ...found, abilities: may } };
  },
  runAgain: act(calls.runAgain, {
    audit: "loan_import_run_again",
    does: (tx, context, found) => goOn(tx, context, found),
  }),
  giveUp: act(calls.giveUp, {
    audit: "loan_import_given_up",
    does: (tx, _, found, { body: { reason } }) => giveUpRest(tx, found, reason),
  }),
  async tryMany(context, { body }) {
    await countAttempt(context.db, `loan-import-trial:${context.session.user_id}`, FILES_AN_HOUR, 3_600);
    const { rows, judged: found } = await judged(context, body.columns);
    const ready = new Map(found.ready.map((each) => [each.number, each]));
    const trial = trialOf(rows, found.verdicts, ({ number }) => (ready.get(number)?.warnings.length ? 0 : 1));
    return {
      trial: {
        ...trial,
        sums: sumsOf(found.ready),
        rows: trial.rows.map((row) => {
          const each = ready.get(row.number);
          const { reference, person } = rows[row.number - 1]!;
          const figures = each ? figuresOfRow(each) : { ...NOTHING, days_past_due: null };
          return {
            ...row,
            ...figures,
            reference: reference || null,
            name: reference || null,
            // As the file calls the borrower: a phone, an e-mail, an id.
            email: person || null,
            warnings: each?.warnings ?? [],
          };
        }),
      },
    };
  },
  async createMany(context, { body }) {
    await countAttempt(context.db, `loan-import:${context.session.user_id}`, FILES_AN_HOUR, 3_600);
    const { rows, judged: found } = await judged(context, body.columns);
    if (found.ready.length === 0)
      throw new InvalidFields({ file: ["no row of this file can be brought in: try it first"] });
    const id = await context.db
      .transaction()
      .execute((tx) => askToBringIn(tx, context, context.file!.original_name, rows, found));
    return reading.find(context, { params: { id } });
  },
};
