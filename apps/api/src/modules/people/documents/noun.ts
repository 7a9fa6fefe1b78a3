import * as calls from "@manilla/contract/people/documents";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeWhere, eraseHistory } from "../../platform/states/index.ts";
import { analyseStatements } from "./index.ts";
import { reviewedDocumentsOf } from "./deciding.ts";
import { handlers } from "./handlers.ts";
import { ofPapers } from "./timeline.ts";

export const documents = noun({
  calls,
  handlers,
  jobs: [analyseStatements],
  timelines: ofPapers,
  person: { documents: reviewedDocumentsOf },
  personal: {
    blanked: {
      document_requests: { note: null },
      document_events: { detail: null },
      documents: { original_name: "deleted", title: "Deleted" },
    },
    deleted: ["statement_analyses"],
    kept: { document_looks: "Which colleague looked, and when." },
    exported: { documents: "type, title, source, status, original_name, created_at" },
    async erase(tx, { user_id }) {
      await sql`
        update document_events
        set actor_name = 'Deleted person'
        where user_id = ${user_id} and actor_id = ${user_id}
      `.execute(tx);
      await eraseHistory(tx, "documents", user_id);
      await changeWhere(tx, {
        noun: "document",
        action: "invalidate",
        where: sql`user_id = ${user_id}`,
        actor: SYSTEM,
      });
      const { rows: files } = await sql<{ name: string }>`
        select storage_name as name
        from documents
        where user_id = ${user_id}
        union all select text_storage_name
        from statement_analyses
        where user_id = ${user_id} and text_storage_name is not null
      `.execute(tx);
      await sql`
        delete from statement_transactions where document_id in (select id from documents where user_id = ${user_id})
      `.execute(tx);
      return files.map(({ name }) => name);
    },
  },
});
