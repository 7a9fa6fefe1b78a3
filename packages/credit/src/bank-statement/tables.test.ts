/** Tables and lines of statements, cell by cell: each way in which a bank prints a fact, and what is no such fact. */
import { describe, expect, it, test } from "vitest";
import { checkRunningBalance, checkTotals, inOrderOfTime } from "./balance.ts";
import { leadingDate, parseAmount, parseDate } from "./cells.ts";
import { parseCsvStatement, splitCsv } from "./csv.ts";
import { parsePositionedLines, parseStatementLines, parseStatementTable, StatementError } from "./index.ts";
import { readHeader, readPreamble } from "./table.ts";
import type { StatementTransaction } from "./types.ts";

describe("cells", () => {
  test.each([
    ["'5.00'", 500n],
    ['"5.00', 500n],
    ["5.00'", 500n],
    ["5'00", undefined],
    ["₦ 5.00", 500n],
    ["-₦5.00", -500n],
    ["₦-5.00", -500n],
    ["+N5", 500n],
    ["n5", 500n],
    ["#5.5", 550n],
    ["n", undefined],
    ["nx", undefined],
    ["5.00-", -500n],
    ["5.00+", 500n],
    ["5.00Dr.", -500n],
    ["5.00 cr.", 500n],
    ["dr5", undefined],
    ["(5.00", undefined],
    ["5.00)", undefined],
    ["1,234,567.8", 123_456_780n],
    ["1234,567", undefined],
    ["x5", undefined],
    ["5x", undefined],
    ["-", undefined],
    ["5.", undefined],
    ["5\u00a0000.00", 500_000n],
  ])("the amount %s is %s kobo", (text, kobo) => {
    expect(parseAmount(text)).toBe(kobo);
  });
  test.each([
    [" 2026/1/5 ", "2026-01-05"],
    ["2026.01.05", "2026-01-05"],
    ["2026-01-051", undefined],
    ["5.1.26", "2026-01-05"],
    ["5-1-2026", "2026-01-05"],
    ["05/01/202", undefined],
    ["5 January, 2026", "2026-01-05"],
    ["05JAN2026", "2026-01-05"],
    ["5/Jan/26", "2026-01-05"],
    ["5 Foo 2026", undefined],
    ["January 5 2026", "2026-01-05"],
    ["Dec. 31, 2026", "2026-12-31"],
    ["Jan 5, 20267", undefined],
    ["05/01/2026 9:30", "2026-01-05"],
    ["05/01/2026, 09:30:15.123 PM", "2026-01-05"],
    ["2026-01-05T09:30:15Z", "2026-01-05"],
    ["2026-01-05T09:30:15 +01:00", "2026-01-05"],
    ["2026-01-05T09:30-0100", "2026-01-05"],
    ["05/01/2026 09:3", undefined],
    ["05/01/2026 noon", undefined],
    ["05/01/2026 09:30 xm", undefined],
    ["05/01/2026 09:30 today", undefined],
    ["paid 05/01/2026", undefined],
  ])("the date %s is %s", (text, date) => {
    expect(parseDate(text)).toBe(date);
  });
  it("a date leaves what follows it", () => {
    expect(leadingDate("  05/01/2026 POS 12.00 ")).toEqual({ date: "2026-01-05", rest: " POS 12.00" });
    expect(leadingDate("Jan 5, 2026 POS")).toEqual({ date: "2026-01-05", rest: " POS" });
    expect(leadingDate("POS 05/01/2026")).toBeUndefined();
  });
});

