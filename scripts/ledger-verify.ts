/**
 * `npm run ledger:verify`: proves the books from the rows alone. Reads `DATABASE_URL`, or the embedded database of the demo: the one that runs,
 * else it starts it for as long as it looks. Ends with 1 when something does not hold.
 */
import { join } from "node:path";
import { readPublishedHead, trialBalance, verifyLedger } from "@manilla/ledger";
import { awayMonths } from "../apps/api/src/modules/platform/audit/months.ts";
import { verifyAudit } from "../apps/api/src/modules/platform/audit/seal.ts";
import { rebuildFromLogs, recordedMonths } from "../apps/api/src/modules/money/books/index.ts";
import { type Found, onDatabase } from "./find-database.ts";

/** In the smallest unit of its currency. */
const money = (currency: string, amount: bigint): string =>
  `${currency === "NGN" ? "₦" : `${currency} `}${(amount / 100n).toLocaleString("en-NG")}.${String(amount % 100n).padStart(2, "0")}`;
const said: string[] = [];
const say = (isSo: boolean, text: string): void => void said.push(`${isSo ? "  ok  " : "FAILED"}  ${text}`);

async function run({ pool, db, folder }: Found): Promise<string> {
  const report = await verifyLedger(pool, await readPublishedHead(join(folder, "ledger-heads.jsonl")));
  const { totals } = await trialBalance(pool);
  said.push(`${report.transactions} transactions, ${report.postings} postings, ${report.blocks} sealed blocks`);
  say(report.sums_zero, "every transaction and every currency sums to zero");
  say(report.balances_match, "balances equal the sum of their postings");
  say(report.floors_kept, "no account is under its floor");
  say(report.keys_unique, "no key and no reversal occurs twice");
  say(
    report.chain_intact,
    `the hash chain is intact${report.first_bad_sequence === null ? "" : ` (first bad block: ${report.first_bad_sequence})`}`,
  );
  for (const { currency, debit_kobo, credit_kobo } of totals)
    say(
      debit_kobo === credit_kobo,
      `trial balance in ${currency}: debit ${money(currency, debit_kobo)}, credit ${money(currency, credit_kobo)}`,
    );
  const audit = await verifyAudit(db, folder);
  say(
    audit.first_bad_sequence === null,
    `the audit trail is intact (${audit.records} records in ${audit.blocks} blocks)${audit.first_bad_sequence === null ? "" : `; first bad block: ${audit.first_bad_sequence}`}`,
  );
  const away = await awayMonths(db);
  for (const { month, record_count, is_intact } of away)
    say(
      is_intact !== false,
      `${month} of the audit trail is taken away: ${record_count} records, ${is_intact === null ? "elsewhere" : "whose table is still here"}`,
    );
  const onRecord = await recordedMonths(db);
  for (const { month, posting_count, is_here } of report.away)
    say(
      onRecord.some((one) => one.month === month && one.is_on_record),
      `${month} of the postings is taken away: ${posting_count} postings, ${is_here ? "whose table is still here" : "elsewhere"}`,
    );
  const rebuilt = await rebuildFromLogs(pool);
  for (const { what, rows, differences } of rebuilt) {
    say(differences.length === 0, `${what}: ${rows} made anew from the log, equal`);
    for (const { id, stored, log_says } of differences)
      said.push(`        ${id}: stored ${stored}, rebuilt ${log_says}`);
  }
  for (const { check, detail } of report.problems) said.push(`        ${check}: ${detail}`);
  process.exitCode =
    report.is_sound &&
    rebuilt.every(({ differences }) => differences.length === 0) &&
    audit.first_bad_sequence === null &&
    away.every(({ is_intact }) => is_intact !== false) &&
    onRecord.every(({ is_on_record }) => is_on_record) &&
    totals.every(({ debit_kobo, credit_kobo }) => debit_kobo === credit_kobo)
      ? 0
      : 1;
  return said.join("\n");
}

await onDatabase(run);
