/** What people read is data: it is written in messages.ts and nowhere else. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const modules = join(import.meta.dirname, "../..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts"], {
  cwd: modules,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !file.endsWith(".test.ts"));

/** The senders: what they send comes from `messages`, from a template or from staff. The daily statistics count those that failed. */
const senders = [
  "companies/staff-imports/deciding.ts",
  "lending/daily-statistics/queries.ts",
  "lending/repayments/close/reminders.ts",
  "people/communications/handing-over.ts",
  "people/communications/sending.ts",
  "platform/notifications/telling.ts",
];
/** A call of one of the senders with a text of its own. */
const OWN_TEXT = /\b(?:notify|notifyRoles|notifyCompany|note|tell|write)\((?:[^;]*?)\b(?:title|subject|text): ["`]/s;

function filesWith(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(join(modules, file), "utf8")));
}

describe("texts to people", () => {
  it("are sent by tell, note and write, and by those who send to thousands", () => {
    expect(filesWith(/"send-(?:mail|sms)"/)).toEqual(senders);
  });

  it("are written in messages.ts", () => {
    expect(filesWith(OWN_TEXT).filter((file) => !file.endsWith("/messages.ts"))).toEqual([]);
  });

  it("would be found inside a handler", () => {
    expect('await notify(tx, { user_id, kind: "loan", title: "Hello" });').toMatch(OWN_TEXT);
    expect("await write(db, context, { mail }, { subject: `Hello`, text });").toMatch(OWN_TEXT);
    expect("await tell(tx, context, user_id, welcome(person));").not.toMatch(OWN_TEXT);
  });
});
