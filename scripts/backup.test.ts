import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openAccount, postMany, prepareLedger } from "@manilla/ledger";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../apps/api/src/db/migrate.ts";
import { backUp, restore } from "./backup.ts";
import { type EmbeddedPostgres, serverUser, startPostgres } from "./postgres.ts";
import { makeScratchFolder } from "./scratch.ts";

const root = makeScratchFolder("manilla-backup");
const folder = join(root, "running");
let postgres: EmbeddedPostgres;
let pool: pg.Pool;

/** Writes until told to stop; the numbers it was told are committed. */
function keepWriting(): { acknowledged: number[]; end(): Promise<void> } {
  const acknowledged: number[] = [];
  let isOver = false;
  const done = (async () => {
    for (let n = 1; !isOver; n += 1) {
      await pool.query("insert into written values ($1, repeat('x', 2000))", [n]);
      acknowledged.push(n);
    }
  })();
  return { acknowledged, end: () => ((isOver = true), done) };
}

beforeAll(async () => {
  const owner = serverUser();
  chmodSync(root, 0o755);
  mkdirSync(join(folder, "files/ab"), { recursive: true });
  if (owner) chownSync(root, owner.uid, owner.gid);
  for (const key of ["master-key", "index-key"]) writeFileSync(join(folder, key), key.repeat(3));
  writeFileSync(join(folder, "files/ab/statement.pdf"), "%PDF a document");
  postgres = await startPostgres({ folder });
  await migrate(postgres.owner_url);
  pool = new pg.Pool({ connectionString: postgres.owner_url, max: 3 });
  // A pool ends before its connections have: the server's farewell to them is nobody's failure.
  pool.on("error", () => undefined);
  await prepareLedger(pool);
  const bank = await openAccount(pool, { code: "bank", name: "Bank", type: "asset", currency: "NGN", hot: true });
  const wallet = await openAccount(pool, { code: "wallet", name: "Wallet", type: "liability", currency: "NGN" });
  await postMany(
    pool,
    Array.from({ length: 40 }, (_, n) => ({
      key: `k${n}`,
      kind: "transfer",
      description: "",
      effective_on: "2026-03-14",
      actor: "test",
      postings: [
        { account: bank.id, amount_kobo: 100n },
        { account: wallet.id, amount_kobo: -100n },
      ],
    })),
  );
  await pool.query("create table written (n int primary key, filler text)");
}, 120_000);

afterAll(async () => {
  await pool.end();
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
});

describe("A backup of the embedded database", () => {
  const backup = join(root, "backup");
  let before: number[] = [];

  it("is taken while others write, and holds no key", async () => {
    const writer = keepWriting();
    while (writer.acknowledged.length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
    before = [...writer.acknowledged];
    const { files } = await backUp({ folder, to: backup });
    await writer.end();
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["postgres/backup_label", "postgres/global/pg_control", "beside/files/ab/statement.pdf"]),
    );
    expect(Object.keys(files).filter((path) => /key|password/.test(path))).toEqual([]);
    const { rows } = await pool.query("select 1 from pg_replication_slots");
    expect(rows).toEqual([]);
  });

  it("brings back everything committed before it, the documents, and books that hold", async () => {
    const restored = join(root, "restored");
    const { is_sound, transactions } = await restore({ from: backup, folder: restored, keys: folder });
    expect({ is_sound, transactions }).toEqual({ is_sound: true, transactions: 40 });
    expect(readFileSync(join(restored, "files/ab/statement.pdf"), "utf8")).toBe("%PDF a document");
    const server = await startPostgres({ folder: restored });
    const client = new pg.Client({ connectionString: server.owner_url });
    await client.connect();
    const { rows } = await client.query<{ n: number }>("select n from written order by n");
    await client.end();
    await server.stop();
    const kept = rows.map(({ n }) => n);
    expect(kept.slice(0, before.length)).toEqual(before);
    expect(kept).toEqual(kept.map((_, index) => index + 1));
  });

  it("is refused over a database that is there, without its keys, and when a byte of it has changed: nothing is left behind", async () => {
    await expect(restore({ from: backup, folder })).rejects.toThrow("holds a database already");
    const other = join(root, "other");
    await expect(restore({ from: backup, folder: other })).rejects.toThrow("master-key, index-key, postgres-password");
    writeFileSync(join(backup, "beside/files/ab/statement.pdf"), "%PDF another document");
    await expect(restore({ from: backup, folder: other, keys: folder })).rejects.toThrow(
      "The backup is damaged: beside/files/ab/statement.pdf",
    );
    expect(existsSync(join(other, "postgres"))).toBe(false);
    await expect(backUp({ folder, to: backup })).rejects.toThrow("is not empty");
    expect(readdirSync(backup)).toContain("manifest.json");
  });
});
