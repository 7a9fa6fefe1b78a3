/** The check digit of Nigerian account numbers: a hint beside the name enquiry, never the sole proof (business-rules §6). */

const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];

/** Six digits: "000" and a bank's three, or "9" and another institution's five; undefined for codes that have no check. */
function paddedCode(bank_code: string): string | undefined {
  if (/^\d{3}$/.test(bank_code)) return `000${bank_code}`;
  return /^\d{5}$/.test(bank_code) ? `9${bank_code}` : undefined;
}

/**
 * The check digit for nine serial digits at a bank (CBN revised NUBAN standard).
 * @returns undefined when the bank's code (letters, six digits) has no check
 * @throws RangeError when the serial is not nine digits
 */
export function nubanCheckDigit(bank_code: string, serial: string): number | undefined {
  if (!/^\d{9}$/.test(serial)) throw new RangeError("a serial number has nine digits");
  const code = paddedCode(bank_code);
  if (code === undefined) return undefined;
  const sum = [...(code + serial)].reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether an account number can exist at a bank; `not_checkable` leaves the answer to the name enquiry. */
export function checkNuban(bank_code: string, account_number: string): "valid" | "invalid" | "not_checkable" {
  if (!/^\d{10}$/.test(account_number)) return "invalid";
  const digit = nubanCheckDigit(bank_code, account_number.slice(0, 9));
  if (digit === undefined) return "not_checkable";
  return digit === Number(account_number[9]) ? "valid" : "invalid";
}
