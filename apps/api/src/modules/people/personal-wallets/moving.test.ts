import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { richCustomer } from "../../../../../../test/bills.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { personalBalances, postCashDebited } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { lockCash, recordPersonal } from "./index.ts";

const world = await useLendingWorld("without bank statements");
const { db } = world.api.app;

it("the balance beside a movement has what a card took while its person was locked", async () => {
  const { user_id } = await richCustomer(world, 1_000_000n);
  const on = await businessDate(db);
  const taken = (amount_kobo: bigint) => {
    const fact = { id: uuidv7(), approval_id: uuidv7(), user_id, amount_kobo, on, actor: SYSTEM.name };
    return { ...fact, into: "refund_losses" } as const;
  };
  const own = taken(200_000n);
  await db.transaction().execute(async (tx) => {
    await lockCash(tx, [user_id]);
    // As the issuer's capture does: it locks its card and not the person.
    await db.transaction().execute((other) => postCashDebited(other, taken(30_000n)));
    await postCashDebited(tx, own);
    const moved = { user_id, kind: "debited", amount_kobo: -200_000n, reference: "CT-TEST" } as const;
    await recordPersonal(tx, "cash", { ...moved, ledger_transaction_id: own.id, actor: SYSTEM, on });
  });
  const row = await db
    .selectFrom("personal_movements")
    .select("balance_kobo")
    .where("ledger_transaction_id", "=", own.id)
    .executeTakeFirstOrThrow();
  expect(row.balance_kobo).toBe(770_000n);
  expect((await personalBalances(db, user_id)).cash_kobo).toBe(770_000n);
});
