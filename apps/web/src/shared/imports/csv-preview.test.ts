import { customerFile } from "@manilla/contract/people/import-columns";
import { expect, test } from "vitest";
import { previewOf, readingOf } from "./csv-preview.ts";

const preview = (text: string) => previewOf(text, customerFile);

test("rows are counted without the heading, without empty lines and with line breaks inside quotes", () => {
  expect(preview('name,email,phone\nAda,a@x.ng,0803\n\n"B\nC",b@x.ng,0804\n,,\n').rows).toBe(2);
  expect(preview("name,email,phone\r\nAda,a@x.ng,0803").rows).toBe(1);
  expect(preview("").rows).toBe(0);
});

test("columns are recognised as the server does: in any case, by other names, with a byte order mark and with semicolons", () => {
  expect(preview("\uFEFFFull name;E-mail;PHONE;Salary Day;GSM line\n")).toMatchObject({
    headings: ["Full name", "E-mail", "PHONE", "Salary Day", "GSM line"],
    missing: [],
    unknown: ["GSM line"],
  });
  expect(preview("First name,Surname,mail,mobile").missing).toEqual([]);
});

test("a heading may hold the delimiter and quotes where it is quoted", () => {
  const { headings } = preview('"Phone, the one on ""WhatsApp""",Name , "Mail"\n0803,Ada,a@x.ng');
  expect(headings).toEqual(['Phone, the one on "WhatsApp"', "Name", "Mail"]);
  expect(preview(",Name,,Mail\n1,Ada,,a@x.ng").headings).toEqual(["Name", "Mail"]);
});

test("what somebody has named is read as that, and another heading that says the same is not", () => {
  const headings = ["Name", "Mail", "Line 1", "Phone"];
  expect(readingOf(headings, customerFile)).toEqual({ missing: [], unknown: ["Line 1"] });
  expect(readingOf(headings, customerFile, { phone: "line 1" })).toEqual({ missing: [], unknown: ["Phone"] });
  expect(readingOf(["A", "B"], customerFile, { name: "A" })).toEqual({ missing: ["email", "phone"], unknown: ["B"] });
});
