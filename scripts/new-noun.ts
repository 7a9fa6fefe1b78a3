/**
 * `npm run new -- <wing>/<nouns>`: plants a noun that works: a list and a call that adds to it, in contract, API and web, with its
 * schema and its test. What it writes is a beginning to be changed; nothing else has to be touched by hand.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WINGS } from "./rooms.ts";

/** Numbers of schema files by wing: tens for the lower wings, up to 99. */
const FIRST_NUMBER: Readonly<Record<string, number>> = {
  platform: 10,
  money: 20,
  people: 30,
  lending: 40,
  companies: 50,
  growth: 60,
  cards: 72,
  payments: 82,
};

/** Every file of the noun, path from the repository's root → text. */
export function filesOf(wing: string, noun: string, number: number): Readonly<Record<string, string>> {
  const name = noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const table = noun.replaceAll("-", "_");
  const one = table.replace(/ies$/, "y").replace(/s$/, "");
  const title = noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll("-", " ");
  return {
    [`packages/contract/src/${wing}/${noun}.ts`]: `/** ${title}. */
import { z } from "zod";
import { list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { moment } from "../time.ts";

export const listAll = list("/admin/${noun}", {
  spec: "added",
  because: "Say why this call exists.",
  summary: "${title}",
  can: ["provider:can_view_users"],
  row: z.object({ id: z.uuid(), name: z.string(), created_at: moment }),
  search: ["name"],
  sorts: ["created_at", "name"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});
export const create = post("/admin/${noun}", {
  spec: "added",
  because: "Say why this call exists.",
  summary: "Add one",
  can: ["provider:can_update_staff"],
  effect: "sends",
  body: form({ name: "required|max:120" }),
  response: z.object({ id: z.uuid() }),
});
`,
    [`apps/api/schema/${number}_${wing}_${table}.sql`]: `-- ${title}.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table ${table} (
  id uuid primary key,
  name text not null,
  created_by uuid references users,
  created_at timestamptz not null default now()
);
create index ${table}_list on ${table} (created_at desc, id desc);
create index ${table}_name on ${table} (name, id);

-- Part 2, made anew after each migration.

select pg_temp.rights('${table}', 'all rows');
`,
    [`apps/api/src/modules/${wing}/${noun}/noun.ts`]: `import * as calls from "@manilla/contract/${wing}/${noun}";
import { uuidv7 } from "uuidv7";
import { defineList } from "../../../db/list.ts";
import type { Handlers } from "../../../house/app.ts";
import { noun } from "../../../house/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";

const list = defineList(calls.listAll, {
  from: "${table} x",
  select: "x.id, x.name, x.created_at",
  id: "x.id",
  search: "folded(x.name)",
});

const handlers: Handlers<typeof calls> = {
  listAll: list,
  create: (context, { body }) =>
    context.once(async (tx) => {
      const id = uuidv7();
      await tx
        .insertInto("${table}")
        .values({ id, name: body.name, created_by: context.session.user_id })
        .execute();
      await recordAudit(tx, context, "${one}_created", ["${one}", id]);
      return { id };
    }),
};

export const ${name} = noun({ calls, handlers });
`,
    [`apps/api/src/modules/${wing}/${noun}/${noun}.test.ts`]: `import * as calls from "@manilla/contract/${wing}/${noun}";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApi, startTestApi } from "../../../../../../test/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe("${title}", () => {
  it("lists what was added", async () => {
    const { token } = await api.person("super_admin");
    const made = await api.call(calls.create, { token, body: { name: "The first" } });
    expect(made.status).toBe(200);
    const page = await api.call(calls.listAll, { token, query: {} });
    expect(JSON.stringify(page.body)).toContain("The first");
  });
});
`,
    [`apps/web/src/features/${wing}/${noun}/screens.ts`]: `import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen } from "../../../shared/screens.ts";

export const screens = [
  listScreen("added", "${noun}", "${title}", calls.${name}.listAll, {
    menu: "Settings ${number}00",
    columns: [
      ["name", { card: "title", width: 220 }],
      ["created_at", { header: "Since", card: "field" }],
    ],
  }),
];
`,
  };
}

/** Writes the files below \`root\` and the noun's line in modules/index.ts. @returns what was written or changed */
export function plantNoun(root: string, path: string): string[] {
  const [wing = "", noun = ""] = path.split("/");
  if (!(WINGS as readonly string[]).includes(wing) || !/^[a-z][a-z-]*s$/.test(noun))
    throw new Error(`Give a wing (${WINGS.join(", ")}) and a noun in the plural: growth/promotions.`);
  const taken = readdirSync(join(root, "apps/api/schema")).map((file) => Number(file.slice(0, 2)));
  let number = FIRST_NUMBER[wing] ?? 70;
  while (taken.includes(number)) number += 1;
  const files = filesOf(wing, noun, number);
  for (const [file, text] of Object.entries(files)) {
    const target = join(root, file);
    if (existsSync(target)) throw new Error(`${file} exists.`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  const index = "apps/api/src/modules/index.ts";
  const name = noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const line = `export { ${name} } from "./${wing}/${noun}/noun.ts";\n`;
  writeFileSync(join(root, index), readFileSync(join(root, index), "utf8") + line);
  return [...Object.keys(files), index].toSorted();
}

if (import.meta.main) {
  const planted = plantNoun(join(import.meta.dirname, ".."), process.argv[2] ?? "");
  console.log(`${planted.join("\n")}\n\nNow: npm run generate.`);
}
