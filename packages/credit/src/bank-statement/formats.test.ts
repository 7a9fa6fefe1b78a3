/** What banks send as messages (MT940, camt.053) and how the format of a text is recognised; the samples are written here, field by field. */
import { describe, expect, it, test } from "vitest";
import { checkChain, parseCamt053, parseMt940, parseStatementText, StatementError, withFormulas } from "./index.ts";
import { findAll, parseXml, textAt } from "./xml.ts";

const entry = (amount: string, mark: string, rest: string): string =>
  `<Ntry><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${rest}</Ntry>`;
const booked = (day: string): string => `<BookgDt><Dt>${day}</Dt></BookgDt>`;
const balance = (code: string, amount: string, mark: string, date: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Dt>${date}</Dt></Bal>`;
const ACCOUNT = `<Acct><Id><Othr><Id>0123456789</Id></Othr></Id><Ownr><Nm> ADA  OBI </Nm></Ownr></Acct>`;
const camtStatement = (
  entries: readonly string[],
  { opening = "100.00", closing = "100.00", account = ACCOUNT, first = "OPBD", id = "<Id>S1</Id>" } = {},
): string =>
  `<Stmt>${id}${account}${balance(first, opening, "CRDT", "<Dt>2026-01-01</Dt>")}${balance("CLBD", closing, "CRDT", "<DtTm>2026-01-31T23:00:00+01:00</DtTm>")}${entries.join("\n")}</Stmt>`;
const camt = (...statements: string[]): string =>
  `<?xml version="1.0"?>\n<d:Document xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">\n<!-- sent daily -->\n<BkToCstmrStmt>\n${statements.join("\n")}\n</BkToCstmrStmt></d:Document>`;

describe("camt.053", () => {
  it("reads account, balances and each booked entry with all that tells what it was", () => {
    const text = camt(
      camtStatement(
        [
          entry(
            "1250.5",
            "CRDT",
            `<NtryRef>R1</NtryRef><Sts>BOOK</Sts>${booked("2026-01-05")}<NtryDtls><TxDtls><Refs><EndToEndId>E2E-7</EndToEndId></Refs><RltdPties><Dbtr><Nm>ACME</Nm></Dbtr><Cdtr><Nm>ADA</Nm></Cdtr></RltdPties><RmtInf><Ustrd> SALARY
 JAN </Ustrd></RmtInf><AddtlTxInf>NIP</AddtlTxInf></TxDtls></NtryDtls><AddtlNtryInf>BATCH 1</AddtlNtryInf>`,
          ),
          entry(
            "50.00",
            "DBIT",
            `<NtryRef>R2</NtryRef><Sts><Cd>BOOK</Cd></Sts><ValDt><DtTm>2026-01-06T08:00:00</DtTm></ValDt><AcctSvcrRef>B2</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs></TxDtls></NtryDtls>`,
          ),
          entry("0.500", "DBIT", `${booked("2026-01-07")}<AcctSvcrRef>B3</AcctSvcrRef>`),
          entry("9.00", "DBIT", `<Sts>PDNG</Sts>${booked("2026-01-08")}`),
          entry("8.00", "DBIT", `<Sts><Cd>INFO</Cd></Sts>${booked("2026-01-08")}`),
        ],
        { closing: "1300.00" },
      ),
    );
    expect(parseCamt053(text)).toEqual([
      {
        account_number: "0123456789",
        account_name: "ADA OBI",
        currency: "NGN",
        sequence: "S1",
        from: "2026-01-01",
        to: "2026-01-31",
        opening_kobo: 10_000n,
        closing_kobo: 130_000n,
        transactions: [
          {
            row: 5,
            booked_on: "2026-01-05",
            narration: "SALARY JAN NIP ACME ADA BATCH 1",
            reference: "E2E-7",
            amount_kobo: 125_050n,
            balance_kobo: null,
          },
          { row: 7, booked_on: "2026-01-06", narration: "", reference: "R2", amount_kobo: -5_000n, balance_kobo: null },
          { row: 8, booked_on: "2026-01-07", narration: "", reference: "B3", amount_kobo: -50n, balance_kobo: null },
        ],
        flags: [],
      },
    ]);
  });
  it("takes an IBAN, a name and a currency of the account before other words for them", () => {
    const account = `<Acct><Id><IBAN>NL26VAYB8060476890</IBAN><Othr><Id>1</Id></Othr></Id><Ccy>EUR</Ccy><Nm>FIRST</Nm><Ownr><Nm>SECOND</Nm></Ownr></Acct>`;
    const [statement] = parseCamt053(
      camt(camtStatement([], { account, first: "PRCD", id: "<Id>S1</Id><ElctrncSeqNb>12</ElctrncSeqNb>" })).replaceAll(
        "NGN",
        "EUR",
      ),
    );
    expect(statement).toMatchObject({
      account_number: "NL26VAYB8060476890",
      account_name: "FIRST",
      currency: "EUR",
      sequence: "12",
      opening_kobo: 10_000n,
    });
  });
  it("knows an account that has nothing but its entries", () => {
    const text = camt(camtStatement([], { account: "", id: "" })).replaceAll(' Ccy="NGN"', "");
    expect(parseCamt053(text)[0]).toMatchObject({
      account_number: null,
      account_name: null,
      currency: null,
      sequence: null,
    });
  });
  test.each([
    [
      "an amount that cannot be read",
      entry("1,50", "DBIT", booked("2026-01-05")),
      "Row 5 has an amount that cannot be read.",
    ],
    ["no amount of an entry", entry("", "DBIT", booked("2026-01-05")), "Row 5 has an amount that cannot be read."],
    ["an amount with a word before it", entry("NGN1.50", "DBIT", booked("2026-01-05")), "Row 5 has an amount"],
    ["a day that does not exist", entry("1.50", "DBIT", booked("2026-02-30")), "Row 5 has a date that does not exist."],
    ["no day", entry("1.50", "DBIT", ""), "Row 5 has no booking date."],
  ])("refuses %s", (_, bad, message) => {
    expect(() => parseCamt053(camt(camtStatement([bad])))).toThrow(message);
  });
  it("refuses a statement without an opening or a closing balance, and another document, with its reason", () => {
    const whole = camt(camtStatement([]));
    for (const code of ["OPBD", "CLBD"])
      expect(() => parseCamt053(whole.replace(code, "ITBD"))).toThrow(
        "A statement has no opening or no closing balance.",
      );
    expect(() => parseCamt053(camt())).toThrow("This is no camt.053 bank statement.");
    expect(() => parseCamt053(whole.replaceAll("d:Document", "d:Letter"))).toThrow(
      "This is no camt.053 bank statement.",
    );
  });
});

describe("XML", () => {
  it("reads elements, attributes, text, character data and the entities that XML itself has", () => {
    const document = parseXml(
      `\uFEFF<?xml version="1.0"?><a x:one='1' two = "&quot;2&quot;"><b/><!-- no --><b>&lt;&amp;&gt;&apos;&#65;&#x42;</b><b><![CDATA[<&>]]></b>\n<c>  d\n e </c></a>`,
    );
    expect(document.name).toBe("a");
    expect(document.attributes).toEqual({ one: "1", two: '"2"' });
    expect(findAll(document, "b").map(({ text }) => text)).toEqual(["", "<&>'AB", "<&>"]);
    expect([textAt(document, "c"), textAt(document, "z"), textAt(document, "b")]).toEqual(["d e", null, null]);
    expect(findAll(document, "c")[0]?.row).toBe(2);
  });
  test.each([
    ["<a>\n&bomb;</a>", "Row 1 has an entity that is not allowed."],
    ["<a>&#0;</a>", "an entity that is not allowed"],
    ["<a>&#x110000;</a>", "an entity that is not allowed"],
    ["<a>&toString;</a>", "an entity that is not allowed"],
    ["<a>fish & chips</a>", "an entity that is not allowed"],
    ["<a>\n<b></a>", "Row 2 closes an element that is not open."],
    ["</a>", "Row 1 closes an element that is not open."],
    ["<a/><b/>", "The document is not complete."],
    ["<a>", "The document is not complete."],
    ["", "The document is not complete."],
    ["<a>\n<b x=1/></a>", "Row 2 is not well-formed XML."],
    [`${"<a>".repeat(64)}${"</a>".repeat(64)}`, "The document is nested too deep."],
  ])("%j is refused: %s", (text, message) => {
    expect(() => parseXml(text)).toThrow(StatementError);
    expect(() => parseXml(text)).toThrow(message);
  });
  it("is never longer than its file, whatever entities or document types it holds", () => {
    const references = "&#65;&#x41;&amp;".repeat(5_000);
    expect(parseXml(`<a>${references}</a>`).text).toBe("AA&".repeat(5_000));
    for (const text of [
      '<!DOCTYPE a [<!ENTITY b "bbbbbbbb">]><a>&b;&b;&b;</a>',
      '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
      '<a><!ENTITY b "c"></a>',
    ])
      expect(() => parseXml(text), text).toThrow(/Row 1 is not well-formed XML/);
    expect(parseXml("<__proto__><constructor/></__proto__>").children.map(({ name }) => name)).toEqual(["constructor"]);
  });

  it("takes sixty-three elements one inside the other, and the last character that there is", () => {
    expect(parseXml(`${"<a>".repeat(63)}${"</a>".repeat(63)}`).name).toBe("a");
    expect(parseXml("<a>&#x10ffff;</a>").text).toBe("\u{10ffff}");
  });
});

const swift = (number: number, opening: string, closing: string, ...fields: string[]): string =>
  [`:20:${number}`, ":25: 0123456789 ", `:28C:${number}/1`, `:60F:${opening}`, ...fields, `:62F:${closing}`, "-}"].join(
    "\n",
  );

describe("MT940", () => {
  it("reads every field of a message, also one that goes on over lines", () => {
    const text = `{1:F01BANK}{2:I940}{4:${swift(
      7,
      "D251231NGN50,5",
      "C260102NGN149,",
      ":61:2512301231C200,NTRFREF/1//BANK1\nMORE OF IT",
      ":86:SALARY\n  JAN",
      ":61:260101D0,50NMSCNONREF",
      ":86:FEE",
      ":86:FEE",
      ":61:260102RD1,00FCHG",
      ":61:260102C1,00SABC //X",
    ).replace("149,", "151,00")}`.replaceAll("\n", "\r\n");
    expect(parseMt940(text)).toEqual([
      {
        account_number: "0123456789",
        account_name: null,
        currency: "NGN",
        sequence: "7/1",
        from: "2025-12-31",
        to: "2026-01-02",
        opening_kobo: -5_050n,
        closing_kobo: 15_100n,
        transactions: [
          {
            row: 5,
            booked_on: "2025-12-31",
            narration: "MORE OF IT SALARY JAN",
            reference: "REF/1",
            amount_kobo: 20_000n,
            balance_kobo: null,
          },
          { row: 9, booked_on: "2026-01-01", narration: "FEE", reference: null, amount_kobo: -50n, balance_kobo: null },
          { row: 12, booked_on: "2026-01-02", narration: "", reference: null, amount_kobo: 100n, balance_kobo: null },
          { row: 13, booked_on: "2026-01-02", narration: "", reference: null, amount_kobo: 100n, balance_kobo: null },
        ],
        flags: [],
      },
    ]);
  });
  it("takes the balances of a page where the statement has several", () => {
    const text = swift(1, "C260101NGN1,00", "C260101NGN1,00").replace(":60F:", ":60M:").replace(":62F:", ":62M:");
    expect(parseMt940(text)[0]).toMatchObject({ opening_kobo: 100n, closing_kobo: 100n });
  });
  test.each([
    ["no field 20", ":25:1\n:60F:C260101NGN1,00", "No statement was found: field 20 is missing."],
    ["no balances", ":20:1\n:25:1", "A statement has no opening or no closing balance."],
    ["an opening balance alone", ":20:1\n:60F:C260101NGN1,00", "A statement has no opening or no closing balance."],
    [
      "a balance without a sign",
      swift(1, "260101NGN1,00", "C260101NGN1,00"),
      "Row 4 has a balance that cannot be read.",
    ],
    [
      "an amount without a comma",
      swift(1, "C260101NGN100", "C260101NGN1,00"),
      "Row 4 has an amount that cannot be read.",
    ],
    [
      "a movement without a type",
      swift(1, "C260101NGN1,00", "C260101NGN1,00", ":61:260101C1,00"),
      "Row 5 has a movement that cannot be read.",
    ],
    [
      "a day that does not exist",
      swift(1, "C260230NGN1,00", "C260101NGN1,00"),
      "Row 4 has a date that does not exist.",
    ],
    [
      "an entry day that does not exist",
      swift(1, "C260101NGN1,00", "C260101NGN1,00", ":61:2601010230C1,00NTRFX"),
      "Row 5 has a date",
    ],
  ])("refuses %s", (_, text, message) => {
    expect(() => parseMt940(text)).toThrow(StatementError);
    expect(() => parseMt940(text)).toThrow(message);
  });
});

describe("a text whose format nobody names", () => {
  const first = swift(1, "C260101NGN100,00", "C260101NGN90,00", ":61:260101D10,00NTRFA");
  const second = swift(2, "C260102NGN90,00", "C260102NGN95,00", ":61:260102C5,00NTRFB");
  it("is MT940 by its fields: the statements of an account as one, with the rows of the file", () => {
    const statement = parseStatementText(`${first}\n${second}`);
    expect(statement).toMatchObject({
      account_number: "0123456789",
      from: "2026-01-01",
      to: "2026-01-02",
      opening_kobo: 10_000n,
      closing_kobo: 9_500n,
      flags: [],
    });
    expect(statement.transactions.map(({ row, reference }) => [row, reference])).toEqual([
      [5, "A"],
      [12, "B"],
    ]);
  });
  it("shows a statement that is missing between two at the first row after it", () => {
    const { flags } = parseStatementText(`${first}\n${second.replace("90,00", "80,00").replace("95,00", "85,00")}`);
    expect(flags).toEqual([
      {
        row: 12,
        kind: "balance_mismatch",
        expected_kobo: 9_000n,
        found_kobo: 8_000n,
        message: "Statement 2 does not open with the balance on which the one before it closed.",
      },
    ]);
  });
  it("shows a gap before days without movements at the next row, and where none follows at the first", () => {
    const idle = swift(2, "C260102NGN80,00", "C260102NGN80,00");
    const third = swift(3, "C260103NGN80,00", "C260103NGN85,00", ":61:260103C5,00NTRFC");
    expect(parseStatementText(`${first}\n${idle}\n${third}`).flags.map(({ row }) => row)).toEqual([18]);
    expect(parseStatementText(`${first}\n${idle}`).flags.map(({ row }) => row)).toEqual([1]);
  });
  it("keeps the flags of each statement", () => {
    expect(parseStatementText(`${first.replace("90,00", "91,00")}\n${second}`).flags.map(({ kind }) => kind)).toEqual([
      "total_mismatch",
      "balance_mismatch",
    ]);
  });
  it("is refused with movements of two accounts, and without any", () => {
    expect(() => parseStatementText(`${first}\n${second.replace("0123456789", "0123456780")}`)).toThrow(
      "The file holds statements of several accounts; send one account at a time.",
    );
    expect(() => parseStatementText(swift(1, "C260101NGN1,00", "C260101NGN1,00"))).toThrow(
      "The statement has no transactions.",
    );
  });
  it("is refused where any of its amounts is in another currency than the others", () => {
    const day = booked("2026-01-05");
    const ofx =
      "<OFX><STMTRS><CURDEF>NGN<BANKTRANLIST><STMTTRN><DTPOSTED>20260105<TRNAMT>1.00</STMTTRN></BANKTRANLIST></STMTRS></OFX>";
    for (const text of [
      `${first}\n${second.replaceAll("NGN", "USD")}`,
      first.replace(/(:62[FM]:.*)NGN/, "$1USD"),
      camt(camtStatement([entry("1.00", "CRDT", day), entry("1.00", "DBIT", day).replace("NGN", "USD")])),
      camt(camtStatement([entry("1.00", "CRDT", day)]).replace(/(CLBD.*?)NGN/, "$1USD")),
      ofx.replace("</STMTTRN>", "<CURRENCY><CURRATE>1500<CURSYM>USD</CURRENCY></STMTTRN>"),
      ofx.replace("</OFX>", `${ofx.slice(5, -6).replace("NGN", "EUR")}</OFX>`),
    ])
      expect(() => parseStatementText(text), text).toThrow(/The file names several currencies \(NGN, (USD|EUR)\)/);
    // ORIGCURRENCY only names the currency from which an amount was converted.
    const converted = ofx.replace("</STMTTRN>", "<ORIGCURRENCY><CURSYM>USD</ORIGCURRENCY></STMTTRN>");
    expect(parseStatementText(converted).transactions).toHaveLength(1);
    expect(() =>
      parseStatementText(ofx.replace("<STMTTRN>", "<!--<STMTTRN>").replace("</STMTTRN>", "</STMTTRN>-->")),
    ).toThrow("The statement has no transactions.");
  });
  it("is camt.053 by its first element; entries of one line get numbers of their own", () => {
    const day = booked("2026-01-05");
    const text = camt(camtStatement([entry("1.00", "CRDT", day) + entry("1.00", "DBIT", day)]));
    for (const each of [text, `\uFEFF ${text}`, text.replace(/^.*\n/, "").replaceAll("d:Document", "Document")])
      expect(parseStatementText(each).transactions.map(({ row, amount_kobo }) => [row, amount_kobo])).toEqual([
        [1, 100n],
        [2, -100n],
      ]);
  });
  it("is a table else", () => {
    expect(parseStatementText("Date,Narration,Debit,Credit\n05/01/2026,:60F: A,,1.00\n").transactions).toHaveLength(1);
  });
  it("in another currency is flagged at its first row, before all else", () => {
    const { flags } = parseStatementText(first.replaceAll("NGN", "USD").replace("90,00", "91,00"));
    expect(flags).toMatchObject([
      {
        row: 5,
        kind: "foreign_currency",
        message: "This statement is in USD, not in naira.",
        expected_kobo: null,
        found_kobo: null,
      },
      { kind: "total_mismatch" },
    ]);
  });
  it("with computed cells is flagged at their rows, in order with the other flags", () => {
    const text =
      "Date,Narration,Debit,Credit,Balance\n01/01/2026,A,,1.00,1.00\n02/01/2026,B,,1.00,9.00\n03/01/2026,C,,1.00,10.00";
    expect(withFormulas(parseStatementText(text), [4, 2, 9]).flags).toMatchObject([
      {
        row: 2,
        kind: "formula_cell",
        message: "Row 2 is computed by a formula; a bank prints values.",
        expected_kobo: null,
        found_kobo: null,
      },
      { row: 3, kind: "balance_mismatch" },
      { row: 4, kind: "formula_cell" },
    ]);
  });
});

it("a chain is broken only where both balances are known and differ", () => {
  const [one] = parseMt940(swift(1, "C260101NGN1,00", "C260101NGN1,00"));
  if (!one) throw new Error("no statement");
  expect(checkChain([one, one])).toEqual([]);
  expect(checkChain([{ ...one, closing_kobo: null }, one])).toEqual([]);
  expect(checkChain([one, { ...one, opening_kobo: null }])).toEqual([]);
  expect(checkChain([one, { ...one, opening_kobo: -123_456_700n }])).toEqual([
    {
      row: 2,
      kind: "balance_mismatch",
      expected_kobo: 100n,
      found_kobo: -123_456_700n,
      message: "Row 2: the balance is -1,234,567.00, but the rows before it make 1.00.",
    },
  ]);
});
