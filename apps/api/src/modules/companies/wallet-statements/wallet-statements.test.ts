import * as calls from "@manilla/contract/companies/wallet-statements";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { readXlsx } from "hucre";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { naira } from "../../../documents/letter.ts";
import { readPdf } from "../../../files/pdf.ts";
import { monthsOf } from "./rules.ts";

const api = await useTestApi();
const company_id = uuidv7();
await api.app.db
  .insertInto("companies")
  .values({
    id: company_id,
    name: "Lagoon Foods",
    status: "approved",
    profile_completed_at: new Date(),
    unique_plan: "Growth",
  })
  .execute();
const finance = await api.person("company_finance_manager", { company_id });
const employee = await api.person("company_staff", { company_id, name: "Emeka", last_name: "Obi" });

/** A movement as the wallet writes it. */
async function move(business_date: string, amount_kobo: number, note: string | null = null): Promise<void> {
  await sql`
    insert into wallet_movements (id, company_id, kind, user_id, amount_kobo, balance_kobo, reference, note, business_date, happened_at)
    values (${uuidv7()}, ${company_id}, ${amount_kobo > 0 ? "transfer_in" : "assigned"}, ${amount_kobo > 0 ? null : employee.user_id},
      ${amount_kobo}, 0, ${`R${uuidv7().slice(-6)}`}, ${note}, ${business_date}::date, now())
  `.execute(api.app.db);
}
const { business_date } = await api.app.db
  .selectFrom("business_calendar")
  .select("business_date")
  .executeTakeFirstOrThrow();
const months = async (token = finance.token, id = company_id) => api.call(calls.months, { token, params: { id } });
const download = (month: string, format: string, token = finance.token, id = company_id) =>
  api.call(calls.download, { token, params: { id }, query: { month, format } });

const koboOf = (text: string): bigint => BigInt(text.replaceAll(/[₦,.]/g, ""));
/** On each page the balance above and what moved make the balance below, with which the next page begins. */
function requirePagesAddUp(lines: readonly (readonly { text: string }[])[]): void {
  let [balance, ended] = [null as bigint | null, null as bigint | null];
  for (const pieces of lines) {
    const texts = pieces.map(({ text }) => text);
    const [first = "", second = ""] = [texts[0], texts.at(-1)];
    if (/^(Opening balance|Brought forward)$/.test(first) && texts.length === 2 && second.startsWith("₦")) {
      balance = koboOf(second);
      if (first === "Brought forward") expect(balance).toBe(ended);
    } else if (/^(Carried forward|Closing balance)$/.test(first) && texts.length === 2) {
      // The facts at the top name the last one too.
      ended = koboOf(second);
      if (first === "Carried forward") expect(ended).toBe(balance);
    } else if (balance !== null && texts.filter((text) => text.startsWith("₦")).length === 2) {
      const after = koboOf(second);
      const moved = koboOf(texts.at(-2)!);
      expect([balance + moved, balance - moved]).toContain(after);
      balance = after;
    }
  }
  expect(ended).toBe(balance);
}

