/**
 * `npm run ledger:months -- list | take-away <2026-08> | bring-back <2026-08>`: months of postings that are away from the ledger. As the owner of the schema;
 * refuses where the books do not hold before. Stop the processes first: for as long as it takes to add a month up, nothing is posted.
 */
import { join } from "node:path";
import { readPublishedHead, verifyLedger } from "@manilla/ledger";
import { bringPostingsBack, takePostingsAway } from "../apps/api/src/modules/money/books/index.ts";
import { type Found, onDatabase } from "./find-database.ts";

const [what = "list", month = ""] = process.argv.slice(2);

async function run({ pool, db, folder }: Found): Promise<string> {
  const { problems, away } = await verifyLedger(pool, await readPublishedHead(join(folder, "ledger-heads.jsonl")));
  if (problems[0]) throw new Error(`The books do not hold: ${problems[0].detail}.`);
  if (what === "list")
    return away.length === 0
      ? "No month is away."
      : away.map((one) => `${one.month}: ${one.posting_count} postings`).join("\n");
  if (what === "take-away") {
    const { posting_count, carried_count } = await takePostingsAway(db, month);
    return `${posting_count} postings are in the table ledger_months.postings_${month.replace("-", "_")} now, and ${carried_count} in their place: dump it, then drop it.`;
  }
  if (what === "bring-back") return `${(await bringPostingsBack(db, month)).posting_count} postings are back.`;
  throw new Error("Say list, take-away <month> or bring-back <month>.");
}

await onDatabase(run, month);
