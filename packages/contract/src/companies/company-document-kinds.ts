/** What a company is asked, and anything else. */
export const companyDocumentKinds = [
  "certificate_of_incorporation",
  "status_report",
  "memorandum_and_articles",
  "tax_clearance",
  "proof_of_address",
  "board_resolution",
  "other",
] as const;
