/** What a complaint can be about; no schemas, so that the browser may have it. */
export const complaintCategories = [
  "wrong_charge",
  "missing_payment",
  "loan_decision",
  "debt_collection",
  "personal_data",
  "staff_conduct",
  "other",
] as const;
export type ComplaintCategory = (typeof complaintCategories)[number];

/** As people read it. */
export const categoryWords: Readonly<Record<ComplaintCategory, string>> = {
  wrong_charge: "A charge or figure is wrong",
  missing_payment: "A payment is missing",
  loan_decision: "A decision about a loan",
  debt_collection: "How I was reminded of a debt",
  personal_data: "My personal data",
  staff_conduct: "How somebody treated me",
  other: "Something else",
};
