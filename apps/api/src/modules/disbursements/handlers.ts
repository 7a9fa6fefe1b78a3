import * as calls from "@manilla/contract/disbursements";
import type { Handlers } from "../../app.ts";
import { askPayout } from "../payouts/index.ts";
import { disburseMany } from "./batch.ts";
import { DISBURSABLE, disbursementList, disbursementStatistics, findPayout } from "./queries.ts";
import { undisburseMany } from "./undisburse.ts";

export const handlers: Handlers<typeof calls> = {
  listAll: () => disbursementList.scoped(DISBURSABLE),
  statistics: ({ db }) => disbursementStatistics(db),
  disburseMany: (context, { body }) => context.once((tx) => disburseMany(tx, context, body)),
  disburseManyPay: (context, { body }) => context.once((tx) => disburseMany(tx, context, body, "pay")),
  undisburseMany: (context, { body }) => context.once((tx) => undisburseMany(tx, context, body)),

  async queryPayout(context, { params }) {
    await findPayout(context.db, params.id);
    await askPayout(context, params.id);
    return { payout: await findPayout(context.db, params.id) };
  },
};
