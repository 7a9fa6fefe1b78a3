/** A document: its kinds, its ways in, and how it is shown. */
import { z } from "zod";
import { abilities } from "../action.ts";
import type { FileKind } from "../endpoint.ts";
import { moment } from "../time.ts";
import { documentStates } from "./document-states.ts";

export const documentTypes = ["bank_statement", "work_id", "govt_id", "credit_report", "custom"] as const;
export type DocumentType = (typeof documentTypes)[number];
export const documentSources = [
  "upload",
  "staff",
  "request",
  "mono",
  "mbs",
  "mobile",
  "okra",
  "statement_source_3",
  "ussd",
  "import",
] as const;
/** The closed list that staff choose from. */
export const invalidReasons = [
  "unreadable",
  "wrong_type",
  "not_theirs",
  "out_of_date",
  "incomplete",
  "altered",
  "password_protected",
] as const;

export const documentRow = z.object({
  id: z.uuid(),
  type: z.enum(documentTypes),
  title: z.string(),
  source: z.enum(documentSources),
  status: z.enum(documentStates.states),
  url: z.string(),
  original_name: z.string(),
  media_type: z.string(),
  byte_count: z.int(),
  page_count: z.int().nullable(),
  invalid_reason: z.enum(invalidReasons).nullable(),
  invalid_note: z.string().nullable(),
  /** Of a bank statement: whether it was read. */
  analysis: z.object({ status: z.enum(["pending", "done", "failed"]), failure: z.string().nullable() }).nullable(),
  /** The document that was not accepted and whose place this one takes, and the one that took this one's place. */
  replaces: z.uuid().nullable(),
  replaced_by: z.uuid().nullable(),
  confirmed_at: moment.nullable(),
  confirmed_by_name: z.string().nullable(),
  created_at: moment,
});

/** As its reviewers see it. */
export const reviewedDocument = documentRow.extend({ abilities });
/** What a bank statement may come as: text PDF, CSV, Excel, MT940 (text) and camt.053 (XML); a picture is read by people only. */
export const statementFiles = [
  "pdf",
  "csv",
  "xlsx",
  "txt",
  "xml",
  "png",
  "jpeg",
] as const satisfies readonly FileKind[];

export const documentAnswer = z.object({ document: documentRow });