describe("delimited text", () => {
  it("keeps quotes that are doubled, and delimiters and line ends inside quotes", () => {
    expect(splitCsv('a,"b ""c"", d"\r\n "x\ny" ,z"w,', ",")).toEqual([
      ["a", 'b "c", d'],
      ["x\ny ", 'z"w', ""],
    ]);
  });
  it("ends with its last row, with a line end or without", () => {
    expect(splitCsv("a\nb", ",")).toEqual([["a"], ["b"]]);
    expect(splitCsv("a\nb\n", ",")).toEqual([["a"], ["b"]]);
    expect(splitCsv("a\n,", ",")).toEqual([["a"], ["", ""]]);
    expect(splitCsv("", ",")).toEqual([]);
  });
  it("says at which row a quote is opened that never closes", () => {
    const error = (() => {
      try {
        return splitCsv('a\n"b', ",");
      } catch (thrown) {
        return thrown as StatementError;
      }
    })();
    expect(error).toMatchObject({
      name: "StatementError",
      message: "A quotation mark is opened and never closed.",
      row: 2,
    });
  });
  test.each([",", ";", "\t", "|"])("is recognised by its heading: %j", (delimiter) => {
    const rows = [
      ["Date", '"Narration"', "Debit", "Credit"],
      ["05/01/2026", "A", "", "1.00"],
    ];
    const text = `\uFEFF${rows.map((row) => row.join(delimiter)).join("\n")}`;
    expect(parseCsvStatement(text)).toMatchObject({
      from: "2026-01-05",
      to: "2026-01-05",
      transactions: [{ row: 2, amount_kobo: 100n }],
      account_number: null,
    });
  });
  it("without a heading, or with nothing under it, is refused with the reason", () => {
    expect(() => parseCsvStatement("Date;Money\n")).toThrow(
      "No heading with a date and amounts was found: is this a bank statement?",
    );
    expect(() => parseStatementTable([["Dear Sir"]])).toThrow(
      "No heading with a date and amounts was found: is this a bank statement?",
    );
    expect(() => parseStatementTable([["Date", "Debit", "Credit"]])).toThrow(
      "The statement has a heading but no transactions.",
    );
  });
});

describe("a heading", () => {
  test.each<[string[], object | undefined]>([
    [
      ["Trans. Date", "Value Date", "Narration", "Ref No.", "Withdrawal (NGN)", "Deposit (₦)", "Balance NGN"],
      { date: 0, value_date: 1, narration: 2, reference: 3, debit: 4, credit: 5, balance: 6 },
    ],
    [["Value Date", "Money Out", "Money In"], { value_date: 0, date: 0, debit: 1, credit: 2 }],
    [["DATE", "AMOUNT", "CR/DR", "DETAILS"], { date: 0, amount: 1, direction: 2, narration: 3 }],
    [["Date", "Amount", "Date", "Amount"], { date: 0, amount: 1 }],
    [["Date", "Debit/Credit"], { date: 0, amount: 1 }],
    [["Date", "Credit / Debit", "Debit", "Credit"], { date: 0, direction: 1, debit: 2, credit: 3 }],
    [["Date", "Debit/Credit", "Amount"], { date: 0, direction: 1, amount: 2 }],
    [["Date", "Type", "Narration"], undefined],
    [["Date", "Debit"], undefined],
    [["Date", "Credit"], undefined],
    [["Debit", "Credit"], undefined],
    [["Amount"], undefined],
    [
      ["Posting Date", "Chq No", "Particulars", "Lodgements", "Paid Out"],
      { date: 0, reference: 1, narration: 2, credit: 3, debit: 4 },
    ],
  ])("%j", (cells, columns) => {
    expect(readHeader(cells)).toEqual(columns);
  });
});

