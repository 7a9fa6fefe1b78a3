import * as calls from "@manilla/contract/people/personal-wallets";
import type { PayoutState } from "@manilla/contract/money/payout-states";
import type { Handlers } from "../../../house/app.ts";
import { findRow } from "../../../db/row.ts";
import { personalBalances } from "../../money/books/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { limitRequestsOf, tierShown } from "./queries.ts";

const SHOWN = 10;

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
};
