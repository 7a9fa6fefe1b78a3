/**
 * What an answer about an outgoing transfer means: the one table (annex, section 5) that every adapter asks. What is not in it is
 * unknown: asked about, never sent again and never paid back.
 */

/** `person`: the receiving side suspects something; a colleague decides, and nothing is paid back by itself. */
export type TransferMeaning = "success" | "failed" | "reversed" | "person" | "unknown";

const of = (meaning: TransferMeaning, codes: string): [string, TransferMeaning][] =>
  codes.split(" ").map((code) => [code, meaning]);

/** Response codes of the interbank switch (NIP). Three published tables disagree about 21, 25, 26, 68, 91 and 97 to 99: these are unknown. */
const NIP: ReadonlyMap<string, TransferMeaning> = new Map([
  ...of("success", "00"),
  ...of("failed", "03 05 06 07 08 12 13 14 15 16 17 18 30 51 57 58 61 65 69 70 71 92"),
  ...of("person", "34 35 63"),
]);
export const meaningOfCode = (code: string): TransferMeaning => NIP.get(code) ?? "unknown";

/** Paystack's words. */
const PAYSTACK: ReadonlyMap<string, TransferMeaning> = new Map([
  ...of("success", "success"),
  ...of("failed", "failed abandoned blocked rejected"),
  ...of("reversed", "reversed"),
]);

/** The code with which a provider's text about a transfer begins, as `51: Insufficient funds` or `(91) …`; undefined where it begins with none. */
const codeIn = (text: string | null | undefined): string | undefined =>
  /^\(?(\d{2})\)?(?![\d.,])/.exec(text?.trim() ?? "")?.[1];

/**
 * What a transfer of Paystack's is. "Failed" is believed unless the bank's own code, where the answer carries one, says otherwise: a failure gives the money
 * back at once.
 * @param said.texts where the code of the bank may be
 */
export function meaningAtPaystack(said: {
  status: string;
  texts: readonly (string | null | undefined)[];
}): TransferMeaning {
  const meaning = PAYSTACK.get(said.status) ?? "unknown";
  if (meaning !== "failed") return meaning;
  const code = said.texts.map(codeIn).find((found) => found !== undefined);
  if (code === undefined) return meaning;
  const atBank = meaningOfCode(code);
  // A failure that its bank calls a success is a contradiction: asked about again.
  return atBank === "success" ? "unknown" : atBank;
}
