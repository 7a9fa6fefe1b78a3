/** The Nigerian uniform bank account number: nine digits and a check digit over bank and serial (CBN, revised 2020). */

const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];

const padBank = (bankCode: string): string =>
  bankCode.length === 5 ? `9${bankCode}` : bankCode.replace(/\D/g, "").padStart(6, "0");

function checkDigit(bankCode: string, serial: string): number {
  const sum = [...(padBank(bankCode) + serial)].reduce(
    (total, digit, index) => total + Number(digit) * (WEIGHTS[index] ?? 0),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** The ten-digit account number of a nine-digit serial at a bank. */
export function makeNuban(bankCode: string, serial: number): string {
  const digits = String(serial).padStart(9, "0");
  return `${digits}${checkDigit(bankCode, digits)}`;
}

/** Whether the number's check digit fits the bank. */
export const isNuban = (bankCode: string, accountNumber: string): boolean =>
  /^\d{10}$/.test(accountNumber) && checkDigit(bankCode, accountNumber.slice(0, 9)) === Number(accountNumber[9]);
