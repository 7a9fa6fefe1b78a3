/** Nigerian mobile numbers: the specified pattern (K039) and the one spelling in which they are stored. */

/** An optional plus, 234 or 0, then 7/8/9, then 0/1, then eight digits. */
export const NIGERIAN_PHONE = /^\+?(234|0)[789][01]\d{8}$/;

/** Tells whether the text is a Nigerian mobile number as the specification has it (rule V015). */
export const isNigerianPhone = (text: string): boolean => NIGERIAN_PHONE.test(text);

/**
 * Takes out what people type between the digits: spaces, hyphens, dots, brackets, and the zero that a card prints after the country, +234 (0) 803.
 * @returns the compact text; it need not be a valid number
 */
export const compactPhone = (text: string): string =>
  text.replace(/[\s\-.()]/g, "").replace(/^(\+?234)0(?=[789])/, "$1");

/**
 * The international spelling, `+2348031234567`, so that one person has one number.
 * @returns undefined when the text is not a Nigerian mobile number
 */
export function normalisePhone(text: string): string | undefined {
  const compact = compactPhone(text);
  return isNigerianPhone(compact) ? `+234${compact.slice(-10)}` : undefined;
}

/** As people in Nigeria write it: `0803 123 4567`. Text that is not such a number comes back unchanged. */
export function displayPhone(text: string): string {
  const compact = compactPhone(text);
  if (!isNigerianPhone(compact)) return text;
  const local = `0${compact.slice(-10)}`;
  return `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`;
}