describe("the lines above a table", () => {
  const nothing = { account_number: null, account_name: null, currency: null, opening_kobo: null, closing_kobo: null };
  test.each<[string, object]>([
    ["Account Number : 0123456789", { account_number: "0123456789" }],
    ["ACCOUNT NO.0123456789", { account_number: "0123456789" }],
    ["Account No 0123456789", { account_number: "0123456789" }],
    ["Account#0123456789", { account_number: "0123456789" }],
    ["account num - 0123456789", { account_number: "0123456789" }],
    ["AccountNumber:0123456789", { account_number: "0123456789" }],
    ["Account Number: 012345678", {}],
    ["Account Number: 01234567890", {}],
    ["Account Number x 0123456789", {}],
    ["Account Name : ADA OBI", { account_name: "ADA OBI" }],
    ["CustomerName:ADA OBI  Lagos", { account_name: "ADA OBI" }],
    ["Customer Name - ADA OBI Branch IKEJA", { account_name: "ADA OBI" }],
    ["Account Name ADA OBI Currency:USD", { account_name: "ADA OBI", currency: "USD" }],
    ["Account Name: ADA OBICURRENCY", { account_name: "ADA OBI" }],
    ["Currency : Naira", { currency: "NGN" }],
    ["currency-usd", { currency: "USD" }],
    ["Currency EUR", { currency: "EUR" }],
    ["Currency: NAIRAS", {}],
    ["Opening Balance : NGN 1,234.56 CR", { opening_kobo: 123_456n }],
    ["Opening Balance:(1,234.5)", { opening_kobo: -123_450n }],
    ["Opening Balance 7 DR", { opening_kobo: -700n }],
    ["opening balance:-7.00", { opening_kobo: -700n }],
    ["Balance B/F 12.50", { opening_kobo: 1_250n }],
    ["Balance BFWD: 12.50", { opening_kobo: 1_250n }],
    ["Balance b/fwd 12.50CR", { opening_kobo: 1_250n }],
    ["Brought Forward - NGN12", { opening_kobo: 1_200n }],
    ["Opening Balance: none", {}],
    ["Closing Balance : NGN 1,234.56 CR", { closing_kobo: 123_456n }],
    ["Closing Balance:(1,234.5)", { closing_kobo: -123_450n }],
    ["Closing Balance 7 DR", { closing_kobo: -700n }],
    ["closing balance:-7.00", { closing_kobo: -700n }],
    ["Closing Balance - NGN12", { closing_kobo: 1_200n }],
    ["Closing Balance12.50", { closing_kobo: 1_250n }],
    ["Closing Balance: none", {}],
  ])("%s", (line, facts) => {
    expect(readPreamble([[line]])).toEqual({ ...nothing, ...facts });
  });
  it("is read over the cells of a row, the first of each fact wins", () => {
    expect(
      readPreamble([
        [" Account Number ", "", " 0123456789 "],
        ["Account Number", "9999999999"],
        ["Opening Balance", "1.00"],
        ["Opening Balance", "2.00"],
        ["Closing Balance", "3.00"],
        ["Closing Balance", "4.00"],
      ]),
    ).toEqual({ ...nothing, account_number: "0123456789", opening_kobo: 100n, closing_kobo: 300n });
  });
});

const HEAD = ["Date", "Narration", "Reference", "Debit", "Credit", "Balance"];
const table = (...rows: string[][]) => parseStatementTable([HEAD, ...rows]);
const moved = (rows: readonly StatementTransaction[]) =>
  rows.map(({ narration, amount_kobo }) => [narration, amount_kobo]);

