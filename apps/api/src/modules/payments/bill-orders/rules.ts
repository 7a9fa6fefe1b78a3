/** Decisions about bills that are paid together. Pure; kobo. */
import { counted, koboInFile } from "@manilla/contract/formats";
import type { PaymentChannel } from "@manilla/contract/money/payment-channels";
import { guessNetwork, serviceOf } from "@manilla/contract/payments/bill-kinds";
import type { BillOrderKind } from "@manilla/contract/payments/bill-order-kinds";
import { displayPhone, normalisePhone } from "@manilla/contract/phone";

export interface OrderRow {
  service_name: string;
  customer_no: string;
  amount_kobo: bigint;
  fee_kobo: bigint;
  vat_kobo: bigint;
}

/** Price and charges of a row. */
export const totalOfRow = ({ amount_kobo, fee_kobo, vat_kobo }: OrderRow): bigint => amount_kobo + fee_kobo + vat_kobo;

/** Price and charges of all rows. */
export const totalOf = (rows: readonly OrderRow[]): bigint => rows.reduce((sum, row) => sum + totalOfRow(row), 0n);

/** How an order came: a company orders each bill, also a single one that somebody has typed. */
export const channelOf = (company_id: string | null, row_count: number): PaymentChannel =>
  company_id !== null && row_count === 1 ? "online" : "file";

/** What an order is, in words: its one bill, or how many there are. */
export const whatOfRows = (rows: readonly OrderRow[]): string => {
  const [first] = rows;
  return rows.length === 1 && first ? `${first.service_name} for ${first.customer_no}` : counted(rows.length, "bill");
};

/** A row of a list, as far as it can be read without asking anybody. */
export interface TypedRow {
  row: number;
  phone: string;
  service: string | null;
  /** Of airtime. */
  amount_kobo: bigint | null;
  /** Of data: its bundle, as it was typed. */
  bundle: string | null;
  why: string | null;
  note: string | null;
}

/** A spreadsheet takes the zero in front of a number away: it is put back, and said. */
function phoneOf(typed: string): { phone: string | undefined; isMended: boolean } {
  const digits = typed.replaceAll(/[\s\-.()']/g, "");
  const isMended = /^[789][01]\d{8}$/.test(digits);
  const phone = normalisePhone(isMended ? `0${digits}` : digits);
  return { phone: phone && displayPhone(phone).replaceAll(" ", ""), isMended };
}

function readLine(kind: BillOrderKind, line: string, row: number): TypedRow {
  // Where tabs part the cells, a comma is one of an amount.
  const between = ["\t", ";"].find((each) => line.includes(each)) ?? ",";
  const [typed = "", what = "", network = ""] = line.split(between).map((cell) => cell.trim());
  const { phone, isMended } = phoneOf(typed);
  const service = network === "" ? phone && guessNetwork(phone) : serviceOf(kind, network)?.code;
  const amount_kobo = kind === "airtime" ? (koboInFile(what) ?? null) : null;
  const why = !phone
    ? "This is not a Nigerian phone number."
    : !service
      ? network === ""
        ? "Its network is not known. Add it as a third column."
        : "This network is not known."
      : kind === "airtime" && amount_kobo === null
        ? "This is not an amount."
        : kind === "data" && what === ""
          ? "The bundle is missing."
          : null;
  return {
    row,
    phone: phone ?? typed,
    service: service ?? null,
    amount_kobo,
    bundle: kind === "data" ? what : null,
    why,
    note: isMended ? "The zero in front was lost, and is there again." : null,
  };
}

/**
 * The rows of a list that was pasted or read from a file. Empty lines and a line of headings are left out; the same number for the same again is refused.
 * @param most rows that are read; what is beyond is one more row, refused
 */
export function readRows(kind: BillOrderKind, text: string, most: number): TypedRow[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line, index) => line !== "" && !(index === 0 && !/\d/.test(line)));
  const seen = new Set<string>();
  const rows = lines.slice(0, most).map((line, index) => {
    const read = readLine(kind, line, index + 1);
    const same = `${read.phone}|${read.amount_kobo ?? ""}|${(read.bundle ?? "").toLowerCase()}`;
    const isTwice = seen.has(same);
    seen.add(same);
    return isTwice && read.why === null ? { ...read, why: "It is in the list twice." } : read;
  });
  if (lines.length <= most) return rows;
  const beyond = { row: most + 1, phone: "", service: null, amount_kobo: null, bundle: null, note: null };
  return [...rows, { ...beyond, why: `At most ${counted(most, "number")} at once; there are ${lines.length}.` }];
}

const HEADINGS = {
  phone: /^(phone|mobile|gsm|msisdn|number|recipient|beneficiary)/i,
  what: /^(amount|value|price|bundle|plan|data|what)/i,
  network: /^(network|operator|provider|telco|carrier)/i,
} as const;
/** Lines at its top among which its heading is looked for. */
const TOP = 20;
/** A cell as one of a typed row: what separates cells there is taken out. */
const cellOf = (text = ""): string =>
  text
    .replaceAll(/[\t;,]/g, koboInFile(text) === undefined ? " " : "")
    .replaceAll(/\p{Cc}/gu, " ")
    .trim();

/**
 * Rows of a table in the order phone, amount or bundle, network: by its heading, or in this order where there is none.
 * @param formulas lines, from 1, with a cell that is calculated
 * @returns `calculated`: the first such line among them; where each column was found, and under which headings
 */
export function rowsOfTable(
  table: readonly (readonly string[])[],
  formulas: ReadonlySet<number>,
): { rows: string[][]; calculated: number | undefined; places: number[]; headings: readonly string[] } {
  const placesOf = (cells: readonly string[]) =>
    Object.values(HEADINGS).map((heading) => cells.findIndex((cell) => heading.test(cell.trim())));
  const heading = table.slice(0, TOP).findIndex((cells) =>
    placesOf(cells)
      .slice(0, 2)
      .every((at) => at >= 0),
  );
  const places = heading < 0 ? [0, 1, 2] : placesOf(table[heading]!);
  const lines = table
    .map((cells, at) => ({ cells, line: at + 1 }))
    .slice(heading + 1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  return {
    rows: lines.map(({ cells }) => places.map((at) => (at < 0 ? "" : cellOf(cells[at])))),
    calculated: lines.find(({ line }) => formulas.has(line))?.line,
    places: heading < 0 ? [] : places.filter((at) => at >= 0),
    headings: table[heading] ?? [],
  };
}
