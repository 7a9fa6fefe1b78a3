import * as calls from "@manilla/contract/people/personal-wallets";
import { day, fullName } from "@manilla/contract/formats";
import type { PayoutState } from "@manilla/contract/money/payout-states";
import type { Handlers } from "../../../house/app.ts";
import { findRow } from "../../../db/row.ts";
import { requireRange, statementFigures, statementLines, statementShown } from "../../../db/statement-lines.ts";
import { statementFile } from "../../../documents/statement-file.ts";
import { personalBalances } from "../../money/books/index.ts";
import { footOf, readSetting } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { cashMovements, limitRequestsOf, tierShown } from "./queries.ts";

const SHOWN = 10;
const LINES_SHOWN = 100;

export const handlers: Handlers<typeof calls> = {
  async snapshot({ db, session: { user_id } }) {
    const profile = await findRow(db, "profiles", { user_id }, [
      "bank_account_status",
      "bank_name",
      "account_no_last4",
    ]);
    const { bank_account_status, bank_name, account_no_last4 } = profile ?? {};
    const isVerified = bank_account_status === "verified" && bank_name && account_no_last4;
    const withdrawals = await db
      .selectFrom("payouts")
      .select(["id", "reference", "amount_kobo", "status", "created_at"])
      .$narrowType<{ status: PayoutState }>()
      .where("user_id", "=", user_id)
      .where("purpose", "=", "cash_withdrawal")
      .orderBy("created_at", "desc")
      .limit(SHOWN)
      .execute();
    return {
      ...(await personalBalances(db, user_id)),
      account: isVerified ? { bank_name, account_no_last4 } : null,
      limits: await tierShown(db, user_id),
      withdrawals,
      without_approval_kobo: BigInt(await readSetting(db, "cash_transfer_approval_kobo")),
      limit_requests: await limitRequestsOf(db, user_id, SHOWN),
    };
  },

  async statement({ db, session: { user_id } }, { query }) {
    const range = requireRange(await businessDate(db), query);
    return statementShown(db, cashMovements(user_id), range, LINES_SHOWN);
  },

  async statementFile(context, { query: { format, ...asked } }) {
    const { db, session } = context;
    const on = await businessDate(db);
    const range = requireRange(on, asked);
    const source = cashMovements(session.user_id);
    const figures = await statementFigures(db, source, range);
    const statement = {
      title: "Statement of the cash wallet",
      reference: `CASH/${range.from}/${range.to}`,
      name: `cash-statement-${range.from}-${range.to}`,
      on,
      to: [fullName(session), `${day(range.from)} to ${day(range.to)}`],
      person: null,
      figures,
      foot: await footOf(db, context),
    };
    return statementFile(format, statement, statementLines(db, source, range, figures));
  },
};
