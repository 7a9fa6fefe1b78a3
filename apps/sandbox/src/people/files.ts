import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { addDays, addMonths } from "../dates.ts";
import type { BankAccount, Person } from "./people.ts";
import { STATEMENT_MONTHS, type StatementLine } from "./statement.ts";

const naira = (kobo: number): string => `${Math.trunc(kobo / 100)}.${String(kobo % 100).padStart(2, "0")}`;
const grouped = (kobo: number): string => naira(kobo).replace(/\B(?=(\d{3})+(?=\.))/g, ",");
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A statement as a bank's download in CSV: naira with two decimals, dates as yyyy-mm-dd, oldest first. */
export function statementCsv(lines: readonly StatementLine[]): string {
  const rows = lines.map(({ id, date, narration, type, amount_kobo, balance_kobo }) =>
    [
      date,
      date,
      id,
      narration,
      type === "debit" ? naira(amount_kobo) : "",
      type === "credit" ? naira(amount_kobo) : "",
      naira(balance_kobo),
    ]
      .map(cell)
      .join(","),
  );
  return `Transaction Date,Value Date,Reference,Narration,Debit,Credit,Balance\r\n${rows.join("\r\n")}\r\n`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const printed = (date: string): string =>
  `${date.slice(8)}-${MONTHS[Number(date.slice(5, 7)) - 1]}-${date.slice(0, 4)}`;

const fonts = join(dirname(createRequire(import.meta.url).resolve("pdfmake/package.json")), "fonts", "Roboto");
const loadPrinter = async () => {
  const { default: pdfmake } = await import("pdfmake");
  pdfmake.setFonts({ Roboto: { normal: join(fonts, "Roboto-Regular.ttf"), bold: join(fonts, "Roboto-Medium.ttf") } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));
  return pdfmake;
};
/** Loaded at the first PDF: it was a fifth of what the sandbox loads. */
let printer: ReturnType<typeof loadPrinter> | undefined;

/** The same statement as the bank's PDF: real text, one line for each transaction, dates as 05-Jan-2026. */
export async function statementPdf(
  person: Person,
  account: BankAccount,
  today: string,
  lines: readonly StatementLine[],
): Promise<Buffer> {
  const first = lines[0];
  const opening = first ? first.balance_kobo + (first.type === "debit" ? first.amount_kobo : -first.amount_kobo) : 0;
  const sum = (type: "credit" | "debit"): number =>
    lines.filter((line) => line.type === type).reduce((total, line) => total + line.amount_kobo, 0);
  const right = (text: string) => ({ text, alignment: "right" as const, noWrap: true });
  const document = (await (printer ??= loadPrinter())).createPdf({
    info: { title: `Statement of account ${account.account_number}` },
    pageSize: "A4",
    pageMargins: [32, 36, 32, 36],
    defaultStyle: { fontSize: 7.5 },
    footer: (page: number, pages: number) => ({ text: `Page ${page} of ${pages}`, alignment: "center", fontSize: 7 }),
    content: [
      { text: account.bank_name, fontSize: 15, bold: true },
      { text: "STATEMENT OF ACCOUNT", margin: [0, 2, 0, 8] },
      { text: `Account Name: ${account.account_name}` },
      { text: `Account Number: ${account.account_number}` },
      { text: `Account Type: ${account.account_type}   Currency: NGN` },
      { text: `Period: ${printed(addMonths(today, -STATEMENT_MONTHS))} to ${printed(addDays(today, -1))}` },
      { text: `Address: ${person.address}, ${person.state_of_origin}` },
      {
        text: `Opening Balance: ${grouped(opening)}   Total Debit: ${grouped(sum("debit"))}   Total Credit: ${grouped(sum("credit"))}   Closing Balance: ${grouped(lines.at(-1)?.balance_kobo ?? opening)}`,
        margin: [0, 0, 0, 8],
      },
      {
        layout: "lightHorizontalLines",
        table: {
          headerRows: 1,
          widths: [50, "*", 62, 62, 68],
          body: [
            ["Date", "Narration", right("Debit"), right("Credit"), right("Balance")].map((header) =>
              typeof header === "string" ? { text: header, bold: true } : { ...header, bold: true },
            ),
            ...lines.map(({ date, narration, type, amount_kobo, balance_kobo }) => [
              { text: printed(date), noWrap: true },
              { text: narration, noWrap: true },
              right(type === "debit" ? grouped(amount_kobo) : ""),
              right(type === "credit" ? grouped(amount_kobo) : ""),
              right(grouped(balance_kobo)),
            ]),
          ],
        },
      },
    ],
  });
  return document.getBuffer();
}
