/** Statements of the provider's own account for tests: made on top of the sandbox's, in each format. */
import * as statements from "@manilla/contract/money/bank-statements";
import { parseCamt053 } from "@manilla/credit";
import type { LendingWorld } from "./lending.ts";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";

export interface Made {
  account?: string;
  currency?: string;
  date: string;
  number?: number;
  opening: number;
  closing?: number;
  lines: readonly (readonly [kobo: number, reference: string, narration?: string])[];
}

const amount = (kobo: number, point = "."): string =>
  `${Math.floor(Math.abs(kobo) / 100)}${point}${String(Math.abs(kobo) % 100).padStart(2, "0")}`;
const closingOf = ({ closing, opening, lines }: Made): number =>
  closing ?? lines.reduce((total, [kobo]) => total + kobo, opening);

export function mt940(made: Made): string {
  const { account = "011/0000014579", currency = "NGN", date, number, opening, lines } = made;
  const on = date.slice(2).replaceAll("-", "");
  const balance = (kobo: number): string => `${kobo < 0 ? "D" : "C"}${on}${currency}${amount(kobo, ",")}`;
  return [
    ":20:MADE",
    `:25:${account}`,
    ...(number === undefined ? [] : [`:28C:${number}/1`]),
    `:60F:${balance(opening)}`,
    ...lines.flatMap(([kobo, reference]) => [
      `:61:${on}${on.slice(2)}${kobo < 0 ? "D" : "C"}${amount(kobo, ",")}NTRFNONREF//1`,
      `:86:/REF/${reference}/NAME/COUNTER`,
    ]),
    `:62F:${balance(closingOf(made))}`,
    "-",
  ].join("\r\n");
}

export function ofx(made: Made): string {
  const { account = "0000014579", currency = "NGN", date, lines } = made;
  const on = date.replaceAll("-", "");
  const rows = lines.map(
    ([kobo, reference], at) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${on}<TRNAMT>${kobo < 0 ? "-" : ""}${amount(kobo)}<FITID>${at}<REFNUM>${reference}</STMTTRN>`,
  );
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST><DTSTART>${on}<DTEND>${on}${rows.join("\n")}</BANKTRANLIST><LEDGERBAL><BALAMT>${amount(closingOf(made))}<DTASOF>${on}</LEDGERBAL></STMTRS></OFX>`;
}

/** As people download it: without account and balances. */
export const csv = ({ date, lines }: Made): string =>
  [
    "Date,Reference,Debit,Credit,Narration",
    ...lines.map(([kobo, reference, narration = "COUNTER"]) =>
      [date, reference, ...(kobo < 0 ? [amount(kobo), ""] : ["", amount(kobo)]), narration].join(","),
    ),
  ].join("\n");

export const uploadText = (world: LendingWorld, text: string | Buffer, name = "statement.txt", key?: string) => {
  const form = new FormData();
  form.append("file", new Blob([text as never]), name);
  return world.api.call(statements.upload, { token: world.maker.token, body: form, ...(key && { key }) });
};

/** The sandbox bank's statement of a day, and its parts. */
export async function bankDay(world: LendingWorld, date: string, format: "mt940" | "camt053.xml" = "camt053.xml") {
  const text = await (await fetch(`${world.sandbox.url}/bank/statements/${date}.${format}`)).text();
  return text;
}
export async function bankBalance(world: LendingWorld, date: string): Promise<number> {
  return Number(parseCamt053(await bankDay(world, date))[0]?.closing_kobo);
}

/** The bank really books these movements, the statement of today is uploaded by one and taken by another. */
export async function takeToday(world: LendingWorld, lines: Made["lines"]) {
  const date = await businessDate(world.api.app.db);
  for (const [amount_kobo, reference, narration = "Counter"] of lines)
    await fetch(`${world.sandbox.url}/bank/movements`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ amount_kobo, reference, narration }),
    });
  const { body, status } = await uploadText(world, await bankDay(world, date));
  const { statement } = body.data as { statement: { id: string; verdict: string; reasons: string[] } };
  if (status !== 200 || statement.verdict !== "ours") throw new Error(`not taken: ${JSON.stringify(body)}`);
  return world.api.call(statements.take, { token: world.checker.token, params: { id: statement.id }, body: {} });
}
