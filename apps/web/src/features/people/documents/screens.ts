import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { documents } = calls;
const needs = "provider:can_view_user_documents";

export const screens = [
  screen("R013", "/upload-documents/token/{token}", "Upload Documents", "upload", "public"),
  screen("R100", "doc-processor", "Doc Processor", "documents", "admin", "Doc Processor 1 o", {
    asks: ["/admin/personal/documents/{queue=all}"],
    needs,
  }),
  screen("R102", "new-docs", "New Docs", "documents", "admin", "Doc Processor 2", {
    asks: ["/admin/personal/documents/{queue=new}"],
    needs,
  }),
  screen("R101", "rejected-docs", "Rejected Docs", "documents", "admin", "Doc Processor 3", {
    asks: ["/admin/personal/documents/{queue=rejected}"],
    needs,
  }),
  screen("R103", "doc-processor/loan", "Doc Processor Loan", "documents", "admin", "Doc Processor 4", {
    asks: ["/admin/personal/documents/{queue=loan}"],
    needs,
  }),
  // Added: The reviewer's page of one document.
  screen("added", "documents/{documentId}", "Document", "document", documents.find),
  screen("R087", "users/bank-statements", "Bank Statements", "statements", documents.listStatements, "Underwriting 8"),
];
