/** Batches of the demo's company: one that was paid, salaries that await approval, and one with rows to correct. */
import * as batches from "@manilla/contract/payments/transfer-batches";
import type { App } from "../src/house/app.ts";
import { businessDate } from "../src/modules/platform/states/index.ts";
import { checkBatch } from "../src/modules/payments/transfer-batches/checking.ts";
import { sendBatch } from "../src/modules/payments/transfer-batches/sending.ts";
import { nuban } from "./company-spend.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";
import { agree } from "./wallets.ts";

/** [bank, serial, naira, what for] */
const SUPPLIERS = [
  ["058", "710000112", 42_500, "Crates, invoice 121"],
  ["011", "710000246", 38_000, "Ice, week 44"],
  ["033", "710000371", 61_750.5, "Diesel"],
  ["044", "710000488", 27_300, "Packing paper"],
  ["057", "710000593", 9_800, "Cleaning"],
] as const;
const STAFF = [
  ["058", "720000118", 48_000],
  ["011", "720000225", 42_250],
  ["033", "720000337", 35_600],
  ["044", "720000446", 31_400],
] as const;

const typed = (name: string): string => name.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());

async function lineOf(app: App, bank_code: string, serial: string, naira: number, narration: string): Promise<string> {
  const account_no = nuban(bank_code, serial);
  const { account_name } = await app.outside.payments.resolveAccount({ bank_code, account_no });
  return `${typed(account_name)},${bank_code},${account_no},${naira},${narration}`;
}

/** Brings a file and asks its banks. @returns the batch as it is then */
async function bring(app: App, door: Door, token: string, name: string, lines: readonly string[], body: object) {
  const bytes = Buffer.from(["name,bank,account_number,amount,narration", ...lines].join("\n"));
  const { batch } = await door.call(batches.create, token, { body, file: { name, media_type: "text/csv", bytes } });
  await checkBatch(app, batch.id);
  return door.call(batches.find, token, { params: { id: batch.id } });
}

const submit = (door: Door, token: string, { id, version }: { id: string; version: number }) =>
  door.call(batches.submit, token, { params: { id }, body: { version } });

export async function leaveBatches(app: App, door: Door): Promise<void> {
  const [finance, hr] = [await door.as(emailOf("company_finance_manager")), await door.as(emailOf("company_hr"))];
  const suppliers = await Promise.all(
    SUPPLIERS.map(([bank, serial, naira, what]) => lineOf(app, bank, serial, naira, what)),
  );
  const paid = await bring(app, door, finance, "suppliers-week-44.csv", suppliers, {
    kind: "payments",
    name: "Suppliers, week 44",
  });
  const { approval_id } = await submit(door, finance, paid);
  await agree(app, door, approval_id!);
  await sendBatch(app, paid.id);
  const staff = await Promise.all(STAFF.map(([bank, serial, naira]) => lineOf(app, bank, serial, naira, "Net pay")));
  const month = (await businessDate(app.db)).slice(0, 7);
  await submit(door, hr, await bring(app, door, hr, "payroll.csv", staff, { kind: "salary", month }));
  const [first, second] = [
    await lineOf(app, "058", "730000119", 18_000, "Repairs"),
    await lineOf(app, "011", "730000226", 7_250, "Water"),
  ];
  const wrong = [
    first,
    second,
    first,
    `Zeros Lost,058,${Number(nuban("058", "003000127"))},5000,Gloves`,
    `Somebody Else Entirely,033,${nuban("033", "730000341")},12000,Transport`,
    `Bukola Ade,Bank of the Delta,${nuban("058", "730000455")},8000,Catering`,
    `${second.split(",").slice(0, 3).join(",")},a lot,Water`,
  ];
  await bring(app, door, finance, "suppliers-week-45.csv", wrong, { kind: "payments", name: "Suppliers, week 45" });
}
