/** A company's people from a file: a verdict for each row, nothing twice. */
import { post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { importReads } from "../people/import-reads.ts";
import * as imports from "../people/imports.ts";
import { z } from "zod";

const can = { can: ["company:can_create_staff"] } as const;

/** A row of the file; the manager and the department by how the company calls them. */
export const staffRow = form({
  name: "required|name|max:120",
  email: "required|email|max:200",
  phone: "required|phone",
  position: "nullable|max:80",
  staff_number: "nullable|max:30",
  department: "nullable|max:80",
  manager: "nullable|max:200",
  /** A month's, in naira. */
  salary: "nullable|max:30",
});
export const MAX_STAFF_ROWS = 5_000;

export const createMany = post("/companies/employees/import", {
  spec: "added",
  because: "A company of thousands registers its people from a file.",
  summary: "Register many employees from a CSV file; each gets a link by mail",
  ...can,
  files: { field: "file", accept: ["csv"], max_bytes: 2 * 1_048_576 },
  body: z.strictObject({ columns: imports.namedColumns }),
  response: z.object({
    import: imports.importRow,
    /** Whether the same rows were sent before: then it is that import, and nothing is done again. */
    is_repeated: z.boolean(),
  }),
  notes:
    'Columns in any order: name, email, phone, and any of position, staff_number, department, manager (staff number or e-mail of somebody at work, or of a row above), salary (of a month, in naira). `columns` names those that are called otherwise, as JSON: {"phone": "GSM line"}. At most 5,000 rows. The rows are read at once, people are made by a job: follow it at GET /companies/employees/imports/{id}.',
});

export const tryMany = post("/companies/employees/import/trial", {
  spec: "added",
  because: "Many people are written to at once: each row's verdict is read before.",
  summary: "What a file of employees would do with each row; writes nothing",
  ...can,
  files: createMany.files,
  body: createMany.body,
  response: z.object({ trial: imports.trial }),
});

export const { listAll, find, rows, refused } = importReads({
  path: "/companies/employees/imports",
  ...can,
  of: "employees",
  row: imports.importRow,
  line: imports.verdictRow,
  statuses: ["pending", "running", "done", "failed"],
  verdicts: imports.importVerdicts,
});
