import * as calls from "@manilla/contract/people/imports";
import { customerColumns } from "@manilla/contract/people/import-columns";
import { sql } from "kysely";
import type { Handlers } from "../../../house/app.ts";
import { InvalidFields } from "../../../errors.ts";
import { readNamedColumns } from "../../../files/named-columns.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { createImport, importHandlers, readCsv, trialOf } from "./index.ts";
import { tryPeople } from "./run.ts";

const textOf = (value: string | number | null): string => (value === null ? "" : String(value));
const reading = importHandlers(calls, () => sql`i.kind = 'users'`);

export const handlers: Handlers<typeof calls> = {
  ...reading,

  async tryMany({ db, file, session }, { body }) {
    await countAttempt(db, `import-trial:${session.user_id}`, 60, 3_600);
    if (!file) throw new InvalidFields({ file: ["a file has to be chosen"] });
    const rows = await readCsv(file.bytes, { named: readNamedColumns(body.columns, customerColumns) });
    return { trial: trialOf(rows, await db.transaction().execute((tx) => tryPeople(tx, rows))) };
  },

  async createMany(context, { body }) {
    await countAttempt(context.db, `import:${context.session.user_id}`, 60, 3_600);
    if (!context.file && !body.users) throw new InvalidFields({ file: ["a file has to be chosen"] });
    const rows = context.file
      ? await readCsv(context.file.bytes, { named: readNamedColumns(body.columns, customerColumns) })
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
    return reading.find(context, { params: { id } });
  },
};
