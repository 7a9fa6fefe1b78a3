/** Text from the bytes of banks' files: the letters of the encoding that a file names, and none refused for its encoding. */
import { parseStatements } from "@manilla/credit";
import { describe, expect, it } from "vitest";
import { cellsOf } from "./cells.ts";
import { decodeText, isText } from "./text.ts";

/** "Łódź" in ISO 8859-2: bytes that are no UTF-8. */
const LODZ = [0xa3, 0xf3, 0x64, 0xbc];
const withLodz = (text: string): Buffer => {
  const [before = "", after = ""] = text.split("Łódź");
  return Buffer.concat([Buffer.from(before), Buffer.from(LODZ), Buffer.from(after)]);
};

describe("letters of Central Europe", () => {
  it("are read as they are where the file names its encoding, in XML and in OFX", () => {
    expect(decodeText(withLodz('<?xml version="1.0" encoding="ISO-8859-2"?><Nm>Łódź</Nm>'))).toContain("<Nm>Łódź</Nm>");
    const page = Buffer.concat([
      Buffer.from("OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1250\r\n\r\n<NAME>"),
      Buffer.from([0xa3, 0xf3, 0x64, 0x9f]),
    ]);
    expect(decodeText(page)).toContain("<NAME>Łódź");
  });

  it("refuse no message that names none: its account, days and amounts are whole", () => {
    const message = withLodz(
      ":20:1\n:25:011/0000014579\n:28C:1/1\n:60F:C260101NGN100,00\n:61:2601020102C40,00NTRFREF1\n:86:OD Łódź\n:62F:C260102NGN140,00\n",
    );
    expect(isText(message)).toBe(true);
    expect(parseStatements(decodeText(message)).statements).toMatchObject([
      { account_number: "011/0000014579", closing_kobo: 14_000n, transactions: [{ amount_kobo: 4_000n }] },
    ]);
  });

  it("are read from a spreadsheet's Unicode text, in both orders of its bytes", () => {
    const little = Buffer.from("\uFEFFname\tamount\nAdé\t5\n", "utf16le");
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(isText(bytes)).toBe(true);
      expect(cellsOf(bytes)).toEqual([
        ["name", "amount"],
        ["Adé", "5"],
      ]);
    }
    expect(() => cellsOf(Buffer.from("a,".repeat(30_000)))).toThrow(/a line of more than 20,000 characters/);
  });

  it("make no text of what is none", () => {
    expect(isText(Buffer.from([...LODZ, 0x00, 0x02]))).toBe(false);
  });
});
