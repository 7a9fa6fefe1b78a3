/** Money for those who pay bills in tests: a person's reward that was redeemed, and what a company paid in. */
import * as rewards from "@manilla/contract/growth/rewards";
import { uuidv7 } from "uuidv7";
import { earnReward } from "../apps/api/src/modules/growth/rewards/index.ts";
import { SYSTEM } from "../apps/api/src/modules/platform/audit/index.ts";
import { receiveForCompany } from "../apps/api/src/modules/money/receipts/index.ts";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";
import type { TestApi } from "./api.ts";
import type { LendingWorld } from "./lending.ts";

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

/** A customer on the highest tier, which limits nothing, with cash. */
export async function richCustomer(
  { api, customer }: Pick<LendingWorld, "api" | "customer">,
  amount_kobo: bigint,
): ReturnType<LendingWorld["customer"]> {
  const person = await customer();
  const highest = { id: uuidv7(), user_id: person.user_id, plan: "tier_3" } as const;
  await api.app.db.insertInto("user_plans").values(highest).execute();
  await putInCash(api, person, amount_kobo);
  return person;
}

/** Puts money into a company's wallet. */
export const putInWallet = ({ app }: Pick<TestApi, "app">, company_id: string, amount_kobo: bigint): Promise<unknown> =>
  app.db.transaction().execute(async (tx) => {
    const paid = {
      company_id,
      amount_kobo,
      channel: "bank_transfer",
      source: "bank_operating",
      actor: SYSTEM,
    } as const;
    await receiveForCompany(tx, app, { ...paid, on: await businessDate(tx), reference: `TEST-${uuidv7()}` });
  });
