import * as calls from "@manilla/contract/companies/staff-imports";
import { employeeColumns } from "@manilla/contract/people/import-columns";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import type { App } from "../../../house/app.ts";
import { InvalidFields } from "../../../errors.ts";
import { readNamedColumns } from "../../../files/named-columns.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { createImport, importHandlers, readCsv, runBatches, trialOf } from "../../people/imports/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { decideStaff, tryStaff } from "./deciding.ts";

const FILES_AN_HOUR = 30;
const reading = importHandlers(calls, ({ session }) => sql`i.company_id = ${session.company_id}`);

const readStaff = (bytes: Buffer, columns: string | undefined) =>
  readCsv(bytes, { most: calls.MAX_STAFF_ROWS, named: readNamedColumns(columns, employeeColumns) });

/** Works a file through to its end; killed and started again, it goes on where it was. */
export const runStaffImport = (app: App, import_id: string): Promise<void> => runBatches(app, import_id, decideStaff);

export const staffImports = noun({
  calls,
  handlers: {
    ...reading,
    async tryMany({ db, file, session }, { body }) {
      await countAttempt(db, `staff-import-trial:${session.user_id}`, FILES_AN_HOUR, 3_600);
      if (!file) throw new InvalidFields({ file: ["a file has to be chosen"] });
      const rows = await readStaff(file.bytes, body.columns);
      const verdicts = await db.transaction().execute((tx) => tryStaff(tx, session.company_id!, rows));
      return { trial: trialOf(rows, verdicts) };
    },
    async createMany(context, { body }) {
      const { db, file, session } = context;
      await countAttempt(db, `staff-import:${session.user_id}`, FILES_AN_HOUR, 3_600);
      if (!file) throw new InvalidFields({ file: ["a file has to be chosen"] });
      const rows = await readStaff(file.bytes, body.columns);
      const { user_id: created_by, company_id } = session;
      const { id, is_new } = await db.transaction().execute(async (tx) => {
        const made = await createImport(tx, context, { file_name: file.original_name, rows, created_by, company_id });
        if (made.is_new)
          await recordAudit(tx, context, "staff_import_started", ["import", made.id], { after: { rows: rows.length } });
        return made;
      });
      return { ...(await reading.find(context, { params: { id } })), is_repeated: !is_new };
    },
  },
  jobs: [(app) => app.queue.work("run-staff-import", ({ import_id }) => runStaffImport(app, import_id))],
});
