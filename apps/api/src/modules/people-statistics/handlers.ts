import * as calls from "@manilla/contract/people-statistics";
import { sql } from "kysely";
import type { Handlers } from "../../app.ts";
import { HAS_ACCOUNT, REFERRERS, accountList, loanbotList, pendingAccountList, referralWalletList, verificationList } from "./lists.ts";
import { activeStatistics, countQueue, leadStatistics, underwritingStatistics } from "./figures.ts";

export const handlers: Handlers<typeof calls> = {
  leads: ({ db }, { query }) => leadStatistics(db, query),
  underwriting: ({ db }, { query }) => underwritingStatistics(db, query),
  active: ({ db }) => activeStatistics(db),
  count: ({ db }, { params }) => countQueue(db, params.id),
  identityVerifications: () => verificationList.scoped(sql`true`),
  loanbotVerifications: () => loanbotList.scoped(sql`true`),
  bankAccounts: () => accountList.scoped(HAS_ACCOUNT),
  pendingBankAccounts: () => pendingAccountList.scoped(sql`${HAS_ACCOUNT} and p.bank_account_status = 'pending'`),
  referralWallets: () => referralWalletList.scoped(REFERRERS),
};
