import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseAmount, parseDate } from "./cells.ts";
import {
  checkChain,
  parseCamt053,
  parseCsvStatement,
  parseMt940,
  parseOfx,
  parseStatements,
  parsePositionedLines,
  parseStatementLines,
  StatementError,
} from "./index.ts";

const folder = new URL("../../../../../shared/data/statements/", import.meta.url);
if (!existsSync(folder)) console.warn("SKIPPED, LOUDLY: the real statements are not in ../shared/data/statements");
const real = (name: string): string => readFileSync(new URL(name, folder), "utf8");

describe("cells", () => {
  test.each([
    ["1,234.56", 123_456n],
    ["₦1,234", 123_400n],
    ["(1,234.50)", -123_450n],
    ["₦(1,234.50)", -123_450n],
    ["(₦1,234.50)", -123_450n],
    ["NGN (5.00)", -500n],
    ["N(5.00)", -500n],
    ["-12.00", -1_200n],
    ["1,234.56 DR", -123_456n],
    ["NGN 5.00CR", 500n],
    [".50", 50n],
    ["12.345", undefined],
    ["12/01/2026", undefined],
    ["1,23.00", undefined],
    ["", undefined],
  ])("the amount %s is %s kobo", (text, kobo) => {
    expect(parseAmount(text)).toBe(kobo);
  });
  test.each([
    ["31/01/2026", "2026-01-31"],
    ["01-Feb-26", "2026-02-01"],
    ["2026-02-28T10:11:12", "2026-02-28"],
    ["Mar 3, 2026", "2026-03-03"],
    ["31/02/2026", undefined],
    ["1,234.00", undefined],
  ])("the date %s is %s", (text, date) => {
    expect(parseDate(text)).toBe(date);
  });
});

