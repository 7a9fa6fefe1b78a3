/** The T-accounts of card payments: which side, which account, how much. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../../test/world.ts";
import type { Tx } from "../../../../db/database.ts";
import { accountOf } from "../chart.ts";
import {
  openCardAccounts,
  openCashAccount,
  openDollarPurse,
  openLineAccounts,
  openLinePart,
  openPurseAccount,
  postCardCaptured,
  postCardRefunded,
  postCardsSettled,
  postDisputeCredited,
  postDisputeLostAgain,
  postDollarsBought,
  postDollarsSold,
  postFloatToppedUp,
  postDisputeTakenBack,
  postDisputeWon,
  postDisputeWonOnce,
  postDisputeWonTwice,
  postDisputeRecovered,
  postDisputeWrittenOff,
  postLineAssigned,
  postLineGranted,
  postOverdrawnRepaid,
  postOwedDollarsWrittenOff,
  postSettlementWrittenOff,
} from "../index.ts";

const api = await useTestApi();
const [card_id, user_id, company_id] = [uuidv7(), uuidv7(), uuidv7()];
const actor = "Test";
const on = "2026-01-15";
const [purse, line, overdrawn] = [
  accountOf("purse", user_id),
  accountOf("undrawn_line", user_id),
  accountOf("card_overdrawn", card_id),
];
const owed = accountOf("line_principal", company_id);

/** What a posting moved, debits positive. */
async function moved(post: (tx: Tx, id: string) => Promise<unknown>): Promise<Record<string, bigint>> {
  const id = uuidv7();
  await api.app.db.transaction().execute((tx) => post(tx, id));
  const { rows } = await sql<{ code: string; amount_kobo: bigint }>`
    select a.code, p.amount_kobo
    from ledger.postings p
    join ledger.accounts a on a.id = p.account_id
    where p.transaction_id = ${id}
  `.execute(api.app.db);
  return Object.fromEntries(rows.map(({ code, amount_kobo }) => [code, amount_kobo]));
}
const fact = (id: string) => ({ id, card_id, capture_id: id, reference: "CC1", on, actor });

