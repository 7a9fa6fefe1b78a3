/** Many customers at once (C031): a file, a verdict for each row, and nothing twice. */
import { z } from "zod";
import { alike } from "../alike.ts";
import { post } from "../endpoint.ts";
import { moment } from "../time.ts";
import { importReads } from "./import-reads.ts";

const can = { can: ["provider:can_create_users"] } as const;
/** Files of loans wait for a second person first, who may decline. */
export const importStatuses = ["awaiting_approval", "refused", "pending", "running", "done", "failed"] as const;
export const importVerdicts = ["waiting", "created", "already", "refused"] as const;

export const importRow = z.object({
  id: z.uuid(),
  file_name: z.string(),
  status: z.enum(importStatuses),
  ...alike(z.int(), "total_count", "done_count", "created_count", "already_count", "refused_count"),
  failure: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
});

/** A row of a file with its outcome. */
export const verdictRow = z.object({
  id: z.string(),
  number: z.int(),
  verdict: z.enum(importVerdicts),
  reasons: z.array(z.string()),
  name: z.string().nullable(),
  email: z.string().nullable(),
  user_id: z.uuid().nullable(),
});

/** What the file calls our columns, as JSON by our names. */
export const namedColumns = z.string().max(8_000).optional();

/** C031. A CSV file (field `file`) with a heading of name, email, phone and any of the optional columns; salary in naira. Or `{users: [...]}`. */
export const createMany = post("/admin/personal/users/create/many", {
  spec: "C031",
  summary: "Create many customers from a file or a list",
  ...can,
  files: { field: "file", accept: ["csv"], max_bytes: 12 * 1_048_576 },
  body: z.strictObject({
    users: z
      .array(z.record(z.string().max(60), z.union([z.string().max(500), z.number(), z.null()])))
      .min(1)
      .max(2_000)
      .optional(),
    columns: namedColumns,
  }),
  response: z.object({ import: importRow }),
  notes:
    'Columns: name, email, phone, date_of_birth, gender, address, state, employment_status, employer, salary (naira) or salary_kobo, salary_day. `columns` names those that are called otherwise, as JSON: {"phone": "GSM line"}. At most 50,000 rows. The rows are read at once, people are made by a job: follow it at GET /admin/imports/{id}.',
});

/** What an import of a file would do, row by row; nothing is written. */
export const trial = z.object({
  ...alike(z.int(), "total_count", "created_count", "already_count", "refused_count"),
  /** The refused first, then who is here already, then who would be created; at most 200. */
  rows: z.array(verdictRow),
});

export const tryMany = post("/admin/personal/users/create/many/trial", {
  spec: "added",
  because: "Many people are written to at once: each row's verdict is read before.",
  summary: "What an import of a file would do with each row; writes nothing",
  ...can,
  files: createMany.files,
  body: z.strictObject({ columns: namedColumns }),
  response: z.object({ trial }),
});

export const { listAll, find, rows, refused } = importReads({
  path: "/admin/imports",
  ...can,
  of: "people",
  row: importRow,
  line: verdictRow,
  statuses: ["pending", "running", "done", "failed"],
  verdicts: importVerdicts,
});