describe("CSV of Nigerian layouts", () => {
  it("reads debit and credit columns under a preamble, with a running balance", () => {
    const statement = parseCsvStatement(
      [
        "GUARANTY BANK PLC",
        'Account Name,"ADA OBI"',
        "Account Number,0123456789",
        "Currency,NGN",
        'Opening Balance,"10,000.00"',
        "",
        "Trans. Date,Value Date,Reference,Debits,Credits,Balance,Remarks",
        '02/01/2026,02/01/2026,A1,"1,500.00",,"8,500.00","POS PURCHASE, SHOPRITE"',
        '25/01/2026,25/01/2026,A2,,"250,000.00","258,500.00",SALARY JAN 2026',
      ].join("\r\n"),
    );
    expect(statement).toMatchObject({
      account_number: "0123456789",
      account_name: "ADA OBI",
      currency: "NGN",
      opening_kobo: 1_000_000n,
      flags: [],
    });
    expect(statement.transactions).toEqual([
      {
        row: 8,
        booked_on: "2026-01-02",
        narration: "POS PURCHASE, SHOPRITE",
        reference: "A1",
        amount_kobo: -150_000n,
        balance_kobo: 850_000n,
      },
      {
        row: 9,
        booked_on: "2026-01-25",
        narration: "SALARY JAN 2026",
        reference: "A2",
        amount_kobo: 25_000_000n,
        balance_kobo: 25_850_000n,
      },
    ]);
  });
  it("reads withdrawals and lodgements, semicolons, and narrations that run over rows", () => {
    const { transactions, flags } = parseCsvStatement(
      "Txn Date;Narration;Withdrawals;Lodgements;Balance\n03-Jan-2026;TRF TO;500.00;;500.00\n;CHIDI OKEKE;;;\n04-Jan-2026;DEPOSIT;;100.00;600.00\n",
    );
    expect(transactions.map((row) => [row.narration, row.amount_kobo])).toEqual([
      ["TRF TO CHIDI OKEKE", -50_000n],
      ["DEPOSIT", 10_000n],
    ]);
    expect(flags).toEqual([]);
  });
  it("reads one amount with a column of directions, newest row first", () => {
    const { transactions, flags } = parseCsvStatement(
      "Date,Description,Type,Amount,Balance After\n2026-01-05 09:00,Airtime,Debit,200.00,800.00\n2026-01-04 08:00,Transfer from Bola,Credit,1000.00,1000.00\n",
    );
    expect(transactions.map((row) => [row.booked_on, row.amount_kobo])).toEqual([
      ["2026-01-04", 100_000n],
      ["2026-01-05", -20_000n],
    ]);
    expect(flags).toEqual([]);
  });
  it("flags the first row that does not add up, once, and goes on from the printed balance", () => {
    const { flags } = parseCsvStatement(
      "Date,Narration,Debit,Credit,Balance\n01/01/2026,A,,100.00,100.00\n02/01/2026,B,,50.00,950.00\n03/01/2026,C,50.00,,900.00\n",
    );
    expect(flags).toEqual([
      {
        row: 3,
        kind: "balance_mismatch",
        message: "Row 3: the balance is 950.00, but the rows before it make 150.00.",
        expected_kobo: 15_000n,
        found_kobo: 95_000n,
      },
    ]);
  });
  it("flags a row that cannot be read instead of leaving it out in silence", () => {
    const { flags, transactions } = parseCsvStatement(
      "Date,Narration,Debit,Credit,Balance\n01/01/2026,A,,100.00,100.00\n02/01/2026,B,,5O.00,150.00\nsoon,C,10.00,,140.00\n",
    );
    expect(transactions).toHaveLength(1);
    expect(flags.map(({ row, kind }) => [row, kind])).toEqual([
      [3, "unreadable_row"],
      [4, "unreadable_row"],
    ]);
  });
  it("flags totals that are not the sums of the rows, and a balance that is carried over wrongly, each at its row", () => {
    const rows = [
      "Date,Narration,Debit,Credit,Balance",
      ",BALANCE B/F,,,1000.00",
      "01/01/2026,A,100.00,,900.00",
      ",BALANCE B/F,,,900.00",
      "02/01/2026,B,,50.00,950.00",
    ];
    expect(parseCsvStatement([...rows, ",TOTALS,100.00,50.00,"].join("\n"))).toMatchObject({
      opening_kobo: 100_000n,
      flags: [],
    });
    expect(parseCsvStatement([...rows, ",TOTALS,100.00,75.00,"].join("\n")).flags).toEqual([
      {
        row: 6,
        kind: "total_mismatch",
        expected_kobo: -5_000n,
        found_kobo: -2_500n,
        message: "Row 6: the totals are 100.00 out and 75.00 in, but the rows make 100.00 and 50.00.",
      },
    ]);
    expect(parseCsvStatement(rows.join("\n").replace("B/F,,,900.00", "B/F,,,990.00")).flags).toMatchObject([
      { row: 4, kind: "balance_mismatch", expected_kobo: 90_000n, found_kobo: 99_000n },
    ]);
  });
  it("reads a wallet's one signed column, and a time on a line of its own", () => {
    const { transactions, flags } = parseCsvStatement(
      "Trans. Time,Description,Debit/Credit(₦),Balance(₦)\n05 Jan 2026,Transfer to,-200.00,800.00\n10:11:12,BOLA ADE,,\n06 Jan 2026 09:00:00,Deposit,+50.00,850.00\n",
    );
    expect(transactions.map((row) => [row.booked_on, row.narration, row.amount_kobo])).toEqual([
      ["2026-01-05", "Transfer to BOLA ADE", -20_000n],
      ["2026-01-06", "Deposit", 5_000n],
    ]);
    expect(flags).toEqual([]);
  });
  it("takes no foot of a page, total or closing remark for a narration", () => {
    const { transactions } = parseCsvStatement(
      "Date,Narration,Debit,Credit,Balance\n01/01/2026,A,,100.00,100.00\n,Page 1 of 2,,,\n,Account Name: ADA,,,\n02/01/2026,B,,50.00,150.00\n,TOTALS,0.00,150.00,\n,Thank you for banking with us,,,\n,Our address,,,\n",
    );
    expect(transactions.map(({ narration }) => narration)).toEqual(["A", "B"]);
  });
  test.each([
    ["nothing", ""],
    ["a letter", "Dear Sir,\nplease find"],
    ["a heading alone", "Date,Narration,Debit,Credit,Balance\n"],
    ["an open quotation mark", 'Date,Narration,Debit,Credit\n01/01/2026,"A,1.00,\n'],
  ])("refuses %s with a message", (_, text) => {
    expect(() => parseCsvStatement(text)).toThrow(StatementError);
  });
  it("never throws anything but a StatementError, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("Date", "Debit", "Credit", "Balance", ",", ";", "\n", '"', "01/01/2026", "1.00", "-", "x"),
          { maxLength: 60 },
        ),
        (pieces) => {
          for (const parse of [
            parseCsvStatement,
            parseMt940,
            parseCamt053,
            (text: string) => parseStatementLines(text.split("\n")),
          ]) {
            try {
              parse(pieces.join(""));
            } catch (error) {
              expect(error).toBeInstanceOf(StatementError);
            }
          }
        },
      ),
    );
  });
});