describe("card payments in the books", () => {
  it("C5, C3, C4 of money that is there: refund, capture, and what was taken beyond it", async () => {
    await api.app.db.transaction().execute(async (tx) => {
      await openPurseAccount(tx, user_id);
      await openCashAccount(tx, user_id);
      await openCardAccounts(tx, card_id);
    });
    const debit = { account: purse, receivable: purse };
    const given = { ...debit, overdrawn_kobo: 0n, owed_kobo: 0n, rest_kobo: 500n, rest_account: purse };
    expect(await moved((tx, id) => postCardRefunded(tx, { ...fact(id), ...given, kind: "card_refund" }))).toEqual({
      issuer_settlement: 500n,
      [purse]: -500n,
    });
    const taken = { ...debit, from_kobo: 400n, drawn_kobo: 0n, overdrawn_kobo: 30n };
    expect(await moved((tx, id) => postCardCaptured(tx, { ...fact(id), ...taken, kind: "card_capture" }))).toEqual({
      [purse]: 400n,
      [overdrawn]: 30n,
      issuer_settlement: -430n,
    });
    const repaid = { ...debit, from_kobo: 10n, drawn_kobo: 0n };
    expect(
      await moved((tx, id) => postOverdrawnRepaid(tx, { ...fact(id), ...repaid, kind: "repay_overdrawn" })),
    ).toEqual({ [purse]: 10n, [overdrawn]: -10n });
    const mixed = { ...given, overdrawn_kobo: 20n, rest_kobo: 5n };
    expect(await moved((tx, id) => postCardRefunded(tx, { ...fact(id), ...mixed, kind: "card_refund" }))).toEqual({
      issuer_settlement: 25n,
      [overdrawn]: -20n,
      [purse]: -5n,
    });
  });

  it("C7: a dispute that is credited, won beyond its credit, taken back beyond the money, and written off", async () => {
    const dispute = (id: string, dispute_id = id) => ({ id, dispute_id, card_id, reference: "CD1", on, actor });
    const given = { account: purse, receivable: purse, owed_kobo: 0n, rest_account: purse };
    const credited = { ...given, overdrawn_kobo: 20n, rest_kobo: 80n, kind: "credit_dispute" } as const;
    await moved((tx, id) =>
      postCardCaptured(tx, {
        ...fact(id),
        ...given,
        from_kobo: 0n,
        drawn_kobo: 0n,
        overdrawn_kobo: 20n,
        kind: "card_capture",
      }),
    );
    expect(await moved((tx, id) => postDisputeCredited(tx, { ...dispute(id), ...credited }))).toEqual({
      dispute_claims: 100n,
      [overdrawn]: -20n,
      [purse]: -80n,
    });
    const won = { ...given, overdrawn_kobo: 0n, rest_kobo: 5n, claims_kobo: 60n, kind: "win_dispute" } as const;
    expect(await moved((tx, id) => postDisputeWon(tx, { ...dispute(id), ...won }))).toEqual({
      issuer_settlement: 65n,
      dispute_claims: -60n,
      [purse]: -5n,
    });
    const taken = { ...given, from_kobo: 25n, drawn_kobo: 0n, overdrawn_kobo: 5n, kind: "take_back_dispute" } as const;
    expect(await moved((tx, id) => postDisputeTakenBack(tx, { ...dispute(id), ...taken }))).toEqual({
      [purse]: 25n,
      [overdrawn]: 5n,
      dispute_claims: -30n,
    });
    const twice = { ...taken, from_kobo: 5n, overdrawn_kobo: 2n, kind: "win_dispute_twice" } as const;
    expect(await moved((tx, id) => postDisputeWonTwice(tx, { ...dispute(id), ...twice }))).toEqual({
      [purse]: 5n,
      [overdrawn]: 2n,
      dispute_claims: -7n,
    });
    const once = { ...given, overdrawn_kobo: 2n, rest_kobo: 5n, kind: "win_dispute_once" } as const;
    expect(await moved((tx, id) => postDisputeWonOnce(tx, { ...dispute(id), ...once }))).toEqual({
      dispute_claims: 7n,
      [overdrawn]: -2n,
      [purse]: -5n,
    });
    expect(await moved((tx, id) => postDisputeRecovered(tx, { ...dispute(id), amount_kobo: 4n }))).toEqual({
      dispute_claims: 4n,
      dispute_losses: -4n,
    });
    expect(await moved((tx, id) => postDisputeLostAgain(tx, { ...dispute(id), amount_kobo: 4n }))).toEqual({
      dispute_losses: 4n,
      dispute_claims: -4n,
    });
    expect(await moved((tx, id) => postDisputeWrittenOff(tx, { ...dispute(id), amount_kobo: 10n }))).toEqual({
      dispute_losses: 10n,
      dispute_claims: -10n,
    });
    await moved((tx, id) =>
      postCardRefunded(tx, { ...fact(id), ...given, overdrawn_kobo: 5n, rest_kobo: 0n, kind: "card_refund" }),
    );
  });

  it("C7 of a dollar card: the same in lines of dollars, and none of naira", async () => {
    const [dollar_card, holder] = [uuidv7(), uuidv7()];
    const dollars = accountOf("dollar_purse", holder);
    await api.app.db.transaction().execute(async (tx) => {
      await openDollarPurse(tx, holder);
      await openCardAccounts(tx, dollar_card, "USD");
    });
    const about = (id: string) =>
      ({ id, dispute_id: id, card_id: dollar_card, currency: "USD", reference: "CD1", on, actor }) as const;
    const given = { account: dollars, receivable: dollars, owed_kobo: 0n, rest_account: dollars, overdrawn_kobo: 0n };
    const credited = { ...given, rest_kobo: 80n, kind: "credit_dispute" } as const;
    expect(await moved((tx, id) => postDisputeCredited(tx, { ...about(id), ...credited }))).toEqual({
      dispute_claims_usd: 80n,
      [dollars]: -80n,
    });
    const won = { ...given, rest_kobo: 5n, claims_kobo: 30n, kind: "win_dispute" } as const;
    expect(await moved((tx, id) => postDisputeWon(tx, { ...about(id), ...won }))).toEqual({
      issuer_settlement_usd: 35n,
      dispute_claims_usd: -30n,
      [dollars]: -5n,
    });
    const taken = { account: dollars, receivable: dollars, from_kobo: 10n, drawn_kobo: 0n, overdrawn_kobo: 4n };
    expect(
      await moved((tx, id) => postDisputeTakenBack(tx, { ...about(id), ...taken, kind: "take_back_dispute" })),
    ).toEqual({ [dollars]: 10n, [accountOf("dollar_overdrawn", dollar_card)]: 4n, dispute_claims_usd: -14n });
    expect(await moved((tx, id) => postDisputeWrittenOff(tx, { ...about(id), amount_kobo: 36n }))).toEqual({
      dispute_losses_usd: 36n,
      dispute_claims_usd: -36n,
    });
  });

  it("W5 and C5 of a line: drawn, owed, and drawn again after a refund, with the promise on both sides", async () => {
    await api.app.db.transaction().execute(async (tx) => {
      await openLineAccounts(tx, company_id);
      await openLinePart(tx, user_id);
      await postLineGranted(tx, { id: uuidv7(), company_id, amount_kobo: 1_000n, on, actor });
      await postLineAssigned(tx, { id: uuidv7(), company_id, user_id, amount_kobo: 600n, on, actor });
    });
    const credit = { account: line, receivable: owed };
    const taken = { ...credit, from_kobo: 600n, drawn_kobo: 600n, overdrawn_kobo: 50n };
    expect(await moved((tx, id) => postCardCaptured(tx, { ...fact(id), ...taken, kind: "draw_line" }))).toEqual({
      [owed]: 600n,
      [line]: 600n,
      committed_lines: -600n,
      [overdrawn]: 50n,
      issuer_settlement: -650n,
    });
    const given = {
      ...credit,
      overdrawn_kobo: 50n,
      owed_kobo: 600n,
      rest_kobo: 7n,
      rest_account: accountOf("cash_wallet", user_id),
    };
    expect(await moved((tx, id) => postCardRefunded(tx, { ...fact(id), ...given, kind: "repay_line" }))).toEqual({
      issuer_settlement: 657n,
      [overdrawn]: -50n,
      [owed]: -600n,
      committed_lines: 600n,
      [line]: -600n,
      [accountOf("cash_wallet", user_id)]: -7n,
    });
  });
});

