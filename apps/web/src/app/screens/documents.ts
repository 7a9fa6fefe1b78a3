import type { DocumentQueue } from "@manilla/contract/people/document-queues";
import { most, type Screen } from "./screen.ts";

/** Open to everybody of the provider (spec line 196); the documents themselves are guarded by their calls. */
const room = (
  spec: string,
  path: string,
  queue: DocumentQueue,
  title: string,
  order: number,
  key?: string,
): Screen => ({
  spec,
  path: `/{accountType}/${path}`,
  title,
  audience: ["admin"],
  can: "*",
  guards: most,
  menu: { section: "Doc Processor", label: title, order, ...(key && { key }) },
  asks: [`/admin/personal/documents/{queue=${queue}}`],
  load: () => import("../../features/people/documents/documents-screen.tsx"),
});

/** Documents and bank statements: the rooms of the document processor, the list of statements, and a customer's own. */
export const documentScreens: readonly Screen[] = [
  room("R100", "doc-processor", "all", "Doc Processor", 1, "o"),
  room("R102", "new-docs", "new", "New Docs", 2),
  room("R101", "rejected-docs", "rejected", "Rejected Docs", 3),
  room("R103", "doc-processor/loan", "loan", "Doc Processor Loan", 4),
  {
    spec: "added",
    path: "/{accountType}/documents/{documentId}",
    title: "Document",
    audience: ["admin"],
    can: ["provider:can_view_users"],
    guards: most,
    load: () => import("../../features/people/documents/document-screen.tsx"),
  },
  {
    spec: "R087",
    path: "/{accountType}/users/bank-statements",
    title: "Bank Statements",
    audience: ["admin"],
    can: ["provider:can_view_users"],
    guards: most,
    menu: { section: "Underwriting", label: "Bank Statements", order: 8 },
    asks: ["/admin/statements"],
    load: () => import("../../features/people/documents/statements-screen.tsx"),
  },
  {
    spec: "added",
    path: "/{accountType}/documents",
    title: "Documents",
    audience: ["customer"],
    can: ["personal:can_view_personal_profile"],
    guards: ["auth", "password_changed"],
    menu: { section: "Settings", label: "My Documents", order: 4 },
    load: () => import("../../features/people/onboarding/documents-screen.tsx"),
  },
];
