/** Imports as they are looked at: how far one is, the verdict of each row, and the refused ones as a file. The same for each kind. */
import type * as calls from "@manilla/contract/people/imports";
import { stringify } from "csv-stringify/sync";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { type Cells, columnsOf } from "./rows.ts";

type Row = z.output<typeof calls.importRow>;
const COMMON = `
  i.id, i.file_name, i.status, i.total_count, i.created_count + i.already_count + i.refused_count as done_count,
  i.created_count, i.already_count, i.refused_count, i.failure, u.full_name as created_by,
  i.created_at, i.finished_at
`;
const FROM = "imports i left join users u on u.id = i.created_by";

/** A cell that a spreadsheet would run as a formula gets an apostrophe. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

interface Calls {
  listAll: Pick<typeof calls.listAll, keyof typeof calls.listAll>;
  rows: Pick<typeof calls.rows, keyof typeof calls.rows>;
}
/** What a kind of file shows beside what all show. */
interface Beside {
  /** Columns of the import `i`, and of a row `r` with its person `u`. */
  select?: string;
  select_row?: string;
  from_row?: string;
  /** The order of the columns in the file of refused rows. */
  columns?: readonly string[];
}
interface One {
  params: { id: string };
}

/** The handlers of the imports that a caller sees. @param scope a condition on the row `i` of imports */
export function importHandlers<Found extends Row = Row>(
  { listAll, rows }: Calls,
  scope: (context: Context) => RawBuilder<unknown>,
  { select = "", select_row = "", from_row = "", columns: order }: Beside = {},
) {
  const SELECT = COMMON + select;
  const importList = defineList(listAll, {
    from: FROM,
    rows_of: "imports i",
    select: SELECT,
    id: "i.id",
    search: "folded(i.file_name)",
  });
  const rowList = defineList(rows, {
    from: `import_rows r left join users u on u.id = r.user_id ${from_row}`,
    select: `
      r.import_id || '/' || r.number as id, r.number, r.verdict, coalesce(r.reasons, '[]'::jsonb) as reasons,
      coalesce(r.data ->> 'name', u.full_name) as name, coalesce(r.data ->> 'email', u.email) as email,
      r.user_id ${select_row}
    `,
    id: "r.number",
    id_type: "int",
  });
  const findImport = async (context: Context, id: string): Promise<Found> => {
    const { rows: found } = await sql<Found>`
      select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where i.id = ${id} and ${scope(context)}
    `.execute(context.db);
    if (!found[0]) throw new NotFound("This import");
    return found[0];
  };
  return {
    listAll: (context: Context) => importList.scoped(scope(context)),
    find: async (context: Context, { params }: One) => ({ import: await findImport(context, params.id) }),
    async rows(context: Context, { params }: One) {
      await findImport(context, params.id);
      return rowList.scoped(sql`r.import_id = ${params.id}`);
    },
    async refused(context: Context, { params }: One) {
      const { file_name } = await findImport(context, params.id);
      const { rows: found } = await sql<{ number: number; data: Cells; reasons: string[] | null }>`
        select number, data, reasons
        from import_rows
        where import_id = ${params.id} and verdict = 'refused'
        order by number
      `.execute(context.db);
      const columns = columnsOf(
        found.map(({ data }) => data),
        order,
      );
      const table = found.map(({ number, data, reasons }) => [
        String(number),
        ...columns.map((name) => harmless(data[name] ?? "")),
        harmless(reasons?.join("; ") ?? ""),
      ]);
      return {
        name: `refused-${file_name.replace(/\.(csv|xlsx)$/i, "")}.csv`,
        media_type: "text/csv; charset=utf-8",
        body: Buffer.from(`\uFEFF${stringify([["row", ...columns, "reasons"], ...table])}`),
      };
    },
  };
}
