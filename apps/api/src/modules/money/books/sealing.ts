import { join } from "node:path";
import { prepareLedger, publishToFile, sealBlock } from "@manilla/ledger";
import type { App } from "../../../house/app.ts";
import { queryable } from "../../../db/database.ts";

/** Where the newest head of the hash chain is kept, out of reach of the database's owner. */
export const headFile = (data_folder: string): string => join(data_folder, "ledger-heads.jsonl");

const BLOCKS_AT_ONCE = 20;

/** Seals what has settled since the last second into blocks of the hash chain; goes on at once while there is much. */
export async function sealLedger({ db, config }: Pick<App, "db" | "config">): Promise<void> {
  const publish = publishToFile(headFile(config.DATA_FOLDER));
  for (let block = 0; block < BLOCKS_AT_ONCE; block += 1) {
    const head = await sealBlock(queryable(db), publish);
    if (!head || head.transaction_count < 10_000) return;
  }
}

/** The coming months' parts of the postings, and whether the database was restored elsewhere. */
export const prepare = ({ db }: Pick<App, "db">): Promise<void> => prepareLedger(queryable(db));
