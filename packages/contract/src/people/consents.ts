/** What a person agrees to, word for word: the screen shows it, the server keeps it. */
export const consentWordings = {
  bvn: "I agree that Manilla looks up my BVN, compares it with what I said of myself, and asks the credit bureaus about my loans to decide about lending to me.",
  nin: "I agree that Manilla looks up my NIN in the national register and compares it with what I said of myself.",
  statement: "I agree that Manilla reads the last twelve months of this bank account to decide about lending to me.",
} as const;
export type ConsentKind = keyof typeof consentWordings;
