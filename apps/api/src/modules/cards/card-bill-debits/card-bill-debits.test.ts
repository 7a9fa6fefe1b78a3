import * as calls from "@manilla/contract/cards/card-lines";
import * as reversals from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { creditCard, drawn, giveCash } from "../../../../../../test/card-credit.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { debitBankCards } from "./debiting.ts";

const world = await useLendingWorld();
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof world.customer>>;

const choose = ({ token }: Person, body: object) =>
  api.call(calls.setUp, { token, body: { automatic: "minimum", debits_bank_card: true, ...body } });
const lineOf = async ({ token }: Person) => {
  const { lines, bank_card } = (await api.call(calls.listOwn, { token })).body.data as {
    lines: {
      statements: {
        status: string;
        left_kobo: number;
        paid_kobo: number;
        minimum_kobo: number;
        full_kobo: number;
        id: string;
      }[];
    }[];
    bank_card: string | null;
  };
  return { ...lines[0]!, bill: lines[0]!.statements[0]!, bank_card };
};
const today = () => businessDate(db);
async function until(day: string): Promise<void> {
  while ((await today()) < day) await closeBusinessDay(api.app);
}
const charges = async (user_id: string) =>
  db
    .selectFrom("charges")
    .select(["id", "amount_kobo", "status", "receipt_id"])
    .where("user_id", "=", user_id)
    .where("kind", "=", "card_bill_debit")
    .orderBy("created_at")
    .execute();
/** The bill of January, due on 15 February, of somebody with a bank card. */
async function billed(bank: string): Promise<{ person: Person; id: string }> {
  const person = await world.customer();
  const id = await creditCard(world, person, 50_000_000n);
  await drawn(world, id, 20_000_000n);
  expect((await choose(person, { card_id: id })).status, "no bank card is saved").toBe(422);
  await world.addCard(person, bank);
  expect((await choose(person, { card_id: id })).status).toBe(200);
  return { person, id };
}

describe("a card bill that the wallet does not pay", () => {
  it("is paid from the bank card at the end of its day, once, less what the wallet had; declined is tried again; taken back is due again", async () => {
    const [rich, poor, away] = [await billed("success"), await billed("declines_when_saved"), await billed("success")];
    const whole = await billed("success");
    await choose(whole.person, { card_id: whole.id, automatic: "full" });
    await until("2026-02-01");
    const bill = (await lineOf(whole.person)).bill;
    await giveCash(world, whole.person, BigInt(bill.minimum_kobo) + 100_000n);
    const due = (await lineOf(rich.person)).bill.minimum_kobo;
    expect((await lineOf(rich.person)).bank_card).toMatch(/^[0-9]{4}$/);
    await giveCash(world, rich.person, 100_000n);
    await until("2026-02-15");
    expect((await lineOf(rich.person)).bill).toMatchObject({ status: "issued", paid_kobo: 100_000 });
    expect(await charges(rich.person.user_id), "not before the day is over").toEqual([]);
    expect((await lineOf(whole.person)).bill).toMatchObject({ status: "met", paid_kobo: bill.minimum_kobo + 100_000 });
    await choose(away.person, { card_id: away.id, debits_bank_card: false });
    // Killed between the debit and the step's own row: the day's debit is not made again.
    const day = { closing: "2026-02-15", opening: "2026-02-16" } as never;
    await (debitBankCards as Extract<typeof debitBankCards, { outside: unknown }>).outside(api.app, day, null);
    await until("2026-02-16");
    expect(
      (await charges(rich.person.user_id)).map(({ amount_kobo, status }) => [Number(amount_kobo), status]),
    ).toEqual([[due - 100_000, "success"]]);
    expect((await lineOf(rich.person)).bill).toMatchObject({ status: "met", left_kobo: 0, paid_kobo: due });
    expect((await lineOf(poor.person)).bill).toMatchObject({ status: "overdue", paid_kobo: 0 });
    expect((await lineOf(whole.person)).bill, "all of it, though its minimum was there").toMatchObject({
      status: "settled",
      paid_kobo: bill.full_kobo,
    });
    const { rows: notes } = await sql<{ title: string }>`
      select title from notifications where user_id = ${poor.person.user_id} and title like '%bank card%'
    `.execute(db);
    expect(notes).toHaveLength(1);
    await until("2026-02-17");
    expect((await charges(poor.person.user_id)).map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(await charges(away.person.user_id), "who does not want it").toEqual([]);
    const [charge] = await charges(rich.person.user_id);
    const asked = await api.call(reversals.reverseReceipt, {
      token: (await api.person("super_finance")).token,
      params: { id: charge!.receipt_id! },
      body: { reason: "The bank took it back" },
    });
    await world.approve((asked.body.data as { approval_id: string }).approval_id);
    expect((await lineOf(rich.person)).bill).toMatchObject({ left_kobo: due - 100_000 });
    await world.prove();
  }, 240_000);
});
