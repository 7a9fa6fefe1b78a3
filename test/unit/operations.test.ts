/** What the papers for those who run Manilla say is checked against what there is: statements, metrics, commands, variables. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFieldEncryption } from "../../apps/api/src/field-encryption.ts";
import { KEYS, rotateMasterKey } from "../../scripts/rotate-master-key.ts";
import { type TestDatabase, createTestDatabase } from "../database.ts";

const repository = join(import.meta.dirname, "../..");
const papers = readdirSync(join(repository, "docs/operations")).map((name) => ({
  name,
  text: readFileSync(join(repository, "docs/operations", name), "utf8"),
}));
const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block = ""]) => block);
const everything = papers.map(({ text }) => text).join("\n");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the papers of operations", () => {
  it("name tables and columns that there are", async () => {
    const statements = papers.flatMap(({ text }) => blocksOf(text, "sql")).flatMap((block) => block.split(";"));
    const queries = statements.map((text) => text.trim()).filter((text) => text.startsWith("select"));
    expect(queries.length).toBeGreaterThan(3);
    for (const query of queries) await database.pool.query(`explain ${query}`);
  });

  it("name scripts and chaos that there are", () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    for (const [, name = ""] of everything.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(name);
    for (const [, file = ""] of everything.matchAll(/node ((?:scripts|bin)\/[\w.-]+)/g))
      expect(existsSync(join(repository, file)), file).toBe(true);
    const run = readFileSync(join(repository, "ops/chaos/run.ts"), "utf8");
    const parts = [...run.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name = ""]) => name);
    for (const [, name = ""] of everything.matchAll(/npm run chaos -- (\w+)/g)) expect(parts).toContain(name);
    const contributing = readFileSync(join(repository, "CONTRIBUTING.md"), "utf8");
    // Without a name it is `kills`.
    for (const name of parts.slice(1)) expect(contributing).toContain(`\`${name}\``);
  });

  it("and the house's paper name files that there are, where they are", () => {
    const [, tree = ""] = /```\n(packages\/contract[\s\S]*?)```/.exec(
      readFileSync(join(repository, "ARCHITECTURE.md"), "utf8"),
    )!;
    const named: string[] = [];
    let root = "";
    for (const line of tree.split("\n")) {
      root = /^(packages\/contract|apps\/api\/src|\S+)/.exec(line)?.[1] ?? root;
      if (root !== "packages/contract" && root !== "apps/api/src") continue;
      const folder = root === "packages/contract" ? "src/" : (/^ {2}(\w+\/) /.exec(line)?.[1] ?? "");
      if (line.startsWith("  modules/")) continue;
      for (const [, file = ""] of line.matchAll(/(?<![\w>*-])([a-z][\w-]*(?:\.gen)?\.ts)\b/g))
        named.push(`${root}/${folder}${file}`);
    }
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
  });

  it("name screens and metrics that there are", () => {
    const routes = readFileSync(join(repository, "docs/routes.json"), "utf8");
    const screens = [...everything.matchAll(/`\/admin(\/[a-z/-]+)`/g)];
    expect(screens.length).toBeGreaterThan(2);
    for (const [, path = ""] of screens) expect(routes).toContain(`"/{accountType}${path}"`);
    const operations = readFileSync(join(repository, "apps/api/src/http/operations.ts"), "utf8");
    for (const [, name = ""] of everything.matchAll(/`(http_\w+?)(?:_bucket|_count)?`/g))
      expect(operations).toContain(`"${name}"`);
  });

  it("name variables that the configuration knows", () => {
    const known = readFileSync(join(repository, "apps/api/src/config.ts"), "utf8");
    const example = readFileSync(join(repository, "deploy/environment.example"), "utf8");
    const names = [...example.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(known).toContain(`${name}:`);
  });
});

describe("the rotation of the master key", () => {
  it("lets what was sealed before be read with the new key only, or changes nothing", async () => {
    const [old, next, index] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const before = createFieldEncryption(old, index);
    const id = uuidv7();
    const data_key = before.createKey(id);
    const sealed = before.encrypt(id, data_key, "bvn", "22212345678");
    // Its pool opens no connection as long as nobody asks it.
    const own = await createTestDatabase();
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    await client.query(
      "insert into users (id, name, last_name, email, data_key) values ($1, 'Ada', 'Obi', 'ada@rotation.example', $2)",
      [id, data_key],
    );
    await client.query("insert into companies (id, name) values ($1, 'Obi Foods')", [id]);
    await client.query("insert into wallets (company_id, data_key) values ($1, $2)", [id, data_key]);
    const { rows: keyed } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.columns where column_name = 'data_key' order by 1",
    );
    expect(keyed.map(({ name }) => name)).toEqual(KEYS.map(([table]) => table).toSorted());
    await expect(rotateMasterKey(own.url, old, next)).rejects.toThrow("stop every process");
    await client.end();
    await expect(rotateMasterKey(own.url, randomBytes(32), next)).rejects.toThrow("authenticate");
    expect(await rotateMasterKey(own.url, old, next)).toBe(2);
    const { rows } = await own.pool.query<{ data_key: Buffer }>(
      "select data_key from users union all select data_key from wallets",
    );
    const after = rows[0]!.data_key;
    for (const row of rows)
      expect(createFieldEncryption(next, index).decrypt(id, row.data_key, "bvn", sealed)).toBe("22212345678");
    expect(() => before.decrypt(id, after, "bvn", sealed)).toThrow("authenticate");
    await own.drop();
  });
});
