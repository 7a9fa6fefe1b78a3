/** Card numbers have no place here (promise D2): people enter them on the provider's page only. No zod, so that the browser says so at once. */

/** Digits as people write them, at least 13, with up to two blanks or hyphens between groups, also those that nobody sees. */
const WRITTEN = /\d(?:[ \u00A0\u00AD\u2000-\u200D\u2010-\u2015\u202F\u2060\u3000\uFEFF-]{0,2}\d){12,}/g;
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** Ranges and lengths that are issued (ISO/IEC 7812): Visa, Mastercard, Verve, Discover, American Express, Diners, JCB. Telephone and account numbers are none. */
const ISSUED =
  /^(4(\d{12}|\d{15}|\d{18})|5[0-8]\d{14,17}|6\d{15,18}|2[2-7]\d{14}|3[47]\d{13}|3[068]\d{12,17}|35\d{14,17})$/;
const MAX_DIGITS = 19;

/** Luhn's check digit (ISO/IEC 7812-1, annex B). */
const passesLuhn = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

/** Where a text has card numbers: whole groups of digits, also when an expiry date or another number follows. */
function cardsIn(text: string): { from: number; to: number; last4: string }[] {
  const found: { from: number; to: number; last4: string }[] = [];
  for (const run of text.replace(UUID, (id) => "x".repeat(id.length)).matchAll(WRITTEN)) {
    const groups = [...run[0].matchAll(/\d+/g)].map((group) => ({ from: run.index + group.index, digits: group[0] }));
    // The decimals of a number are no number of their own.
    const isFraction = /\d[.,]$/.test(text.slice(Math.max(0, run.index - 2), run.index));
    for (let first = isFraction ? 1 : 0; first < groups.length; first += 1) {
      let digits = "";
      for (let last = first; last < groups.length && digits.length < MAX_DIGITS; last += 1) {
        const group = groups[last]!;
        digits += group.digits;
        if (!ISSUED.test(digits) || !passesLuhn(digits)) continue;
        found.push({ from: groups[first]!.from, to: group.from + group.digits.length, last4: digits.slice(-4) });
        first = last;
        break;
      }
    }
  }
  return found;
}

export const CARD_NUMBER_MESSAGE = "this field must not contain a card number";

/** Whether a text contains what looks like a card number and passes its check digit. */
export const hasCardNumber = (text: string): boolean => cardsIn(text).length > 0;

/** The text with all but the last four digits of each card number hidden: for what others wrote and we may not refuse, such as a bank's lines. */
export const maskCardNumbers = (text: string): string =>
  cardsIn(text).reduceRight(
    (masked, { from, to, last4 }) => `${masked.slice(0, from)}•••• ${last4}${masked.slice(to)}`,
    text,
  );

/** The same in one line that reads as it is written: a shop or a sender may call itself by marks that turn the reading around or are not seen, or by lines of their own. */
export const oneLine = (text: string): string =>
  maskCardNumbers(
    text
      .replaceAll(/[\u00AD\u200B\u2060-\u2064\uFEFF]+/g, "")
      .replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, " ")
      .trim(),
  );