describe("a wallet's statements", () => {
  it("carry each month's closing balance into the next, months without a movement too", async () => {
    await move("2025-10-03", 1_000_000);
    await move("2025-10-20", -250_000);
    await move("2025-12-01", -50_000, "=cmd|' /C calc'!A0");
    const { body } = await months();
    const found = (
      body.data as { months: { month: string; opening_kobo: number; closing_kobo: number; movements: number }[] }
    ).months;
    expect(found.at(-1)).toMatchObject({ month: "2025-10", opening_kobo: 0, closing_kobo: 750_000, movements: 2 });
    expect(found.at(-2)).toMatchObject({
      month: "2025-11",
      opening_kobo: 750_000,
      closing_kobo: 750_000,
      movements: 0,
    });
    expect(found.at(-3)).toMatchObject({ month: "2025-12", opening_kobo: 750_000, closing_kobo: 700_000 });
    expect(found[0]).toMatchObject({
      month: String(business_date).slice(0, 7),
      closing_kobo: 700_000,
      is_running: true,
    });
  });

  it("are a letter and a file, whose last balance is the month's", async () => {
    const file = await download("2025-12", "csv");
    const { text } = file.body;
    expect(file.status).toBe(200);
    const rows = text.trim().split("\n");
    expect(rows[1]).toMatch(/Opening balance,.*,7500\.00$/);
    expect(rows.at(-2)).toMatch(/-500\.00,7000\.00$/);
    expect(rows.at(-1)).toMatch(/Closing balance,.*,7000\.00$/);
    expect(text).toContain(`'=cmd`);
    const letter = await download("2025-10", "pdf");
    expect(letter.headers.get("content-type")).toContain("application/pdf");
    expect(letter.body.text.slice(0, 5)).toBe("%PDF-");
  });

  it("are a letter of any length, printed apart from the server, each line once and the last balance that of the month", async () => {
    const lines = 10_000;
    const id = await api.company({ name: "Busy Traders" });
    const trader = await api.person("company_finance_manager", { company_id: id });
    await sql`
      insert into wallet_movements (id, company_id, kind, amount_kobo, balance_kobo, reference, note, business_date, happened_at)
      select gen_random_uuid(), ${id}, 'transfer_in', 100 + n, 0, 'L' || n, 'From customer ' || n || ' for goods, with a long note that has no room',
        '2025-10-01'::date + n / 400, '2025-10-01'::timestamptz + n / 3 * interval '1 minute'
      from generate_series(1, ${lines}) as n
    `.execute(api.app.db);
    const path = calls.download.path.replace("{id}", id);
    const answer = await fetch(`${api.address}/api${path}?month=2025-10&format=pdf`, {
      headers: { authorization: `Bearer ${trader.token}` },
    });
    expect(answer.status).toBe(200);
    const { lines: printed } = await readPdf(Buffer.from(await answer.arrayBuffer()));
    const references = printed.flatMap((pieces) => pieces.flatMap(({ text }) => text.match(/^L\d+$/) ?? []));
    expect(references.length).toBe(lines);
    expect(new Set(references).size).toBe(lines);
    const sum = (lines * (lines + 1)) / 2 + 100 * lines;
    const balance = naira(BigInt(sum));
    expect(printed.findLast((pieces) => pieces.some(({ text }) => text.startsWith("L")))?.at(-1)?.text).toBe(balance);
    requirePagesAddUp(printed);
    expect(printed.filter((pieces) => pieces.some(({ text }) => text.startsWith("Page 1 of"))).length).toBe(1);
  });

  it("of any days have the figures of the screen in each file, and those of the months when the days are a month's", async () => {
    type Figures = { opening_kobo: number; in_kobo: number; out_kobo: number; closing_kobo: number; movements: number };
    const range = async (from: string, to: string) =>
      (await api.call(calls.range, { token: finance.token, params: { id: company_id }, query: { from, to } })).body
        .data as Figures & { lines: { amount_kobo: number; balance_kobo: number }[] };
    const shown = await range("2025-10-04", "2025-12-01");
    expect(shown).toMatchObject({ opening_kobo: 1_000_000, in_kobo: 0, out_kobo: 300_000, closing_kobo: 700_000 });
    expect(shown.lines.map(({ balance_kobo }) => balance_kobo)).toEqual([750_000, 700_000]);
    const { months: all } = (await months()).body.data as { months: (Figures & { month: string })[] };
    const { month: _, is_running: __, ...october } = all.at(-1)! as Figures & { month: string; is_running: boolean };
    expect(await range("2025-10-01", "2025-10-31")).toMatchObject(october);
    const file = async (format: string) => {
      const path = calls.download.path.replace("{id}", company_id);
      const answer = await fetch(`${api.address}/api${path}?from=2025-10-04&to=2025-12-01&format=${format}`, {
        headers: { authorization: `Bearer ${finance.token}` },
      });
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const csv = parse(await file("csv"), { bom: true }) as string[][];
    const [sheet] = (await readXlsx(await file("xlsx"))).sheets;
    const balances = ["10000.00", "7500.00", "7000.00", "7000.00"];
    expect(csv.slice(1).map((row) => row.at(-1))).toEqual(balances);
    expect(sheet!.rows.slice(1).map((row) => Number(row.at(-1)).toFixed(2))).toEqual(balances);
    const { lines } = await readPdf(await file("pdf"));
    const text = JSON.stringify(lines);
    for (const kobo of [1_000_000, 300_000, 700_000]) expect(text).toContain(naira(BigInt(kobo)));
    requirePagesAddUp(lines);
  });

  it("of days that end before they begin, or have not come, are refused at their field", async () => {
    for (const query of [
      { from: "2025-12-02", to: "2025-12-01" },
      { from: "2025-12-02", to: "2999-01-01" },
    ]) {
      const { status, body } = await api.call(calls.range, { token: finance.token, params: { id: company_id }, query });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["to"]]);
    }
  });

  it("are one's own company's, of months that were", async () => {
    const other = await api.person("company_finance_manager", { company_id: await another() });
    expect((await months(other.token)).status).toBe(404);
    expect((await download("2025-10", "csv", other.token)).status).toBe(404);
    expect((await download("2025-09", "csv")).status).toBe(404);
    expect((await download("2025-13", "csv")).status).toBe(422);
    expect((await months(employee.token)).status).toBe(403);
    expect((await months((await api.person("super_finance")).token)).status).toBe(200);
  });

  async function another(): Promise<string> {
    const id = await api.company({ name: "Another" });
    return id;
  }
});

describe("months", () => {
  const moved = fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 })
    .map((numbers) => numbers.toSorted((left, right) => left - right))
    .chain((numbers) =>
      fc.tuple(
        ...numbers.map((number) =>
          fc.record({
            month: fc.constant(`${2024 + Math.trunc(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`),
            in_kobo: fc.bigInt({ min: 0n, max: 10n ** 12n }),
            out_kobo: fc.bigInt({ min: 0n, max: 10n ** 12n }),
            movements: fc.integer({ min: 1, max: 9 }),
          }),
        ),
      ),
    );

  it("have no gap, open with what the one before closed, and end with everything that moved", () => {
    fc.assert(
      fc.property(moved, (rows) => {
        const found = monthsOf(rows, "2026-12");
        expect(found[0]?.month).toBe(rows[0]?.month);
        expect(found.at(-1)?.month).toBe("2026-12");
        for (const [at, month] of found.entries())
          expect(month.opening_kobo).toBe(at === 0 ? 0n : found[at - 1]?.closing_kobo);
        expect(found.at(-1)?.closing_kobo).toBe(rows.reduce((sum, row) => sum + row.in_kobo - row.out_kobo, 0n));
        expect(found.reduce((sum, { movements }) => sum + movements, 0)).toBe(
          rows.reduce((sum, { movements }) => sum + movements, 0),
        );
      }),
    );
  });
});
