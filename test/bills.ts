/** Cash for people who pay bills in tests: a reward that was redeemed, as in life. */
import * as rewards from "@manilla/contract/growth/rewards";
import { uuidv7 } from "uuidv7";
import { earnReward } from "../apps/api/src/modules/growth/rewards/index.ts";
import { SYSTEM } from "../apps/api/src/modules/platform/audit/index.ts";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";
import type { TestApi } from "./api.ts";

/** Puts cash into a person's wallet. They need a tier that has room for it. */
export async function putInCash(
  api: TestApi,
  person: { user_id: string; token: string },
  amount_kobo: bigint,
): Promise<void> {
  const fact = {
    user_id: person.user_id,
    kind: "given",
    source_id: uuidv7(),
    reason: "For a test",
    amount_kobo,
  } as const;
  await api.app.db.transaction().execute(async (tx) => {
    await earnReward(tx, { ...fact, on: await businessDate(tx), actor: SYSTEM });
  });
  const { status } = await api.call(rewards.redeem, { token: person.token });
  if (status !== 200) throw new Error(`not redeemed: ${status}`);
}
