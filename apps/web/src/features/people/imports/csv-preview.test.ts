import { expect, test } from "vitest";
import { previewOf } from "./csv-preview.ts";

test("rows are counted without the heading, without empty lines and with line breaks inside quotes", () => {
  expect(previewOf('name,email,phone\nAda,a@x.ng,0803\n\n"B\nC",b@x.ng,0804\n,,\n').rows).toBe(2);
  expect(previewOf("name,email,phone\r\nAda,a@x.ng,0803").rows).toBe(1);
  expect(previewOf("").rows).toBe(0);
});

test("columns are recognised in any case, with a byte order mark and with semicolons", () => {
  expect(previewOf("\uFEFFName;E-mail;PHONE;Salary Day\n")).toMatchObject({
    columns: ["name", "e-mail", "phone", "salary_day"],
    missing: ["email"],
    unknown: ["e-mail"],
  });
});
