/** What people sent us: own documents (C282, C291–C294), staff's (C060–C069), and the file itself. */
import { z } from "zod";
import { paperRights } from "./papers.ts";
import { alike } from "../alike.ts";
import { documentQueueNames } from "./document-queues.ts";
import { type FileKind, get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { counted, moment } from "../time.ts";
import { documentStates } from "./document-states.ts";
import {
  documentAnswer,
  documentRow,
  documentSources,
  documentTypes,
  invalidReasons,
  reviewedDocument,
  statementFiles,
} from "./document.ts";

export * from "./document.ts";
export * from "./document-decisions.ts";
export * from "./statements.ts";

const MEGABYTE = 1_048_576;
const images = ["pdf", "png", "jpeg"] as const;
/** C282. The address names the person: oneself, or anybody for staff who may. */
export const listOf = get("/staff/documents/{id}", {
  spec: "C282",
  summary: "A person's documents",
  can: ["personal:can_view_personal_profile", paperRights.documents],
  params: idParams,
  response: z.object({ documents: z.array(documentRow) }),
});

/** Who answers complaints opens the papers that came with them, and no others. */
const OPENS = ["personal:can_view_personal_profile", paperRights.download, "provider:can_handle_complaints"] as const;

/** Leads to a link that is good for a moment, for this session and this document only; permission and ownership are checked here and again there. */
export const file = get("/documents/{id}/file", {
  spec: "added",
  because: "A document is read in place, never downloaded by default.",
  summary: "The document itself, shown in place, behind a link of a moment",
  can: OPENS,
  guards: [],
  kind: "file",
  params: idParams,
  // The word in the address tells how a statement came (rules V047 to V052); the answer does not depend on it.
  query: z.strictObject({ kind: z.string().max(40).optional() }),
});

/** Where `file` leads: the bytes. */
export const linkedFile = get("/files/{id}", {
  spec: "added",
  because: "Files leave only behind a signed link of a moment.",
  summary: "The bytes behind a signed link",
  can: OPENS,
  guards: [],
  kind: "file",
  params: idParams,
  // Seconds since 1970, and the seal over document, session, person and that moment.
  query: z.strictObject({
    until: z.coerce.number().int().min(0).max(99_999_999_999),
    seal: z.string().regex(/^[\w-]{43}$/),
  }),
});

const naming = (path: string, spec: string, summary: string) =>
  post(path, {
    spec,
    summary,
    can: ["personal:can_upload_personal_documents"],
    params: idParams,
    // The file was uploaded before (C294 or the onboarding calls); an address outside is refused.
    body: form({ url: "nullable|max:200", document_id: "nullable" }, { document_id: z.uuid().optional() }),
    response: documentAnswer,
  });

/** C291. */
export const nameGovernmentId = naming(
  "/staff/documents/govt_id/{id}",
  "C291",
  "Make an uploaded file one's government id",
);
/** C292. */
export const nameWorkId = naming("/staff/documents/work_id/{id}", "C292", "Make an uploaded file one's work id");
/** C293. */
export const nameBankStatement = naming(
  "/staff/documents/bank_statement/{id}",
  "C293",
  "Make an uploaded file one's bank statement",
);

/** C294. */
export const uploadCustom = post("/personal/documents/custom", {
  spec: "C294",
  summary: "Send any other document",
  can: ["personal:can_upload_personal_documents"],
  files: { field: "document", accept: statementFiles, max_bytes: 10 * MEGABYTE },
  body: form({ title: "required|min:2|max:100", password: "nullable|max:100" }, { password: z.string().optional() }),
  response: documentAnswer,
});

const staffUpload = (kind: string, spec: string, accept: readonly FileKind[]) =>
  post(`/admin/personal/users/{id}/documents/${kind}`, {
    spec,
    summary: `Add a ${kind.replace("-", " ")} for a person`,
    can: ["provider:can_upload_user_documents"],
    params: idParams,
    files: { field: "document", accept, max_bytes: 10 * MEGABYTE },
    body: form({ title: "nullable|min:2|max:100", password: "nullable|max:100" }, { password: z.string().optional() }),
    response: documentAnswer,
  });

/** C060. */
export const staffBankStatement = staffUpload("bank-statement", "C060", statementFiles);
/** C061. */
export const staffGovernmentId = staffUpload("govt-id", "C061", images);
/** C062. */
export const staffWorkId = staffUpload("work-id", "C062", images);
/** C063. */
export const staffCreditReport = staffUpload("credit-report", "C063", images);
/** C064. */
export const staffCustom = staffUpload("custom", "C064", statementFiles);

/** C065. The link needs no sign-in, works for some days and for this request only. */
export const request = post("/admin/personal/users/{id}/documents/request", {
  spec: "C065",
  summary: "Ask a person for documents by a mailed link",
  once_within_seconds: 10,
  can: ["provider:can_upload_user_documents"],
  effect: "sends",
  params: idParams,
  body: form({ types: "required", note: "nullable|max:500" }, { types: z.array(z.enum(documentTypes)).min(1).max(5) }),
  response: z.object({ request_id: z.uuid(), expires_at: moment }),
});

/** R100 to R103: one declaration. */
export const listAll = list("/admin/personal/documents/{queue}", {
  spec: "added",
  because: "Reviewers work through documents in queues.",
  summary: "Documents of all customers: all, new ones, rejected ones, those of people who ask for a loan",
  can: [paperRights.documents],
  params: z.strictObject({ queue: z.enum(documentQueueNames) }),
  row: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    type: z.enum(documentTypes),
    title: z.string(),
    source: z.enum(documentSources),
    status: z.enum(documentStates.states),
    original_name: z.string(),
    page_count: z.int().nullable(),
    invalid_reason: z.enum(invalidReasons).nullable(),
    analysis_status: z.enum(["pending", "done", "failed"]).nullable(),
    is_resubmission: z.boolean(),
    loan_reference: z.string().nullable(),
    created_at: moment,
    /** An underwriter sent the case here and waits. */
    is_waited_for: z.boolean(),
    /** The newest look, and who of us has looked, newest first. */
    looked_at: moment.nullable(),
    looked_by: z.array(z.string()),
  }),
  search: ["name", "email", "phone"],
  sorts: ["created_at", "type", "looked_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
  filters: {
    type: { kind: "choice", label: "Kind", options: documentTypes },
    status: { kind: "choice", options: documentStates.states },
    is_looked_at: { kind: "boolean", label: "Looked at" },
    is_waited_for: { kind: "boolean", label: "An underwriter waits" },
    source: { kind: "choice", options: documentSources },
    invalid_reason: { kind: "choice", label: "Reason", options: invalidReasons },
  },
});

