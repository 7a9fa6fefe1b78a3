/** The T-accounts of companies' money and of rewards: which side, which account, how much. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../../test/world.ts";
import type { Tx } from "../../../../db/database.ts";
import { accountOf } from "../chart.ts";
import {
  InsufficientFunds,
  openCashAccount,
  openLineAccounts,
  openLinePart,
  openPurseAccount,
  openWalletAccount,
  postAssigned,
  postDeductionReturned,
  postDeductionsPaid,
  postLineAssigned,
  postLineDrawn,
  postLineGranted,
  postLineRepaid,
  postOwnMoney,
  postRewardEarned,
  postRewardExpired,
  postRewardRedeemed,
  postWalletFunding,
} from "../index.ts";

const api = await useTestApi();
const [company_id, user_id] = [uuidv7(), uuidv7()];
const [on, actor, reference] = ["2026-01-15", "Test", "T-1"];
const [wallet, purse] = [accountOf("company_wallet", company_id), accountOf("purse", user_id)];
const [undrawn, part] = [accountOf("undrawn_line", company_id), accountOf("undrawn_line", user_id)];
const principal = accountOf("line_principal", company_id);
const [rewards, cash] = [accountOf("reward_wallet", user_id), accountOf("cash_wallet", user_id)];

await api.app.db.transaction().execute(async (tx) => {
  await openWalletAccount(tx, company_id);
  await openPurseAccount(tx, user_id);
  await openLineAccounts(tx, company_id);
  await openLinePart(tx, user_id);
  await openCashAccount(tx, user_id);
});

/** What a posting moved, debits positive. */
async function moved(
  post: (tx: Tx, id: string) => Promise<{ transaction_id: string }>,
): Promise<Record<string, bigint>> {
  const { transaction_id } = await api.app.db.transaction().execute((tx) => post(tx, uuidv7()));
  const { rows } = await sql<{ code: string; amount_kobo: bigint }>`
    select a.code, p.amount_kobo
    from ledger.postings p
    join ledger.accounts a on a.id = p.account_id
    where p.transaction_id = ${transaction_id}
  `.execute(api.app.db);
  return Object.fromEntries(rows.map(({ code, amount_kobo }) => [code, amount_kobo]));
}
const funded = (amount_kobo: bigint) =>
  moved((tx, id) =>
    postWalletFunding(tx, {
      id,
      receipt_id: uuidv7(),
      company_id,
      reference,
      source: "bank_operating",
      amount_kobo,
      on,
      actor,
    }),
  );

describe("a company's money in the books", () => {
  it("W1, W2: paid in, assigned to a purse, taken back, never more than is there", async () => {
    expect(await funded(1_000n)).toEqual({ bank_operating: 1_000n, [wallet]: -1_000n });
    const assign = (amount_kobo: bigint) =>
      moved((tx, id) =>
        postAssigned(tx, { id, company_id, user_id, reference, amount_kobo, on, actor }).then(() => ({
          transaction_id: id,
        })),
      );
    expect(await assign(600n)).toEqual({ [wallet]: 600n, [purse]: -600n });
    expect(await assign(-200n)).toEqual({ [wallet]: -200n, [purse]: 200n });
    await expect(assign(601n)).rejects.toThrow(InsufficientFunds);
    await expect(assign(-401n)).rejects.toThrow(InsufficientFunds);
    const own = (amount_kobo: bigint) =>
      moved((tx, id) => postOwnMoney(tx, { id, company_id, user_id, reference, amount_kobo, on, actor }));
    expect(await own(150n)).toEqual({ [purse]: 150n, [cash]: -150n });
    await expect(own(251n)).rejects.toThrow(InsufficientFunds);
  });

  it("W3, W4, W5, W6: granted, given to an employee, drawn into the wallet, paid back, lowered", async () => {
    const fact = (id: string) => ({ id, company_id, on, actor });
    const grant = (amount_kobo: bigint) => moved((tx, id) => postLineGranted(tx, { ...fact(id), amount_kobo }));
    const give = (amount_kobo: bigint) =>
      moved((tx, id) => postLineAssigned(tx, { ...fact(id), user_id, amount_kobo }));
    expect(await grant(1_000n)).toEqual({ committed_lines: 1_000n, [undrawn]: -1_000n });
    expect(await give(300n)).toEqual({ [undrawn]: 300n, [part]: -300n });
    expect(await give(-100n)).toEqual({ [undrawn]: -100n, [part]: 100n });
    expect(await moved((tx, id) => postLineDrawn(tx, { ...fact(id), amount_kobo: 500n }))).toEqual({
      [principal]: 500n,
      [wallet]: -500n,
      [undrawn]: 500n,
      committed_lines: -500n,
    });
    const parts = { penalty_kobo: 0n, interest_kobo: 0n, principal_kobo: 400n };
    expect(await moved((tx, id) => postLineRepaid(tx, { ...fact(id), ...parts }))).toEqual({
      [wallet]: 400n,
      [principal]: -400n,
      committed_lines: 400n,
      [undrawn]: -400n,
    });
    await expect(grant(-701n), "below what is drawn and given").rejects.toThrow(InsufficientFunds);
    expect(await grant(-700n)).toEqual({ committed_lines: -700n, [undrawn]: 700n });
  });

  it("D1: a deduction file is paid, and a part of it goes back", async () => {
    await funded(900n);
    const file_id = uuidv7();
    expect(
      await moved((tx, id) =>
        postDeductionsPaid(tx, { id, company_id, file_id, reference, amount_kobo: 900n, on, actor }),
      ),
    ).toEqual({ [wallet]: 900n, deductions_clearing: -900n });
    const line_id = uuidv7();
    expect(
      await moved((tx, id) =>
        postDeductionReturned(tx, { id, company_id, line_id, reference, amount_kobo: 200n, on, actor }),
      ),
    ).toEqual({ deductions_clearing: 200n, [wallet]: -200n });
  });

  it("P1: a reward is earned, redeemed into cash, and expires", async () => {
    const of = (amount_kobo: bigint) => ({ user_id, amount_kobo, on, actor });
    const lot_id = uuidv7();
    expect(
      await moved((tx, id) => postRewardEarned(tx, { ...of(500n), id, lot_id, description: "Thank you" })),
    ).toEqual({ cashback_expense: 500n, [rewards]: -500n });
    expect(await moved((tx, id) => postRewardRedeemed(tx, { ...of(300n), id }))).toEqual({
      [rewards]: 300n,
      [cash]: -300n,
    });
    expect(await moved((tx, id) => postRewardExpired(tx, { ...of(200n), id, lot_id }))).toEqual({
      [rewards]: 200n,
      cashback_expense: -200n,
    });
  });
});
