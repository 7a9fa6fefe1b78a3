/** Why an application of a company is declined: a closed list, so that the reasons can be counted. The owner reads the words. */
export const declineReasons = [
  "not_registered",
  "struck_off",
  "name_differs",
  "already_here",
  "papers_missing",
  "outside_our_business",
  "suspected_fraud",
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** As the company's owner reads it, after "because". */
export const declineWords: Readonly<Record<DeclineReason, string>> = {
  not_registered: "the register of companies does not know its registration number",
  struck_off: "the register of companies says that it is not active",
  name_differs: "the register of companies has another name under its registration number",
  already_here: "the company is with us already",
  papers_missing: "we could not complete our checks",
  outside_our_business: "we do not serve businesses of this kind",
  // What we suspect is not disclosed to whom we suspect.
  suspected_fraud: "we could not complete our checks",
};

/** What the register of companies says of a registration number. */
export const registerOutcomes = ["active", "inactive", "unknown"] as const;
