/** The VAT inside the fees that fall due with instalments. */

interface Fee {
  when: string;
  kobo: number;
  vat_kobo?: number;
}

/** The VAT in a fee of an instalment, or in several, by the share that the loan's terms (as stored) have of it; kobo, HALF_UP, exact for whole fees. */
export function vatInFees(terms: Record<string, unknown>, fees_kobo: bigint): bigint {
  const each = ((terms["fees"] ?? []) as Fee[]).filter(({ when }) => when === "each_instalment");
  const fees = BigInt(each.reduce((sum, { kobo }) => sum + kobo, 0));
  const vat = BigInt(each.reduce((sum, { vat_kobo = 0 }) => sum + vat_kobo, 0));
  if (fees_kobo < 0n) return -vatInFees(terms, -fees_kobo);
  return fees === 0n ? 0n : (2n * fees_kobo * vat + fees) / (2n * fees);
}
