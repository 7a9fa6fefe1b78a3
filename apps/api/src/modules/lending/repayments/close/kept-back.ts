/** What the employer has kept back of a loan lies on its oldest instalments, as a payment would. Pure. */

/** How much of each sum a sum covers, the first ones first; all in kobo. */
export function oldestFirst(kobo: bigint, sums: readonly bigint[]): bigint[] {
  let left = kobo;
  return sums.map((sum) => {
    const covered = left < sum ? left : sum;
    left -= covered;
    return covered;
  });
}