describe("text lines of a PDF", () => {
  it("takes the direction from the balance", () => {
    const { transactions, flags } = parseStatementLines([
      "ZENITH BANK",
      "Opening Balance: 1,000.00",
      "Date Narration Debit Credit Balance",
      "05/01/2026 POS BUY 12345 LAGOS 200.00 800.00",
      "SECOND LINE",
      "06/01/2026 TRF FROM JOHN 700.00 1,500.00",
      "Page 1 of 1",
    ]);
    expect(transactions.map((row) => [row.row, row.narration, row.amount_kobo])).toEqual([
      [4, "POS BUY 12345 LAGOS SECOND LINE", -20_000n],
      [6, "TRF FROM JOHN", 70_000n],
    ]);
    expect(flags).toEqual([]);
  });
  it("reads columns by the place of their headings", () => {
    const at = (x: number, text: string) => ({ x, width: text.length * 5, text });
    const { transactions } = parsePositionedLines([
      [at(0, "Date"), at(100, "Narration"), at(300, "Debit"), at(400, "Credit"), at(500, "Balance")],
      [at(0, "05/01/2026"), at(100, "ATM"), at(120, "WITHDRAWAL"), at(298, "50.00"), at(500, "50.00")],
      [at(0, "06/01/2026"), at(100, "SALARY"), at(395, "1,000.00"), at(495, "1,050.00")],
    ]);
    expect(transactions.map((row) => [row.narration, row.amount_kobo, row.balance_kobo])).toEqual([
      ["ATM WITHDRAWAL", -5_000n, 5_000n],
      ["SALARY", 100_000n, 105_000n],
    ]);
  });
});

describe("MT940", () => {
  it.skipIf(!existsSync(folder))("reads 31 real daily statements that all balance and follow on each other", () => {
    const statements = parseMt940(real("ASNB__mt940.txt"));
    expect(statements).toHaveLength(31);
    expect(statements.flatMap(({ flags }) => flags)).toEqual([]);
    expect(checkChain(statements)).toEqual([]);
    expect(statements[0]).toMatchObject({
      account_number: "NL81ASNB9999999999",
      currency: "EUR",
      opening_kobo: 44_429n,
      closing_kobo: 37_929n,
    });
    expect(statements[0]?.transactions[0]).toMatchObject({ booked_on: "2020-01-01", amount_kobo: -6_500n });
  });
  const message = (movement: string, closing: string): string =>
    `:20:1\n:25:0123456789\n:28C:1\n:60F:C260101NGN100,00\n${movement}\n:62F:C260102NGN${closing}\n-}`;
  it("takes a reversed credit as money out, and a closing balance that does not fit as a flag", () => {
    const [statement] = parseMt940(message(":61:2601020102RC40,00NTRFREF1//BANK1\n:86:RETURNED TRANSFER", "60,00"));
    expect(statement?.transactions[0]).toMatchObject({
      amount_kobo: -4_000n,
      reference: "REF1",
      narration: "RETURNED TRANSFER",
    });
    expect(statement?.flags).toEqual([]);
    expect(parseMt940(message(":61:260102C40,00NTRFREF1", "60,00"))[0]?.flags[0]).toMatchObject({
      kind: "total_mismatch",
      expected_kobo: 14_000n,
      found_kobo: 6_000n,
    });
  });
  it("takes blanks for no entry date, and the entry date in the year that is nearest", () => {
    const booked = (movement: string): string | undefined =>
      parseMt940(message(movement, "140,00"))[0]?.transactions[0]?.booked_on;
    expect(booked(":61:260102    C40,00NTRFREF1")).toBe("2026-01-02");
    expect(booked(":61:2512310102C40,00NTRFREF1")).toBe("2026-01-02");
    expect(booked(":61:2601021231C40,00NTRFREF1")).toBe("2025-12-31");
    expect(booked(":61:2402290229C40,00NTRFREF1")).toBe("2024-02-29");
  });
  it("reads a message that control bytes frame, and the reference of field 86 across its lines", () => {
    const [statement] = parseMt940(
      `\u0001${message(":61:2601020102C40,00NTRFNONREF//9\n:86:/REF/LN-2026-00000000000000001-A\nBC/NAME/ADA OBI/TEXT/PAY", "140,00")}\u0003`,
    );
    expect(statement?.transactions[0]?.reference).toBe("LN-2026-00000000000000001-ABC");
  });
  it("names the row that cannot be read", () => {
    expect(() => parseMt940(message(":61:261345C40,00NTRFREF1", "60,00"))).toThrow("Row 5");
  });
});

