import * as calls from "@manilla/contract/people/people-statistics";
import { sql } from "kysely";
import type { Handlers } from "../../../../house/app.ts";
import { countedOnce } from "../../../../db/counted-once.ts";
import {
  DECIDED,
  HAS_ACCOUNT,
  REFERRERS,
  accountList,
  decisionList,
  loanbotList,
  pendingAccountList,
  referralWalletList,
  verificationList,
} from "./lists.ts";
import { activeStatistics, countQueue, leadStatistics, underwritingStatistics } from "./figures.ts";

// The same for all of the provider's staff.
const leads = countedOnce<Awaited<ReturnType<typeof leadStatistics>>>();
const underwriting = countedOnce<Awaited<ReturnType<typeof underwritingStatistics>>>();
const active = countedOnce<Awaited<ReturnType<typeof activeStatistics>>>();
const inQueue = countedOnce<Awaited<ReturnType<typeof countQueue>>>();

export const handlers: Handlers<typeof calls> = {
  leads: (context, { query }) => leads(context, (db) => leadStatistics(db, query), JSON.stringify(query)),
  underwriting: (context, { query }) =>
    underwriting(context, (db) => underwritingStatistics(db, query), JSON.stringify(query)),
  active: (context) => active(context, activeStatistics),
  count: (context, { params }) => inQueue(context, (db) => countQueue(db, params.id), params.id),
  decisions: () => decisionList.scoped(DECIDED),
  identityVerifications: verificationList,
  loanbotVerifications: loanbotList,
  bankAccounts: () => accountList.scoped(HAS_ACCOUNT),
  pendingBankAccounts: () => pendingAccountList.scoped(sql`${HAS_ACCOUNT} and p.bank_account_status = 'pending'`),
  referralWallets: () => referralWalletList.scoped(REFERRERS),
};