describe("rows of a table", () => {
  it("are read by their cells, without the blanks around them", () => {
    expect(
      table(
        [" 05/01/2026 ", "  POS   SHOP ", " R1 ", " 5.00 ", " - ", " 95.00 "],
        ["06/01/2026", "B", "", "NIL", "7.00", ""],
      ).transactions,
    ).toEqual([
      {
        row: 2,
        booked_on: "2026-01-05",
        narration: "POS SHOP",
        reference: "R1",
        amount_kobo: -500n,
        balance_kobo: 9_500n,
      },
      { row: 3, booked_on: "2026-01-06", narration: "B", reference: null, amount_kobo: 700n, balance_kobo: null },
    ]);
  });
  it("with both sides move the difference, with a sign the magnitude, with neither nothing", () => {
    const { transactions, flags } = table(
      ["05/01/2026", "A", "", "5.00", "7.00", ""],
      ["05/01/2026", "B", "", "-5.00", "", ""],
      ["05/01/2026", "C", "", "", "0.00", ""],
      ["05/01/2026", "D", "", "", "(2.00)", ""],
    );
    expect(moved(transactions)).toEqual([
      ["A", 200n],
      ["B", -500n],
      ["D", 200n],
    ]);
    expect(flags).toEqual([]);
  });
  it("take the value date where the date is empty, and say which rows cannot be read", () => {
    const { transactions, flags } = parseStatementTable([
      ["Value Date", "Date", "Narration", "Debit", "Credit"],
      ["05/01/2026", "", "A", "", "1.00"],
      ["", "06/01/2026", "B", "x", ""],
      ["", "later", "C", "1.00", ""],
      ["", "", "closing", "1.00", ""],
    ]);
    expect(transactions.map(({ booked_on }) => booked_on)).toEqual(["2026-01-05"]);
    expect(flags).toEqual([
      {
        row: 3,
        kind: "unreadable_row",
        message: "Row 3 has an amount that cannot be read.",
        expected_kobo: null,
        found_kobo: null,
      },
      {
        row: 4,
        kind: "unreadable_row",
        message: "Row 4 has an amount but no date that can be read.",
        expected_kobo: null,
        found_kobo: null,
      },
    ]);
  });
  test.each([
    ["Debit", -100n],
    ["DR", -100n],
    ["out", -100n],
    ["withdrawal", -100n],
    [" Credit ", 100n],
    ["cr", 100n],
    ["IN", 100n],
    ["deposit", -100n],
    ["", -100n],
  ])("with the direction %j move -1.00 by %i kobo", (direction, kobo) => {
    const { transactions } = parseStatementTable([
      ["Date", "Type", "Amount"],
      ["05/01/2026", direction, "-1.00"],
    ]);
    expect(transactions.map(({ amount_kobo }) => amount_kobo)).toEqual([kobo]);
  });
  it("say that an amount in one column cannot be read", () => {
    expect(
      parseStatementTable([
        ["Date", "Amount"],
        ["05/01/2026", "1.00"],
        ["06/01/2026", "x"],
        ["07/01/2026", ""],
      ]).flags.map(({ row }) => row),
    ).toEqual([3]);
  });
  it("without a date carry on the narration before, as long as nothing else comes between", () => {
    const { transactions } = table(
      ["05/01/2026", "TRF", "", "5.00", "", ""],
      ["", "TO BOLA", "", "", "", ""],
      ["10:11:12 PM", "ADE", "", "", "", ""],
      ["Lagos", "IGNORED", "", "", "", ""],
      ["", "  ", "", "", "", ""],
      ["", "Page 1", "", "", "", ""],
      ["", "FOOT", "", "", "", ""],
      ["06/01/2026", "", "", "5.00", "", ""],
      ["", "ONLY LATER", "", "", "", ""],
      ["", "Grand Total:", "", "", "", ""],
      ["", "AFTER THE TOTAL", "", "", "", ""],
    );
    expect(transactions.map(({ narration }) => narration)).toEqual(["TRF TO BOLA ADE", "ONLY LATER"]);
  });
  it("of headings that come again on each page are left out, also with another row number", () => {
    const { transactions, flags } = parseStatementTable(
      [
        ["05/12/2025", "above", "", "9.00", "", ""],
        HEAD,
        ["05/01/2026", "A", "", "5.00", "", ""],
        HEAD,
        ["06/01/2026", "B", "", "5.00", "", ""],
      ],
      11,
    );
    expect(transactions.map(({ row, narration }) => [row, narration])).toEqual([
      [13, "A"],
      [15, "B"],
    ]);
    expect(flags).toEqual([]);
  });
  it("are found by a heading in the first eighty rows only", () => {
    const blank = (count: number): string[][] => Array.from({ length: count }, () => [""]);
    const row = ["05/01/2026", "A", "", "5.00", "", ""];
    expect(parseStatementTable([...blank(79), HEAD, row]).transactions).toHaveLength(1);
    expect(() => parseStatementTable([...blank(80), HEAD, row])).toThrow(StatementError);
  });
  it("take facts from above the heading and from the last twelve rows, none from between", () => {
    const rows = Array.from({ length: 20 }, (_, index) => [
      "05/01/2026",
      index === 2 ? "CLOSING BALANCE 9.00" : "A",
      "",
      "5.00",
      "",
      "",
    ]);
    expect(parseStatementTable([["Account Number: 0123456789"], HEAD, ...rows]).closing_kobo).toBeNull();
    expect(
      parseStatementTable([["Account Number: 0123456789"], HEAD, ...rows, ["Closing Balance: 8.00"]]),
    ).toMatchObject({ account_number: "0123456789", closing_kobo: 800n, flags: [] });
  });
  it("with a wrong closing balance are flagged at the last row, in order of the rows", () => {
    const { flags } = table(
      ["05/01/2026", "A", "", "", "5.00", "5.00"],
      ["soon", "B", "", "", "1.00", ""],
      ["06/01/2026", "C", "", "", "5.00", "11.00"],
      ["Closing Balance: 12.00"],
    );
    expect(flags.map(({ row, kind, message }) => [row, kind, message])).toEqual([
      [3, "unreadable_row", "Row 3 has an amount but no date that can be read."],
      [4, "balance_mismatch", "Row 4: the balance is 11.00, but the rows before it make 10.00."],
      [4, "total_mismatch", "Row 4: the balance is 12.00, but the rows before it make 11.00."],
    ]);
  });
  it("check a balance that is carried over, but not in a file that runs backwards", () => {
    const carried = ["", "Brought forward", "", "", "", "95.00"];
    const flagsOf = (...rows: string[][]) => table(...rows).flags.map(({ row }) => row);
    expect(
      flagsOf(["05/01/2026", "A", "", "5.00", "", "94.00"], ["", "Balance B/F", "", "", "", "99.00"], carried),
    ).toEqual([4]);
    expect(flagsOf(["05/01/2026", "A", "", "5.00", "", ""], ["", "Balance B/F", "", "", "", "94.00"], carried)).toEqual(
      [],
    );
    expect(
      flagsOf(
        ["06/01/2026", "B", "", "5.00", "", "90.00"],
        ["05/01/2026", "A", "", "5.00", "", "95.00"],
        ["", "Balance B/F", "", "", "", "1.00"],
        carried,
      ),
    ).toEqual([3]);
    expect(table(["05/01/2026", "Opening balance", "", "", "5.00", "5.00"]).transactions).toHaveLength(1);
  });
  it("check one row of totals, none of several pages, and none that has one side only", () => {
    const row = ["05/01/2026", "A", "", "5.00", "", ""];
    const flagsOf = (...rows: string[][]) => table(row, ...rows).flags.map(({ kind }) => kind);
    expect(flagsOf(["Total", "", "", "4.00", "0.00", ""])).toEqual(["total_mismatch"]);
    expect(flagsOf(["", "Grand totals:", "", "-5.00", "0.00", ""])).toEqual([]);
    expect(flagsOf(["", "Totals", "", "4.00", "0.00", ""], ["", "Totals", "", "9.00", "0.00", ""])).toEqual([]);
    expect(flagsOf(["", "Totals", "", "4.00", "", ""])).toEqual([]);
    expect(flagsOf(["", "Totals of the page", "", "4.00", "0.00", ""])).toEqual([]);
  });
});

