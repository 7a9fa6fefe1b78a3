/** The lines of companies in the close: what is due is taken from the wallet, and each month ends with a statement. */
import type { App } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { lineBooks, openLineAccounts, postLinePenalty, walletOf } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { peopleWith } from "../wallet-movements/index.ts";
import { type Line, type StatementBook, duesStep, statementsStep } from "./engine.ts";
import { companyCodes } from "./figures.ts";
import * as words from "./messages.ts";
import { lockLine, ofCompanies, payLine } from "./paying.ts";

const book: StatementBook = { ...ofCompanies, lines: "credit_lines", words };

async function companyLine(tx: Tx, app: App, company_id: string): Promise<Line> {
  await lockLine(tx, company_id);
  const { automatic } = await getRow(tx, "credit_lines", { company_id }, ["automatic"], { lock: true });
  return {
    id: company_id,
    codes: companyCodes(company_id),
    automatic,
    owed: () => lineBooks(tx, company_id),
    available: async () => (await walletOf(tx, company_id)).available_kobo,
    pay: (amount_kobo, on) => payLine(tx, app, { company_id, amount_kobo, on, actor: SYSTEM }),
    async charge(penalty) {
      await openLineAccounts(tx, company_id);
      await postLinePenalty(tx, { ...penalty, company_id });
    },
    /** Those who pay the company's statements. */
    async tell(message) {
      for (const { id } of await peopleWith(tx, company_id, "company:can_pay_statements"))
        await tell(tx, app, id, message);
    },
  };
}

export const collectDues = duesStep("line_dues", 78.2, book, companyLine);
export const issueStatements = statementsStep("line_statements", 78.4, book, companyLine);
