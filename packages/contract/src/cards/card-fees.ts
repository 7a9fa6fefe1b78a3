/** What a card costs to make. Pure; no zod: the requester reads it beforehand, and the server charges the same. */

/** In kobo, and the tax on it. @param vat_percent whole percent or with a fraction, as in the configuration */
export function feeOf(fee_kobo: bigint, vat_percent: number): { fee_kobo: bigint; vat_kobo: bigint } {
  const hundredths = BigInt(Math.round(vat_percent * 100));
  return { fee_kobo, vat_kobo: (fee_kobo * hundredths + 5_000n) / 10_000n };
}
