import type { Tone } from "@manilla/contract/badges";
import type { Answer } from "../api/call.ts";
import type { calls } from "../api/calls.gen.ts";

export type Document = Answer<typeof calls.documents.find>["document"];

/** Whose document it is, as far as a viewer has to know. */
export interface Owner {
  id: string;
  name: string;
}

export const typeNames: Record<Document["type"], string> = {
  bank_statement: "Bank statement",
  work_id: "Work id",
  govt_id: "Government id",
  credit_report: "Credit report",
  custom: "Other document",
};

export const documentTypes = Object.keys(typeNames) as Document["type"][];

export const documentTones: Record<Document["status"], Tone> = {
  received: "info",
  confirmed: "success",
  invalidated: "danger",
};

/** The closed list of reasons, as the person reads them. */
export const reasonNames: Record<NonNullable<Document["invalid_reason"]>, string> = {
  unreadable: "It cannot be read",
  wrong_type: "It is another kind of document",
  not_theirs: "It is not theirs",
  out_of_date: "It is out of date",
  incomplete: "Parts are missing",
  altered: "It was altered",
  password_protected: "It is protected with a password",
};

/** The name of a document: its own title, or what it is. */
export const titleOf = (document: Pick<Document, "title" | "type">): string =>
  document.title || typeNames[document.type];