describe("dollars in the books", () => {
  const buyer = uuidv7();
  const [wallet, purse_usd] = [accountOf("cash_wallet", buyer), accountOf("dollar_purse", buyer)];
  const dollars = { user_id: buyer, reference: "FX1", amount_cents: 1_000n, on, actor };

  it("C10: naira become dollars and back, each currency balanced by itself, the margin apart", async () => {
    await api.app.db.transaction().execute(async (tx) => {
      await openDollarPurse(tx, buyer);
      await openCashAccount(tx, buyer);
    });
    const sold = { ...dollars, quote_id: uuidv7(), amount_kobo: 1_490_000n, margin_kobo: 10_000n, amount_cents: 400n };
    const bought = { ...dollars, quote_id: uuidv7(), amount_kobo: 1_520_000n, margin_kobo: 20_000n };
    await expect(moved((tx, id) => postDollarsBought(tx, { id, ...bought }))).rejects.toThrow(/available/);
    await moved((tx, id) =>
      postCardRefunded(tx, {
        ...fact(id),
        account: wallet,
        rest_account: wallet,
        receivable: wallet,
        overdrawn_kobo: 0n,
        owed_kobo: 0n,
        rest_kobo: 1_520_000n,
        kind: "card_refund",
      }),
    );
    expect(await moved((tx, id) => postDollarsBought(tx, { id, ...bought }))).toEqual({
      [wallet]: 1_520_000n,
      fx_position: -1_500_000n,
      fx_income: -20_000n,
      fx_position_usd: 1_000n,
      [purse_usd]: -1_000n,
    });
    expect(await moved((tx, id) => postDollarsSold(tx, { id, ...sold }))).toEqual({
      [purse_usd]: 400n,
      fx_position_usd: -400n,
      fx_position: 1_500_000n,
      fx_income: -10_000n,
      [wallet]: -1_490_000n,
    });
    const more = { ...sold, quote_id: uuidv7(), amount_cents: 601n };
    await expect(
      moved((tx, id) => postDollarsSold(tx, { id, ...more })),
      "than is there",
    ).rejects.toThrow(/available/);
  });

  it("C3, C4, C5, C6 of a dollar card: no line of naira is touched", async () => {
    const currency = "USD";
    const over = accountOf("dollar_overdrawn", card_id);
    await api.app.db.transaction().execute((tx) => openCardAccounts(tx, card_id, currency));
    const taken = { account: purse_usd, receivable: purse_usd, currency, drawn_kobo: 0n };
    const captured = { ...taken, from_kobo: 500n, overdrawn_kobo: 30n, kind: "card_capture" } as const;
    expect(await moved((tx, id) => postCardCaptured(tx, { ...fact(id), ...captured }))).toEqual({
      [purse_usd]: 500n,
      [over]: 30n,
      issuer_settlement_usd: -530n,
    });
    const repaid = { ...taken, from_kobo: 10n, kind: "repay_overdrawn" } as const;
    expect(await moved((tx, id) => postOverdrawnRepaid(tx, { ...fact(id), ...repaid }))).toEqual({
      [purse_usd]: 10n,
      [over]: -10n,
    });
    const back = { ...taken, rest_account: purse_usd, overdrawn_kobo: 20n, owed_kobo: 0n, rest_kobo: 80n };
    expect(await moved((tx, id) => postCardRefunded(tx, { ...fact(id), ...back, kind: "card_refund" }))).toEqual({
      issuer_settlement_usd: 100n,
      [over]: -20n,
      [purse_usd]: -80n,
    });
    await moved((tx, id) => postCardCaptured(tx, { ...fact(id), ...captured, from_kobo: 0n, capture_id: uuidv7() }));
    const owed = { request_id: uuidv7(), card_id, amount_cents: 30n, on, actor };
    expect(await moved((tx, id) => postOwedDollarsWrittenOff(tx, { id, ...owed }))).toEqual({
      card_losses_usd: 30n,
      [over]: -30n,
    });
    const day = { day: "2026-01-12", currency, settled_kobo: 430n, interchange_kobo: 2n, charges_kobo: 5n, on };
    expect(await moved((tx, id) => postCardsSettled(tx, { id, ...day }))).toEqual({
      issuer_settlement_usd: 430n,
      provider_charges_usd: 5n,
      interchange_income_usd: -2n,
      issuer_float_usd: -433n,
    });
    const line = { line_id: uuidv7(), currency, difference_kobo: 7n, on, actor };
    expect(await moved((tx, id) => postSettlementWrittenOff(tx, { id, ...line }))).toEqual({
      rounding_usd: 7n,
      issuer_settlement_usd: -7n,
    });
  });
});