const movement = (
  row: number,
  booked_on: string,
  amount_kobo: bigint,
  balance_kobo: bigint | null,
): StatementTransaction => ({ row, booked_on, narration: "", reference: null, amount_kobo, balance_kobo });

describe("balances", () => {
  it("are checked from the opening to the closing one, across rows that print none", () => {
    const rows = [
      movement(2, "2026-01-01", 500n, 1_500n),
      movement(3, "2026-01-02", -200n, null),
      movement(4, "2026-01-03", 100n, 1_400n),
    ];
    expect(checkRunningBalance(rows, 1_000n, 1_400n)).toEqual([]);
    expect(checkRunningBalance(rows, null, null)).toEqual([]);
    expect(
      checkRunningBalance(rows, 900n, 1_300n).map(({ row, kind, expected_kobo, found_kobo }) => [
        row,
        kind,
        expected_kobo,
        found_kobo,
      ]),
    ).toEqual([
      [2, "balance_mismatch", 1_400n, 1_500n],
      [4, "total_mismatch", 1_400n, 1_300n],
    ]);
    expect(checkRunningBalance([], 1n, 2n).map(({ row }) => row)).toEqual([0]);
    expect(checkRunningBalance([], null, 2n)).toEqual([]);
    expect(checkRunningBalance([movement(2, "2026-01-01", 5n, null)], null, 2n)).toEqual([]);
  });
  it("name amounts with thousands, kobo and sign", () => {
    const message = (kobo: bigint): string =>
      checkRunningBalance([movement(1, "2026-01-01", 0n, kobo)], 0n, null)[0]?.message ?? "";
    expect([123_456_789n, -5n, 99n, 100_000n].map(message)).toEqual(
      ["1,234,567.89", "-0.05", "0.99", "1,000.00"].map(
        (text) => `Row 1: the balance is ${text}, but the rows before it make 0.00.`,
      ),
    );
  });
  it("agree with totals that count money taken back on either side", () => {
    const rows = [movement(1, "2026-01-01", 500n, null), movement(2, "2026-01-01", -200n, null)];
    expect(checkTotals(rows, { row: 9, out: 200n, into: 500n })).toEqual([]);
    expect(checkTotals(rows, { row: 9, out: 100n, into: 400n })).toEqual([]);
    expect(checkTotals(rows, { row: 9, out: 200n, into: 400n })).toMatchObject([
      {
        row: 9,
        expected_kobo: 300n,
        found_kobo: 200n,
        message: "Row 9: the totals are 2.00 out and 4.00 in, but the rows make 2.00 and 5.00.",
      },
    ]);
  });
  it("tell which way round rows of one day run, dates tell it before them", () => {
    const rows = [
      movement(1, "2026-01-01", 100n, 100n),
      movement(2, "2026-01-01", 50n, 150n),
      movement(3, "2026-01-01", -30n, 120n),
    ];
    const numbers = (each: StatementTransaction[]) => inOrderOfTime(each).map(({ row }) => row);
    expect(numbers(rows)).toEqual([1, 2, 3]);
    expect(numbers(rows.toReversed())).toEqual([1, 2, 3]);
    expect(numbers([])).toEqual([]);
    expect(numbers(rows.map((row) => ({ ...row, balance_kobo: null })))).toEqual([1, 2, 3]);
    const dated = (first: string, last: string) =>
      rows.map((row, index) => ({ ...row, booked_on: [first, first, last][index] ?? "" }));
    expect(numbers(dated("2026-01-02", "2026-01-01"))).toEqual([3, 2, 1]);
    expect(numbers(dated("2026-01-01", "2026-01-02").map((row) => ({ ...row, balance_kobo: null })))).toEqual([
      1, 2, 3,
    ]);
  });
});

