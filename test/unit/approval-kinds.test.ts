/** Every kind of request that waits for a second person says who and what it is about, and leads to it. */
import { appendFileSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as nouns from "../../apps/api/src/modules/index.ts";
import type { ApprovalKind } from "../../apps/api/src/house/app.ts";
import { unopened } from "../../scripts/opened-approvals.ts";
import { makeScratchFolder } from "../../scripts/scratch.ts";
import { subjectsOf } from "../../apps/web/src/features/platform/approvals/approval-words.ts";

const kinds = Object.values(nouns as Readonly<Record<string, { approvals?: Readonly<Record<string, ApprovalKind>> }>>)
  .flatMap(({ approvals = {} }) => Object.entries(approvals))
  .toSorted(([one], [other]) => one.localeCompare(other));

/** Kinds that show nothing of their own, and where their page says what it is about. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  add_loan_product_version: "before and after of each term",
  create_loan_product: "each term, as asked",
  bypass_identity: "what is bypassed, as asked, of the person in the title",
  take_back_statement: "each line whose posting is mirrored",
};

describe("a kind of request", () => {
  it("whose page no test opens fails the run of all tests", () => {
    const file = `${makeScratchFolder("opened-approvals-test")}/opened.txt`;
    expect(unopened(file, ["waive_charge", "write_off"]), "none was opened").toEqual(["waive_charge", "write_off"]);
    appendFileSync(file, "write_off\nwrite_off\n");
    expect(unopened(file, ["waive_charge", "write_off"])).toEqual(["waive_charge"]);
  });

  it.each(kinds)("%s shows who and what it is about, or its page says it otherwise", (name, kind) => {
    expect(kind.shows !== undefined, "explained once").toBe(!(name in SAID_OTHERWISE));
    if (["charge_off", "write_off", "give_reward"].includes(name)) expect(kind.measures).toBeTypeOf("function");
  });

  it("leads to what it is about, by the ids that it names, and only to pages that are there", () => {
    const routes = JSON.parse(readFileSync("docs/routes.json", "utf8")) as { path: string }[];
    const there = new Set(
      routes.map(({ path }) => path.replace("{accountType}", "admin").replaceAll(/\{\w+\}/g, "{}")),
    );
    const ids = ["bill_id", "case_id", "card_id", "transfer_id", "batch_id", "receipt_id", "import_id", "payout_id"];
    const others = [
      "item_id",
      "loan_id",
      "company_id",
      "user_id",
      "rule_set_id",
      "product_id",
      "application_id",
      "partner",
    ];
    for (const field of [...ids, ...others]) {
      const [first] = subjectsOf("any", { [field]: "{}" });
      expect(there, field).toContain(decodeURIComponent(first?.href ?? field));
    }
    const own = { id: "{}", claim_id: "{}", raise_id: "{}", user_id: "{}" };
    for (const [kind] of kinds)
      for (const { href } of subjectsOf(kind, own)) expect(there, kind).toContain(decodeURIComponent(href));
    expect(subjectsOf("give_up_bill", { bill_id: "b", user_id: "u" }).map(({ words }) => words)).toEqual([
      "Open the bill",
      "Open the person",
    ]);
    expect(subjectsOf("write_off_card_dispute", { id: "d", user_id: "u" })[0]?.href).toBe("/admin/cards/disputes/d");
  });
});
