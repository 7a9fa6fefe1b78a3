/** The audit trail reads as a colleague writes: every act, kind of subject and field that the sources write into it, new ones by themselves. */
import { join } from "node:path";
import { actInWords, auditField, subjectInWords } from "@manilla/contract/platform/audit-words";
import { expect, it } from "vitest";
import { changesInWords } from "../../apps/api/src/modules/platform/audit/in-words.ts";
import { writtenAudits } from "../written-audits.ts";

const written = writtenAudits(join(import.meta.dirname, "../../apps/api/src"));

/** What the star of an act is, where only the running code knows it. */
const STARS: Readonly<Record<string, readonly string[]>> = {
  "*_*": ["bvn_verified", "nin_mismatched", "bvn_bypassed", "nin_bypass_removed"],
  "*_revealed": ["bvn", "nin", "account_no"],
  "*_verification_started": ["bvn", "nin"],
  "bank_account_*": ["verified", "refuted"],
  "beneficiary_*_requested": ["create", "change", "remove"],
  "card_dispute_*": ["won", "lost"],
  "loan_*": ["charge_off", "write_off"],
  "profile_*": ["activate", "deactivate", "decline", "mark_uncertain", "pre_approve", "reconsider", "verify"],
  "reconciliation_*": ["match_by_hand", "void"],
  "transfer_batch_rows_*": ["confirm", "drop", "restore"],
};
const acts = [...written.acts.keys()].flatMap(
  (act) => (act.includes("*") ? STARS[act] : [""])?.map((word) => act.replace(/\*(_\*)?/, word)) ?? [act],
);

/** A word that says that something was done. */
const DONE =
  /\b(?!need)(\w+ed|broken|brought|chosen|found|frozen|given|left|let|lost|lowered|made|paid|put|read|said|sent|set|shown|taken|unfrozen|withdrawn|won|written|reset|run|undone)\b/i;
/** What only a program says, as a word of its own. */
const OF_PROGRAMS =
  /[_{}[\]/*<>]|[a-z][A-Z]|\b(ids?|kobo|cents|mccs?|uuid|json|url|slug|enum|bool|null|undefined|tx|str|num|args?|params?|payload|query|digest|table|is|has|may|at)$/;

it("says of each act in a sentence what was done", () => {
  expect(written.acts.size).toBeGreaterThan(300);
  expect(acts.filter((act) => !DONE.test(actInWords(act)) || OF_PROGRAMS.test(actInWords(act)))).toEqual([]);
});

it("calls each kind of subject by a noun, and each field as a reader does", () => {
  expect(written.fields.size).toBeGreaterThan(150);
  const program = (words: string): boolean => OF_PROGRAMS.test(words) || /\d/.test(words) || !/^[A-Z]/.test(words);
  expect([...written.subjects.keys()].filter((subject) => program(subjectInWords(subject)))).toEqual([]);
  const shown = [...written.fields.keys()].filter((field) => field !== "version" && !/(^|_)digest$/.test(field));
  expect(shown.filter((field) => program(auditField(field)))).toEqual([]);
});

it("notices an act, and a field, that read like a program", () => {
  expect(DONE.test(actInWords("reconciliation_settle"))).toBe(false);
  for (const field of ["category_mccs", "shown_at_id", "raw_payload"])
    expect(OF_PROGRAMS.test(auditField(field)), field).toBe(true);
});

it("shows no value of a program: lists by name, shops by what they sell, dollars, filters and orders in words", () => {
  const words = (field: string, value: unknown, names = {}): string | undefined =>
    changesInWords(null, { [field]: value }, names)[0]?.after;
  expect(words("list", "/admin/loans", { "/admin/loans": "Loans" })).toBe("Loans");
  expect(words("list", "/admin/was-there-once")).toBe("a list");
  expect(words("mccs", ["5411", "5999"])).toMatch(/^Groceries \(5411\), .+ \(5999\)$/);
  expect(words("amount_cents", 1_250)).toBe("$12.50");
  expect(words("chain", 0)).toBe("the usual steps");
  expect(words("query", {})).toBe("nothing");
  expect(words("name", "b-bad")).toBe("b-bad");
  expect(words("kind", "disburse_many")).toBe("Payout of loans");
  expect(
    words("query", { filter: '{"past_due_status":"past_due"}', sortColumn: "created_at", sortOrder: "desc" }),
  ).toBe("Filter: Past due status: Past due; Sort column: Created; Sort order: largest or newest first");
});