describe("plain lines", () => {
  const lines = (...rows: string[]) => parseStatementLines(rows);
  it("end with debit, credit and balance; with a movement and a balance; or with a movement alone", () => {
    const { transactions, flags, opening_kobo, closing_kobo, from, to } = lines(
      "Account Number: 0123456789",
      "Opening Balance: 100.00",
      "Date  Narration  Debit  Credit  Balance",
      "05/01/2026 05/01/2026 10:15 POS   SHOP 5.00 - 95.00",
      "05/01/2026 09:00:01 SALARY - 1,000.00 1,095.00",
      "06/01/2026 ATM 9 LAGOS 95.00 1,000.00",
      "07/01/2026 SMS CHARGE (50.00)",
      "08/01/2026 TRANSFER FROM BOLA NGN 20.00 CR",
      "09/01/2026 AIRTIME",
      "MTN 30.00",
      "VTU",
      "",
      "Total 1.00",
      "Closing Balance: 940.00",
    );
    expect(moved(transactions)).toEqual([
      ["POS SHOP", -500n],
      ["SALARY", 100_000n],
      ["ATM 9 LAGOS", -9_500n],
      ["SMS CHARGE", -5_000n],
      ["TRANSFER FROM BOLA", 2_000n],
      ["AIRTIME MTN VTU", -3_000n],
    ]);
    expect(transactions.map(({ row, balance_kobo }) => [row, balance_kobo])).toEqual([
      [4, 9_500n],
      [5, 109_500n],
      [6, 100_000n],
      [7, null],
      [8, null],
      [9, null],
    ]);
    expect(opening_kobo).toBe(10_000n);
    expect(closing_kobo).toBe(94_000n);
    expect(from).toBe("2026-01-05");
    expect(to).toBe("2026-01-09");
    expect(flags).toEqual([]);
  });
  it("without a direction are flagged, and those after a balance take theirs from it", () => {
    const { transactions, flags } = lines(
      "05/01/2026 CHEQUE 5.00",
      "06/01/2026 CHEQUE 5.00 95.00",
      "07/01/2026 CHEQUE 4.00 99.00",
      "08/01/2026 CREDIT CHARGE 3.00",
      "09/01/2026 CHEQUE 2.00 94.00",
    );
    expect(moved(transactions)).toEqual([["CHEQUE", 400n]]);
    expect(flags).toEqual(
      [1, 2, 4, 5].map((row, index) => ({
        row,
        kind: "direction_unknown",
        message: `Row ${row}: it cannot be told whether money came in or went out.`,
        expected_kobo: null,
        found_kobo: [500n, 500n, 300n, 200n][index],
      })),
    );
  });
  it("run backwards where the first is the newest, and open with what is brought forward", () => {
    const { transactions, opening_kobo, flags } = lines(
      "07/01/2026 B 5.00 110.00",
      "06/01/2026 A 5.00 105.00",
      "05/01/2026 Balance B/F 100.00",
      "noise",
    );
    expect(moved(transactions)).toEqual([
      ["A", 500n],
      ["B", 500n],
    ]);
    expect(opening_kobo).toBe(10_000n);
    expect(flags).toEqual([]);
  });
  it.each([
    ["05/01/2026 9:05:33 06/01/2026 A 5.00 95.00", "A"],
    ["05/01/2026 10:15 06/01/2026 A 5.00 95.00", "A"],
    ["05/01/2026 06/01/2026 10:15 A 5.00 95.00", "A"],
    ["05/01/2026 10:15:59 A 5.00 95.00", "A"],
    ["05/01/2026 A 10:15 B 5.00 95.00", "A 10:15 B"],
    ["05/01/2026 A 06/01/2026 5.00 95.00", "A 06/01/2026"],
    ["05/01/2026 A 1.00 2.00 3.00 4.00", "A 1.00"],
  ])("%s is the narration %s", (line, narration) => {
    expect(lines("Opening Balance: 100.00", line).transactions[0]?.narration).toBe(narration);
  });
  it("go on with words that only look like a closing remark, and not with one", () => {
    const after = (line: string) =>
      lines("Opening Balance: 9.00", "05/01/2026 POS 5.00", line).transactions[0]?.narration;
    expect(["SUM TOTAL X", "  Total X ", "closing balance", "MY PAGE", "page", "pages", " "].map(after)).toEqual([
      "POS SUM TOTAL X",
      "POS",
      "POS",
      "POS MY PAGE",
      "POS",
      "POS pages",
      "POS",
    ]);
  });
  it("take their direction from the balance before, also where a line prints none, and by words where it did not change", () => {
    const { transactions, flags } = lines(
      "Opening Balance: 100.00",
      "05/01/2026 SALARY 50.00",
      "06/01/2026 CHEQUE 20.00 130.00",
      "07/01/2026 SALARY 5.00 130.00",
      "08/01/2026 CHEQUE - 130.00",
      "09/01/2026 CHEQUE 7.00 137.00",
    );
    expect(moved(transactions)).toEqual([
      ["SALARY", 5_000n],
      ["CHEQUE", -2_000n],
      ["SALARY", 500n],
      ["CHEQUE", 700n],
    ]);
    expect(flags.map(({ row, kind, found_kobo }) => [row, kind, found_kobo])).toEqual([
      [4, "balance_mismatch", 13_000n],
      [5, "direction_unknown", null],
    ]);
  });
  it("without movements are refused with the reason", () => {
    expect(() => lines("05/01/2026 nothing")).toThrow(
      "No lines with a date and amounts were found: is this a bank statement?",
    );
    expect(() => lines("Date  Narration  Debit  Credit")).toThrow("The statement has a heading but no transactions.");
    expect(() => lines("Date\tDebit\tCredit")).toThrow("The statement has a heading but no transactions.");
  });
});