describe("the issuer's settlement in the books", () => {
  it("C6: our account with the issuer is topped up from the bank", async () => {
    const topped = { line_id: uuidv7(), reference: "FLOAT-1", amount_kobo: 900n, on, actor };
    expect(await moved((tx, id) => postFloatToppedUp(tx, { id, ...topped }))).toEqual({
      issuer_float: 900n,
      bank_operating: -900n,
    });
    const dollars = { ...topped, line_id: uuidv7(), amount_kobo: 1_500_000n, amount_cents: 1_000n };
    expect(await moved((tx, id) => postFloatToppedUp(tx, { id, ...dollars }))).toEqual({
      fx_position: 1_500_000n,
      bank_operating: -1_500_000n,
      issuer_float_usd: 1_000n,
      fx_position_usd: -1_000n,
    });
  });

  it("C6: what was owed leaves our account with the issuer, with its charges and less our part; a difference is written off", async () => {
    const day = {
      day: "2026-01-14",
      currency: "NGN",
      settled_kobo: 100_000n,
      interchange_kobo: 500n,
      charges_kobo: 1_000n,
      on,
    };
    expect(await moved((tx, id) => postCardsSettled(tx, { id, ...day }))).toEqual({
      issuer_settlement: 100_000n,
      provider_charges: 1_000n,
      interchange_income: -500n,
      issuer_float: -100_500n,
    });
    const refunds = { ...day, day: "2026-01-13", settled_kobo: -700n, interchange_kobo: 0n, charges_kobo: 0n };
    expect(await moved((tx, id) => postCardsSettled(tx, { id, ...refunds }))).toEqual({
      issuer_settlement: -700n,
      issuer_float: 700n,
    });
    const line = { line_id: uuidv7(), difference_kobo: 5_000n, on, actor };
    expect(await moved((tx, id) => postSettlementWrittenOff(tx, { id, ...line }))).toEqual({
      rounding: 5_000n,
      issuer_settlement: -5_000n,
    });
  });
});
