/** What reviewers decide about a document (C066, C067). */
import { z } from "zod";
import { action } from "../action.ts";
import { idParams, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { documentAnswer, invalidReasons } from "./document.ts";
import { documentStates } from "./document-states.ts";

const accepts = { can: ["provider:can_accept_user_documents"] } as const;
const own_upload = {
  status: 403,
  words: "You uploaded this document yourself: somebody else decides about it.",
} as const;
/** C066. */
export const confirmMbs = action(documentStates, "confirm", {
  asks: {
    label: "Confirm",
    title: "Is this statement the bank's own?",
    body: "You have compared it with what the bank sent.",
    style: "primary",
    done: "The statement is confirmed.",
    key: "a",
  },
  refuses: { own_upload, not_a_statement: { status: 409, words: "This is not a bank statement.", is_hidden: true } },
  call: post("/admin/personal/users/{id}/documents/confirm-mbs", {
    spec: "C066",
    summary: "Confirm that a statement is the bank's own",
    can: ["provider:can_confirm_user_statements"],
    params: idParams,
    body: form({ document_id: "required", note: "nullable|max:500" }, { document_id: z.uuid() }),
    response: documentAnswer,
  }),
});

const ofPerson = z.strictObject({ id: z.uuid(), docId: z.uuid() });
/** Any kind of document; a bank statement's own confirmation is C066. */
export const accept = action(documentStates, "accept", {
  asks: {
    label: "Accept",
    body: "It is what it says it is, and it is the person's own.",
    shows: ["title", "person"],
    reason: "optional",
    style: "primary",
    done: "Accepted.",
    key: "a",
  },
  refuses: { own_upload },
  call: post("/admin/personal/users/{id}/documents/{docId}/accept", {
    spec: "added",
    because: "Reviewers accept documents; the specification only names them.",
    summary: "Accept a document as genuine",
    ...accepts,
    params: ofPerson,
    body: form({ reason: "nullable|max:500" }),
    response: documentAnswer,
  }),
});
/** Undoes C066 and accepting: for who accepted it, while nothing else has happened to the document. */
export const reopen = action(documentStates, "reopen", {
  refuses: { not_reversible: { status: 409, words: "Somebody else has accepted this document." } },
  call: post("/admin/personal/users/{id}/documents/{docId}/reopen", {
    spec: "added",
    because: "An acceptance by mistake is taken back.",
    summary: "Take back one's own acceptance of a document",
    can: ["provider:can_accept_user_documents", "provider:can_confirm_user_statements"],
    params: ofPerson,
    response: documentAnswer,
  }),
});
/** C067. */
export const invalidate = action(documentStates, "invalidate", {
  call: post("/admin/personal/users/{id}/documents/{docId}/invalidate", {
    spec: "C067",
    summary: "Invalidate a document, with a reason for the person",
    can: ["provider:can_invalidate_user_documents"],
    effect: "sends",
    params: ofPerson,
    body: form(
      { reason: `required|inArray:${invalidReasons.join(",")}`, note: "nullable|max:500" },
      { reason: z.enum(invalidReasons) },
    ),
    response: documentAnswer,
  }),
});