describe("positioned words", () => {
  const at = (x: number, text: string) => ({ x, width: text.length * 5, text });
  const heading = [at(0, "Date"), at(100, "Narration"), at(300, "Debit"), at(400, "Credit"), at(500, "Balance")];
  it("go to the heading that they overlap, else to the nearest on either side", () => {
    const { transactions } = parsePositionedLines([
      heading,
      [at(0, "05/01/2026"), at(100, "POS"), at(190, "SHOP"), at(326, "5.00"), at(490, "95.00"), at(600, "  ")],
      [at(0, "06/01/2026"), at(60, "SALARY"), at(376, "1.00"), at(560, "96.00")],
    ]);
    expect(
      transactions.map(({ row, narration, amount_kobo, balance_kobo }) => [row, narration, amount_kobo, balance_kobo]),
    ).toEqual([
      [2, "POS SHOP", -500n, 9_500n],
      [3, "SALARY", 100n, 9_600n],
    ]);
  });
  it("of the foot and the head of a page carry on no narration, and rows keep their numbers", () => {
    const { transactions, flags } = parsePositionedLines([
      [at(0, "FIRST BANK")],
      heading,
      [at(0, "05/01/2026"), at(100, "TRF"), at(300, "5.00"), at(500, "95.00")],
      [at(100, "TO BOLA")],
      [at(100, "Page 1")],
      [at(100, "1 of 2")],
      [at(100, " FIRST BANK ")],
      heading,
      [at(0, "06/01/2026"), at(100, "B"), at(300, "5.00"), at(500, "90.00")],
    ]);
    expect(transactions.map(({ row, narration }) => [row, narration])).toEqual([
      [3, "TRF TO BOLA"],
      [9, "B"],
    ]);
    expect(flags).toEqual([]);
  });
  const page = (...foot: string[]): string | undefined =>
    parsePositionedLines([
      [at(0, "FIRST"), at(40, "BANK")],
      heading,
      [at(0, "05/01/2026"), at(100, "TRF"), at(300, "5.00"), at(500, "95.00")],
      ...foot.map((text) => [at(100, text)]),
      heading,
      [at(0, "06/01/2026"), at(100, "B"), at(300, "5.00"), at(500, "90.00")],
    ]).transactions[0]?.narration;
  it.each([
    ["FIRST BANK"],
    ["1 of 2"],
    ["12/34"],
    ["12 / 34"],
    ["3of10"],
    ["3  OF  10"],
    ["Page3"],
    ["PAGE  12 of 20"],
  ])("%s is the foot or the head of a page", (foot) => {
    expect(page("TO BOLA", foot)).toBe("TRF TO BOLA");
    expect(page(foot)).toBe("TRF");
    expect(page("FIRST BANK", foot)).toBe("TRF");
  });
  it.each(["1 of 2 BAGS", "X 1 of 2", "REPAGE1", "a of b", "1 of x", "PAGE x"])("%s is a narration", (text) => {
    expect(page(text)).toBe(`TRF ${text}`);
  });
  it("above a heading are a head only as far as nothing else comes between, and ten lines at most", () => {
    expect(page("FIRST BANK", "TO BOLA")).toBe("TRF FIRST BANK TO BOLA");
    expect(page(...Array<string>(10).fill("FIRST BANK"))).toBe("TRF");
    expect(page(...Array<string>(11).fill("FIRST BANK"))).toBe("TRF FIRST BANK");
  });
  it("belong where the gap is smallest, however wide the heading is", () => {
    const { transactions } = parsePositionedLines([
      heading,
      [at(0, "05/01/2026"), at(145, "A"), at(215, "B"), at(225, "5.00"), at(395, "7.00")],
    ]);
    expect(moved(transactions)).toEqual([["A B", 200n]]);
  });
  it("without a heading are read as lines", () => {
    expect(
      moved(parsePositionedLines([[at(0, "05/01/2026"), at(100, "SALARY"), at(200, "5.00")]]).transactions),
    ).toEqual([["SALARY", 500n]]);
  });
});
