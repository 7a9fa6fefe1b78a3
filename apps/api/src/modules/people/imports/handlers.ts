import * as calls from "@manilla/contract/people/imports";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { type Cells, createImport, readCsv } from "./index.ts";
import { columnsOf } from "./rows.ts";

type Row = z.output<typeof calls.importRow>;
const SELECT = `
  i.id, i.file_name, i.status, i.total_count, i.created_count + i.already_count + i.refused_count as done_count,
  i.created_count, i.already_count, i.refused_count, i.failure, u.full_name as created_by,
  i.created_at, i.finished_at
`;
const FROM = "imports i left join users u on u.id = i.created_by";

const importList = defineList(calls.listAll, {
  from: FROM,
  rows_of: "imports i",
  select: SELECT,
  id: "i.id",
  search: "folded(i.file_name)",
});

const rowList = defineList(calls.rows, {
  from: "import_rows r left join users u on u.id = r.user_id",
  select: `
    r.import_id || '/' || r.number as id, r.number, r.verdict, coalesce(r.reasons, '[]'::jsonb) as reasons,
    coalesce(r.data ->> 'name', u.full_name) as name, coalesce(r.data ->> 'email', u.email) as email,
    r.user_id
  `,
  id: "r.number",
  id_type: "int",
});

async function findImport({ db }: Context, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where i.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound("This import");
  return rows[0];
}

const textOf = (value: string | number | null): string => (value === null ? "" : String(value));
/** A cell that a spreadsheet would run as a formula gets an apostrophe. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

export const handlers: Handlers<typeof calls> = {
  async createMany(context, { body }) {
    await countAttempt(context.db, `import:${context.session.user_id}`, 60, 3_600);
    if (!context.file && !body.users) throw new InvalidFields({ file: ["a file has to be chosen"] });
    const rows = context.file
      ? await readCsv(context.file.bytes)
      : (body.users ?? []).map((user) =>
          Object.fromEntries(Object.entries(user).map(([name, value]) => [name, textOf(value)])),
        );
    const id = await context.db.transaction().execute(async (tx) => {
      const { id: found, is_new } = await createImport(tx, context, {
        file_name: context.file?.original_name ?? "list",
        rows,
        created_by: context.session.user_id,
      });
      if (is_new) await recordAudit(tx, context, "import_started", ["import", found], { after: { rows: rows.length } });
      return found;
    });
    return { import: await findImport(context, id) };
  },

  listAll: importList,
  find: async (context, { params }) => ({ import: await findImport(context, params.id) }),

  async rows(context, { params }) {
    await findImport(context, params.id);
    return rowList.scoped(sql`r.import_id = ${params.id}`);
  },

  async refused(context, { params }) {
    const { file_name } = await findImport(context, params.id);
    const { rows } = await sql<{ number: number; data: Cells; reasons: string[] | null }>`
      select number, data, reasons
      from import_rows
      where import_id = ${params.id} and verdict = 'refused'
      order by number
    `.execute(context.db);
    const columns = columnsOf(rows.map(({ data }) => data));
    const table = rows.map(({ number, data, reasons }) => [
      String(number),
      ...columns.map((name) => harmless(data[name] ?? "")),
      harmless(reasons?.join("; ") ?? ""),
    ]);
    return {
      name: `refused-${file_name.replace(/\.csv$/i, "")}.csv`,
      media_type: "text/csv; charset=utf-8",
      body: Buffer.from(`\uFEFF${stringify([["row", ...columns, "reasons"], ...table])}`),
    };
  },
};
