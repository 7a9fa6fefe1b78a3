import * as transfers from "@manilla/contract/payments/transfers";
import * as calls from "@manilla/contract/people/personal-wallets";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { richCustomer } from "../../../../../../test/bills.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { naira } from "../../../documents/letter.ts";
import { readPdf } from "../../../files/pdf.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;

const rich = () => richCustomer(world, 9_000_000n);
type Person = Awaited<ReturnType<typeof rich>>;
interface Shown {
  from: string;
  to: string;
  opening_kobo: number;
  in_kobo: number;
  out_kobo: number;
  closing_kobo: number;
  movements: number;
  lines: { amount_kobo: number; balance_kobo: number }[];
}
const shown = async ({ token }: Person, query: Record<string, string> = {}) =>
  (await api.call(calls.statement, { token, query })).body.data as Shown;
async function file({ token }: Person, query: Record<string, string>): Promise<Buffer> {
  const answer = await fetch(`${api.address}/api${calls.statementFile.path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
let phone = 32_000_000;
async function sendTo(from: Person, to: Person, amount_kobo: number): Promise<void> {
  phone += 1;
  await sql`update users set phone = ${`+23480${phone}`} where id = ${to.user_id}`.execute(db);
  const body = { kind: "wallet", phone: `+23480${phone}`, amount_kobo } as const;
  const { payee } = (await api.call(transfers.quote, { token: from.token, body })).body.data as { payee: string };
  const sent = await api.call(transfers.initiate, { token: from.token, body: { ...body, payee_name: payee } });
  expect(sent.status).toBe(200);
}

describe("the statement of a cash wallet", () => {
  it("ends with what the wallet and the books hold, and says the same on the screen and in every file", async () => {
    const [one, other] = [await rich(), await rich()];
    await sendTo(one, other, 1_500_000);
    await sendTo(other, one, 20_050);
    const said = await shown(one);
    expect(said).toMatchObject({ opening_kobo: 0, in_kobo: 9_020_050, movements: 3 });
    expect(said.opening_kobo + said.in_kobo - said.out_kobo).toBe(said.closing_kobo);
    expect(said.lines.at(-1)!.balance_kobo).toBe(said.closing_kobo);
    const { cash_kobo } = (await api.call(calls.snapshot, { token: one.token })).body.data as { cash_kobo: number };
    expect(said.closing_kobo).toBe(cash_kobo);

    const { from, to } = said;
    const csv = parse(await file(one, { from, to, format: "csv" }), { bom: true }) as string[][];
    const [sheet] = (await readXlsx(await file(one, { from, to, format: "xlsx" }))).sheets;
    const kobo = (text: unknown) => Math.round(Number(text) * 100);
    const balances = [said.opening_kobo, ...said.lines.map(({ balance_kobo }) => balance_kobo), said.closing_kobo];
    expect(csv.slice(1).map((row) => kobo(row.at(-1)))).toEqual(balances);
    expect(sheet!.rows.slice(1).map((row) => kobo(row.at(-1)))).toEqual(balances);
    const text = JSON.stringify((await readPdf(await file(one, { from, to, format: "pdf" }))).lines);
    for (const figure of [said.in_kobo, said.out_kobo, said.closing_kobo])
      expect(text).toContain(naira(BigInt(figure)));
  });

  it("carries what was before its first day, and has nobody else's movements", async () => {
    const person = await rich();
    await sql`
      update personal_movements set business_date = '2020-01-05' where user_id = ${person.user_id} and wallet = 'cash'
    `.execute(db);
    await sendTo(person, await rich(), 1_000_000);
    expect(await shown(person, { from: "2020-01-01", to: "2020-01-31" })).toMatchObject({
      opening_kobo: 0,
      closing_kobo: 9_000_000,
      movements: 1,
    });
    const said = await shown(person);
    expect(said).toMatchObject({ opening_kobo: 9_000_000, in_kobo: 0, movements: 1 });
    expect(said.lines.map(({ balance_kobo }) => balance_kobo)).toEqual([said.closing_kobo]);
  });

  it("is refused for days that end before they begin, and to who has no wallet", async () => {
    const { token } = await rich();
    const query = { from: "2020-01-02", to: "2020-01-01" };
    expect((await api.call(calls.statement, { token, query })).status).toBe(422);
    expect((await api.call(calls.statementFile, { token, query })).status).toBe(422);
    const staff = await api.person("super_finance");
    expect((await api.call(calls.statement, { token: staff.token })).status).toBe(403);
  });
});
