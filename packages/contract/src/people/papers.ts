/** Which right each kind of paper and figure of a customer needs: nobody of the staff sees more than their job asks for. No zod: screens read it too. */
import type { Permission } from "../permissions.ts";
import type { documentTypes } from "./document.ts";

export const paperRights = {
  identity: "provider:can_view_identity_papers",
  bureau: "provider:can_view_bureau_reports",
  statement: "provider:can_view_statements",
  salary: "provider:can_view_salaries",
  documents: "provider:can_view_user_documents",
  download: "provider:can_download_user_documents",
} as const satisfies Record<string, Permission>;
export type Paper = keyof typeof paperRights;
export const papers = Object.keys(paperRights) as [Paper, ...Paper[]];

/** What a screen says in the place of what is withheld. */
export const WITHHELD: Readonly<Record<Paper, string>> = {
  identity: "You may not see identity papers and numbers.",
  bureau: "You may not see what the credit bureaus and checks say.",
  statement: "You may not see bank statements.",
  salary: "You may not see salaries.",
  documents: "You may not see documents.",
  download: "You may not open documents.",
};

/** The right that a document's content needs beside `download`. */
export const paperOf: Readonly<Record<(typeof documentTypes)[number], Paper>> = {
  govt_id: "identity",
  work_id: "identity",
  bank_statement: "statement",
  credit_report: "bureau",
  custom: "documents",
};

/** What somebody may not see. */
export const withheldFrom = (permissions: ReadonlySet<Permission>): Paper[] =>
  papers.filter((paper) => !permissions.has(paperRights[paper]));
