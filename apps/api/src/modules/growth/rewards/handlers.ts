import * as calls from "@manilla/contract/growth/rewards";
import { fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { personalBalances } from "../../money/books/index.ts";
import { requireCustomer } from "../../people/people/index.ts";
import { tierShown } from "../../people/personal-wallets/index.ts";
import { askToGive } from "./giving.ts";
import { listAll, movements, rewardsOf } from "./queries.ts";
import { redeemRewards } from "./redeeming.ts";

export const handlers: Handlers<typeof calls> = {
  findOwn: ({ db, session }) => rewardsOf(db, session.user_id),
  redeem: inOneTransaction<typeof calls.redeem>((tx, context) => redeemRewards(tx, context)),
  listAll,
  async find({ db }, { params: { id } }) {
    const person = await requireCustomer(db, id);
    const { cash_kobo } = await personalBalances(db, id);
    const { rows: waiting } = await sql`
      select 1 from approvals where kind = 'give_reward' and status = 'pending' and payload ->> 'user_id' = ${id}
    `.execute(db);
    return {
      person: { id, name: fullName(person) },
      ...(await rewardsOf(db, id)),
      cash_kobo,
      limits: await tierShown(db, id),
      waiting: waiting.length > 0,
    };
  },
  movements,
  give: inOneTransaction<typeof calls.give>(async (tx, context, { params, body }) => ({
    approval_id: await askToGive(tx, context, params.id, body),
  })),
};