describe("OFX", () => {
  const rows = [
    ["DEBIT", "20260116120000.000[+1:WAT]", "-1500.50", "F2", "REF-2", "FEE &amp; VAT"],
    ["CREDIT", "20260115", "+2000", "F1", "", "ADA OBI"],
  ];
  const sgml = `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NGN
<BANKACCTFROM><BANKID>011<ACCTID>0000014579<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260115<DTEND>20260117
${rows.map(([type, on, amount, id, reference, name]) => `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${on}<TRNAMT>${amount}<FITID>${id}${reference ? `<REFNUM>${reference}` : ""}<NAME>${name}<MEMO>/REF/INSIDE/TEXT/x</STMTTRN>`).join("\n")}
</BANKTRANLIST><LEDGERBAL><BALAMT>10499,50<DTASOF>20260116</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>${sgml
    .slice(sgml.indexOf("<OFX>"))
    .replace(
      /<(CURDEF|BANKID|ACCTID|ACCTTYPE|DTSTART|DTEND|TRNTYPE|DTPOSTED|TRNAMT|FITID|REFNUM|NAME|MEMO|BALAMT|DTASOF)>([^<\r\n]*)/g,
      "<$1>$2</$1>",
    )}`;
  it.each([
    ["SGML", sgml],
    ["XML", xml],
  ])("is read from %s, with its account, its closing balance and its rows in order", (_, text) => {
    expect(parseOfx(text)).toMatchObject([
      {
        account_number: "011/0000014579",
        currency: "NGN",
        from: "2026-01-15",
        to: "2026-01-16",
        opening_kobo: null,
        closing_kobo: 1_049_950n,
        transactions: [
          {
            booked_on: "2026-01-15",
            amount_kobo: 200_000n,
            reference: "INSIDE",
            narration: "ADA OBI /REF/INSIDE/TEXT/x",
          },
          { booked_on: "2026-01-16", amount_kobo: -150_050n, reference: "REF-2" },
        ],
      },
    ]);
    expect(parseStatements(text).format).toBe("ofx");
  });
  it.each([
    ["nothing in it", "<OFX></OFX>", "no bank statement"],
    ["an amount", sgml.replace("-1500.50", "-1,500.50"), "amount"],
    ["a date", sgml.replace("<DTPOSTED>20260115", "<DTPOSTED>20260231"), "date"],
    ["no date", sgml.replace("<DTPOSTED>20260115", ""), "booking date"],
  ])("is refused in words for %s", (_, text, words) => {
    expect(() => parseOfx(text)).toThrow(words);
  });
});

describe("CAMT.053", () => {
  it.skipIf(!existsSync(folder))("reads two real statements that balance and chain", () => {
    const statements = parseCamt053(real("camt053.v2.multi.statement.xml"));
    expect(statements).toHaveLength(2);
    expect(statements.flatMap(({ flags }) => flags)).toEqual([]);
    expect(checkChain(statements)).toEqual([]);
    expect(statements[0]).toMatchObject({
      account_number: "NL26VAYB8060476890",
      opening_kobo: 1_815n,
      closing_kobo: 2_700n,
    });
    expect(statements[0]?.transactions[0]).toMatchObject({ booked_on: "2014-12-31", amount_kobo: 885n });
  });
  test.each([
    ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]><Document/>'],
    ["an unknown entity", "<Document>&a;</Document>"],
    ["an element left open", "<Document><A></Document>"],
    ["too deep a nest", "<a>".repeat(100) + "</a>".repeat(100)],
    ["another document", "<Document><Other/></Document>"],
  ])("refuses %s", (_, text) => {
    expect(() => parseCamt053(text)).toThrow(StatementError);
  });
});
