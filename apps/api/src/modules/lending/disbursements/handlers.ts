import * as calls from "@manilla/contract/lending/disbursements";
import { sql } from "kysely";
import type { Handlers } from "../../../house/app.ts";
import { countedOnce } from "../../../db/counted-once.ts";
import { askPayout } from "../../money/payouts/index.ts";
import { disburseMany } from "./batch.ts";
import {
  DISBURSABLE,
  PAYABLE,
  companyDisbursementList,
  disbursementList,
  disbursementStatistics,
  findPayout,
  ownDisbursementList,
} from "./queries.ts";
import { undisburseMany } from "./undisburse.ts";
import { payoutDetails } from "./payout-page.ts";

// The same for all of the provider's staff.
const statistics = countedOnce<Awaited<ReturnType<typeof disbursementStatistics>>>();

export const handlers: Handlers<typeof calls> = {
  listAll: () => disbursementList.scoped(DISBURSABLE),
  listOwn: ({ session }) => ownDisbursementList.scoped(sql`${PAYABLE} and l.user_id = ${session.user_id}`),
  listOfCompany: ({ session }) =>
    companyDisbursementList.scoped(sql`${PAYABLE} and l.company_id = ${session.company_id}`),
  statistics: (context) => statistics(context, disbursementStatistics),
  // Long: a second request with the key gets 409 at once.
  disburseMany: (context, { body }) => context.once((tx) => disburseMany(tx, context, body)),
  disburseManyPay: (context, { body }) => context.once((tx) => disburseMany(tx, context, body, "pay")),
  undisburseMany: (context, { body }) => context.once((tx) => undisburseMany(tx, context, body)),

  payout: async ({ db }, { params }) => ({ payout: await payoutDetails(db, params.id) }),

  async queryPayout(context, { params }) {
    await findPayout(context.db, params.id);
    await askPayout(context, params.id);
    return { payout: await findPayout(context.db, params.id) };
  },
};