export const queueCounts = get("/admin/personal/documents/queues", {
  spec: "added",
  because: "The sidebar shows how much waits in each queue.",
  summary: "Counts of documents to review in each queue",
  can: [paperRights.documents],
  response: z.object({
    ...counted,
    queues: z.array(z.object({ queue: z.enum(documentQueueNames), count: z.int(), is_more: z.boolean() })),
  }),
});

/** One document with its person, as a document processor has it before them. */
export const find = get("/admin/documents/{id}", {
  spec: "added",
  because: "The reviewer's page of one document.",
  summary: "One document with its person and who has looked at it",
  can: [paperRights.documents],
  params: idParams,
  response: z.object({
    document: reviewedDocument,
    /** Why the reader may not see the paper itself; then they do not decide about it either. */
    withheld: z.string().nullable(),
    person: z.object({
      id: z.uuid(),
      ...alike(z.string(), "name", "last_name", "status", "profile_status"),
      employer: z.string().nullable(),
      loan_reference: z.string().nullable(),
    }),
    looks: z.array(z.object({ name: z.string(), first_at: moment, last_at: moment })),
  }),
});

/** C069. */
export const events = get("/admin/personal/users/documents-event/{id}", {
  spec: "C069",
  summary: "What happened to a person's documents",
  can: [paperRights.documents],
  params: idParams,
  response: z.object({
    events: z.array(
      z.object({
        id: z.uuid(),
        document_id: z.uuid().nullable(),
        event: z.string(),
        actor_name: z.string(),
        detail: z.string().nullable(),
        happened_at: moment,
      }),
    ),
  }),
});

const tokenParams = z.strictObject({ token: z.string().regex(/^[\w-]{20,100}$/) });

/** For the page of R013. Says no more of the person than their first name. */
export const requested = get("/upload-documents/token/{token}", {
  spec: "added",
  because: "The public page behind a document request (R013).",
  summary: "What a document request asks for",
  can: "public",
  params: tokenParams,
  response: z.object({
    name: z.string(),
    types: z.array(z.enum(documentTypes)),
    note: z.string().nullable(),
    received: z.array(z.enum(documentTypes)),
    expires_at: moment,
  }),
});

export const uploadRequested = post("/upload-documents/token/{token}/{type}", {
  spec: "added",
  because: "As requested: the upload itself.",
  summary: "Send one of the documents that were asked for",
  can: "public",
  params: z.strictObject({ token: tokenParams.shape.token, type: z.enum(documentTypes) }),
  files: { field: "document", accept: statementFiles, max_bytes: 10 * MEGABYTE },
  body: form({ password: "nullable|max:100" }, { password: z.string().optional() }),
  response: z.object({ received: z.array(z.enum(documentTypes)), is_done: z.boolean() }),
});
