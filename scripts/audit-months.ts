/**
 * `npm run audit:months -- list | take-away <2026-08> | bring-back <2026-08>`: months of the audit trail that are away from the database's table. As the owner of
 * the schema; refuses where the chain does not hold before.
 */
import { awayMonths, bringMonthBack, takeMonthAway } from "../apps/api/src/modules/platform/audit/months.ts";
import { verifyAudit } from "../apps/api/src/modules/platform/audit/seal.ts";
import { type Found, onDatabase } from "./find-database.ts";

const [what = "list", month = ""] = process.argv.slice(2);

async function run({ db, folder }: Found): Promise<string> {
  if (what === "list") {
    const away = await awayMonths(db);
    return away.length === 0
      ? "No month is away."
      : away.map((one) => `${one.month}: ${one.record_count} records`).join("\n");
  }
  const { first_bad_sequence } = await verifyAudit(db, folder);
  if (first_bad_sequence !== null) throw new Error(`The audit trail does not hold at block ${first_bad_sequence}.`);
  if (what === "take-away")
    return `${await takeMonthAway(db, month)} records are in the table audit_months.records_${month.replace("-", "_")} now: dump it, then drop it.`;
  if (what === "bring-back") return `${await bringMonthBack(db, month)} records are back.`;
  throw new Error("Say list, take-away <month> or bring-back <month>.");
}

await onDatabase(run, month);
