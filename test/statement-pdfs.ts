/** Bank statements as PDFs in the layouts that Nigerian banks and wallets print: invented people and movements, the banks' own columns. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pdfmake from "pdfmake";

export interface Movement {
  /** `yyyy-mm-dd` */
  date: string;
  narration: string;
  /** Money in is positive, money out negative; never 0. */
  kobo: bigint;
}

type Field = "date" | "value_date" | "narration" | "reference" | "debit" | "credit" | "amount" | "balance" | "other";

interface Column {
  heading: string;
  field: Field;
  width: number | "*";
  isRight?: boolean;
}

export interface Layout {
  bank: string;
  columns: readonly Column[];
  date(iso: string, index: number): string;
  amount(kobo: bigint): string;
  /** What an empty money column shows. */
  nothing: string;
  /** Where the balance before the first movement stands. */
  opening: "preamble" | "row" | "row_on_each_page";
  hasTotals: boolean;
  isNewestFirst?: boolean;
  isLandscape?: boolean;
  /** Repeats bank and account above the table on every page. */
  pageHeads?: "left" | "center";
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const parts = (iso: string): [year: string, month: string, day: string] => [
  iso.slice(0, 4),
  iso.slice(5, 7),
  iso.slice(8, 10),
];
const monthName = (iso: string): string => MONTHS[Number(iso.slice(5, 7)) - 1] ?? "";
const slashes = (iso: string): string => parts(iso).toReversed().join("/");
const hyphens = (iso: string): string => `${iso.slice(8)}-${monthName(iso)}-${iso.slice(0, 4)}`;
const short = (iso: string): string => `${iso.slice(8)}-${monthName(iso).toUpperCase()}-${iso.slice(2, 4)}`;
const clock = (index: number): string =>
  `${String(index % 24).padStart(2, "0")}:${String((index * 7) % 60).padStart(2, "0")}:${String((index * 13) % 60).padStart(2, "0")}`;

/** `1,234.56`; negative with a minus. */
function grouped(kobo: bigint): string {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")}.${digits.slice(-2)}`;
}
const naira = (kobo: bigint): string => grouped(kobo).replace(/^-?/, "$&₦");
const signed = (kobo: bigint): string => (kobo < 0n ? grouped(kobo) : `+${grouped(kobo)}`);

const column = (heading: string, field: Field, width: number | "*", isRight = false): Column => ({
  heading,
  field,
  width,
  isRight,
});

export const layouts = {
  gtbank: {
    bank: "Guaranty Trust Bank Limited",
    date: hyphens,
    amount: grouped,
    nothing: "",
    opening: "preamble",
    hasTotals: false,
    isLandscape: true,
    columns: [
      column("Trans. Date", "date", 52),
      column("Value. Date", "value_date", 52),
      column("Reference", "reference", 56),
      column("Debits", "debit", 66, true),
      column("Credits", "credit", 66, true),
      column("Balance", "balance", 70, true),
      column("Originating Branch", "other", 70),
      column("Remarks", "narration", "*"),
    ],
  },
  access: {
    bank: "Access Bank PLC",
    date: short,
    amount: grouped,
    nothing: "-",
    opening: "row",
    hasTotals: false,
    columns: [
      column("Posted Date", "date", 50),
      column("Value Date", "value_date", 50),
      column("Description", "narration", "*"),
      column("Debit", "debit", 62, true),
      column("Credit", "credit", 62, true),
      column("Balance", "balance", 68, true),
    ],
  },
  zenith: {
    bank: "Zenith Bank PLC",
    date: slashes,
    amount: grouped,
    nothing: "0.00",
    opening: "row",
    hasTotals: true,
    pageHeads: "left",
    columns: [
      column("DATE POSTED", "date", 54),
      column("VALUE DATE", "value_date", 54),
      column("DESCRIPTION", "narration", "*"),
      column("DEBIT", "debit", 62, true),
      column("CREDIT", "credit", 62, true),
      column("BALANCE", "balance", 68, true),
    ],
  },
  first_bank: {
    bank: "First Bank of Nigeria Limited",
    date: short,
    amount: grouped,
    nothing: "",
    opening: "row_on_each_page",
    hasTotals: true,
    columns: [
      column("TransDate", "date", 50),
      column("Reference", "reference", 56),
      column("Transaction Details", "narration", "*"),
      column("ValueDate", "value_date", 50),
      column("Deposit", "credit", 62, true),
      column("Withdrawal", "debit", 62, true),
      column("Balance", "balance", 68, true),
    ],
  },
  uba: {
    bank: "United Bank for Africa PLC",
    date: hyphens,
    amount: grouped,
    nothing: "",
    opening: "row",
    hasTotals: true,
    pageHeads: "center",
    columns: [
      column("TRANS DATE", "date", 54),
      column("VALUE DATE", "value_date", 54),
      column("NARRATION", "narration", "*"),
      column("CHQ. NO", "reference", 42),
      column("DEBIT", "debit", 62, true),
      column("CREDIT", "credit", 62, true),
      column("BALANCE", "balance", 68, true),
    ],
  },
  kuda: {
    bank: "Kuda Microfinance Bank",
    date: (iso, index) => `${slashes(iso).slice(0, 6)}${iso.slice(2, 4)}\n${clock(index)}`,
    amount: naira,
    nothing: "",
    opening: "preamble",
    hasTotals: false,
    columns: [
      column("Date/Time", "date", 46),
      column("Money In", "credit", 66, true),
      column("Money out", "debit", 66, true),
      column("Category", "other", 64),
      column("Description", "narration", "*"),
      column("Balance", "balance", 72, true),
    ],
  },
  opay: {
    bank: "OPay Digital Services Limited",
    date: (iso, index) => `${iso.slice(8)} ${monthName(iso)} ${iso.slice(0, 4)} ${clock(index)}`,
    amount: signed,
    nothing: "--",
    opening: "preamble",
    hasTotals: false,
    isNewestFirst: true,
    columns: [
      column("Trans. Time", "date", 86),
      column("Value Date", "value_date", 50),
      column("Description", "narration", "*"),
      column("Debit/Credit(₦)", "amount", 70, true),
      column("Balance(₦)", "balance", 70, true),
      column("Channel", "other", 50),
    ],
  },
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof layouts;
export const layoutNames = Object.keys(layouts) as LayoutName[];

export interface PrintedStatement {
  movements: readonly Movement[];
  opening_kobo: bigint;
  /** Printed instead of the true balance, by the place of the movement. */
  wrongBalances?: ReadonlyMap<number, bigint>;
}

const fonts = join(dirname(createRequire(import.meta.url).resolve("pdfmake/package.json")), "fonts", "Roboto");
let isReady = false;

/** Rows as text, in the order of the columns. */
function rowsOf(layout: Layout, { movements, opening_kobo, wrongBalances }: PrintedStatement): string[][] {
  let balance = opening_kobo;
  const rows = movements.map(({ date, narration, kobo }, index) => {
    balance += kobo;
    const values: Record<Field, string> = {
      date: layout.date(date, index),
      value_date: layout.date(date, index).split("\n")[0]?.slice(0, 11).trim() ?? "",
      narration,
      reference: index % 3 === 0 ? `${index}${date.slice(8)}71` : "",
      other: "Branch",
      debit: kobo < 0n ? layout.amount(-kobo) : layout.nothing,
      credit: kobo > 0n ? layout.amount(kobo) : layout.nothing,
      amount: layout.amount(kobo),
      balance: layout.amount(wrongBalances?.get(index) ?? balance).replace(/^\+/, ""),
    };
    return layout.columns.map(({ field }) => values[field]);
  });
  return layout.isNewestFirst ? rows.toReversed() : rows;
}

const carried = (layout: Layout, words: string, balance: string): string[] =>
  layout.columns.map(({ field }) => (field === "narration" ? words : field === "balance" ? balance : ""));

/** So many movements stand on a page of a layout that carries its balance over. */
const ON_A_PAGE = 18;

function bodyOf(layout: Layout, printed: PrintedStatement): string[][] {
  const { movements, opening_kobo } = printed;
  const rows = rowsOf(layout, printed);
  const body =
    layout.opening === "row"
      ? [carried(layout, "Opening Balance", layout.amount(opening_kobo)), ...rows]
      : layout.opening === "preamble"
        ? rows
        : [];
  if (layout.opening === "row_on_each_page") {
    const at = layout.columns.findIndex(({ field }) => field === "balance");
    for (let start = 0; start < rows.length; start += ON_A_PAGE)
      body.push(
        carried(layout, "BALANCE B/F", start === 0 ? layout.amount(opening_kobo) : (rows[start - 1]?.[at] ?? "")),
        ...rows.slice(start, start + ON_A_PAGE),
      );
  }
  const sum = (isIn: boolean): bigint =>
    movements.reduce((total, { kobo }) => (kobo > 0n === isIn ? total + (isIn ? kobo : -kobo) : total), 0n);
  if (layout.hasTotals)
    body.push(
      layout.columns.map(({ field }) =>
        field === "narration"
          ? "TOTALS"
          : field === "debit"
            ? grouped(sum(false))
            : field === "credit"
              ? grouped(sum(true))
              : "",
      ),
    );
  return body;
}

/** The statement as the bank's PDF. */
export async function printStatement(name: LayoutName, printed: PrintedStatement): Promise<Buffer> {
  const layout: Layout = layouts[name];
  if (!isReady) {
    pdfmake.setFonts({ Roboto: { normal: join(fonts, "Roboto-Regular.ttf"), bold: join(fonts, "Roboto-Medium.ttf") } });
    pdfmake.setUrlAccessPolicy(() => false);
    pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));
    isReady = true;
  }
  const closing = printed.movements.reduce((balance, { kobo }) => balance + kobo, printed.opening_kobo);
  const cell = (text: string, { isRight }: Column, bold = false) => ({
    text,
    bold,
    alignment: isRight ? ("right" as const) : ("left" as const),
  });
  const document = pdfmake.createPdf({
    pageSize: "A4",
    pageOrientation: layout.isLandscape ? "landscape" : "portrait",
    pageMargins: [28, layout.pageHeads ? 64 : 32, 28, 36],
    defaultStyle: { fontSize: 7.5 },
    ...(layout.pageHeads && {
      header: {
        stack: [{ text: layout.bank, bold: true }, { text: "Statement of account 0123456789 of ADA NGOZI OBI" }],
        alignment: layout.pageHeads,
        margin: [28, 20, 28, 0] as [number, number, number, number],
      },
    }),
    footer: (page: number, pages: number) => ({ text: `Page ${page} of ${pages}`, alignment: "center", fontSize: 7 }),
    content: [
      ...(layout.pageHeads ? [] : [{ text: layout.bank, fontSize: 14, bold: true }]),
      { text: "Account Name: ADA NGOZI OBI" },
      { text: "Account Number: 0123456789" },
      { text: "Currency: NGN" },
      ...(layout.opening === "preamble"
        ? [
            { text: `Opening Balance: ${layout.amount(printed.opening_kobo).replace(/^\+/, "")}` },
            {
              text: `Closing Balance: ${layout.amount(printed.wrongBalances?.get(printed.movements.length - 1) ?? closing).replace(/^\+/, "")}`,
            },
          ]
        : []),
      {
        layout: "lightHorizontalLines",
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: layout.columns.map(({ width }) => width),
          body: [
            layout.columns.map((each) => cell(each.heading, each, true)),
            ...bodyOf(layout, printed).map((row) =>
              row.map((text, index) => cell(text, layout.columns[index] ?? column("", "other", 1))),
            ),
          ],
        },
      },
    ],
  } as Parameters<typeof pdfmake.createPdf>[0]);
  return document.getBuffer();
}
