import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture, valueAt } from "../testing.ts";

let world: Fixture;
const folder = mkdtempSync(join(tmpdir(), "manilla-sandbox-"));
const data_file = join(folder, "sandbox.json");
beforeAll(async () => {
  world = await startFixture({ data_file });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const today = async (): Promise<string> => valueAt((await world.call("GET", "/clock")).body, "business_date");

async function payIn(amount_kobo: number): Promise<string> {
  await world.call("POST", "/paystack/customer", {
    email: "payer@mail.example",
    first_name: "Pay",
    last_name: "Er & Co",
  });
  const { body } = await world.call("POST", "/paystack/dedicated_account", { customer: "payer@mail.example" });
  const paid = await world.call("POST", "/bank/pay-in", {
    account_no: valueAt(body, "data.account_number"),
    amount_kobo,
  });
  return valueAt(paid.body, "transaction.reference");
}

/** Opening, closing and entries of a CAMT.053 statement, in kobo. */
async function readCamt(date: string) {
  const xml = await world.text(`/bank/statements/${date}.camt053.xml`);
  const kobo = (text: string, indicator: string): number =>
    Number(text.replace(".", "")) * (indicator === "DBIT" ? -1 : 1);
  const balance = (code: string): number => {
    const match = new RegExp(
      `<Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">([\\d.]+)</Amt><CdtDbtInd>(\\w+)</CdtDbtInd>`,
    ).exec(xml);
    return kobo(match?.[1] ?? "", match?.[2] ?? "");
  };
  const entries = [
    ...xml.matchAll(/<Ntry><Amt Ccy="NGN">([\d.]+)<\/Amt><CdtDbtInd>(\w+)<.*?<EndToEndId>(.*?)<\/EndToEndId>/g),
  ].map(([, amount = "", indicator = "", reference = ""]) => ({ reference, amount_kobo: kobo(amount, indicator) }));
  return { xml, opening: balance("OPBD"), closing: balance("CLBD"), entries };
}

describe("bank statements", () => {
  test("each day's lines carry our references, and the days' balances chain", async () => {
    const first = await today();
    const references = [await payIn(1_000_000), await payIn(2_550)];
    await world.call("POST", "/clock/advance", { days: 1 });
    const second = await today();
    const later = await payIn(77_700);
    const [one, two] = [await readCamt(first), await readCamt(second)];
    expect(one.opening).toBe(50_000_000_000);
    expect(one.entries).toEqual([
      { reference: references[0], amount_kobo: 1_000_000 },
      { reference: references[1], amount_kobo: 2_550 },
    ]);
    expect(one.closing).toBe(one.opening + 1_002_550);
    expect(two.opening).toBe(one.closing);
    expect(two.entries).toEqual([{ reference: later, amount_kobo: 77_700 }]);
    expect(two.xml).toContain("ER &#38; CO PAY");
    const mt940 = await world.text(`/bank/statements/${second}.mt940`);
    expect(mt940).toMatch(/:60F:C\d{6}NGN500010025,50\r\n:61:\d{10}C777,00NTRF/);
    expect(mt940).toContain(`/REF/${later}/NAME/`);
    expect(mt940).toMatch(/:62F:C\d{6}NGN500010802,50/);
  });

  test("a day without movements has a statement, a day that does not exist has none", async () => {
    const quiet = await readCamt("2026-01-05");
    expect([quiet.opening, quiet.closing, quiet.entries]).toEqual([50_000_000_000, 50_000_000_000, []]);
    expect((await world.call("GET", "/bank/statements/2026-02-31.mt940")).status).toBe(400);
  });

  test("movements belong to the day that the application is living while it catches up", async () => {
    const start = await today();
    await world.call("POST", "/clock/advance", { days: 10 });
    await world.call("POST", "/clock/reached", { business_date: start, running: true });
    const reference = await payIn(5);
    expect(await world.call("GET", `/bank/movements.json?reference=${reference}`)).toMatchObject({
      body: { movements: [{ booked_on: start }] },
    });
    expect((await world.call("PUT", "/clock", { business_date: "2020-01-01" })).status).toBe(409);
    const now = await today();
    await world.call("POST", "/clock/reached", { business_date: now, running: false });
    expect(await world.call("GET", "/clock")).toMatchObject({
      body: { business_date: now, reached_on: now, running: false },
    });
  });

  test("a second start on the same file has the same data", async () => {
    const before = await world.call("GET", "/bank/movements.json");
    const clock = await world.call("GET", "/clock");
    await world.close();
    world = await startFixture({ data_file });
    expect(await world.call("GET", "/bank/movements.json")).toEqual(before);
    expect(await world.call("GET", "/clock")).toEqual(clock);
  });
});
