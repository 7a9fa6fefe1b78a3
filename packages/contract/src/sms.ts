/** Text messages: written in the letters of GSM 03.38 alone, because one other letter more than halves what a part holds, and prints as "?" on old phones. */

/** The basic letters of GSM 03.38. Those of its extension count double and are not used. */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const known = new Set(BASIC);
const INSTEAD: Readonly<Record<string, string>> = {
  "₦": "N",
  "–": "-",
  "—": "-",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "…": "...",
  "•": "*",
  "[": "(",
  "]": ")",
  "{": "(",
  "}": ")",
  "\t": " ",
  "\u00a0": " ",
  "\u202f": " ",
  Ɓ: "B",
  ɓ: "b",
  Ɗ: "D",
  ɗ: "d",
  Ƙ: "K",
  ƙ: "k",
  Ƴ: "Y",
  ƴ: "y",
};

/** A text as it is sent: ₦ is N, marks that the letters do not have fall away, what has no likeness is left out. */
export const smsText = (text: string): string =>
  [...text.normalize("NFC")]
    .map((letter) => {
      if (known.has(letter)) return letter;
      const like = INSTEAD[letter] ?? letter.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
      return [...like].every((each) => known.has(each)) ? like : "";
    })
    .join("");

const ALONE = 160;
const IN_PARTS = 153;
/** How many messages a text takes as it is sent: 160 letters alone, 153 in parts. */
export const smsParts = (text: string): number => {
  const { length } = smsText(text);
  return length <= ALONE ? 1 : Math.ceil(length / IN_PARTS);
};
