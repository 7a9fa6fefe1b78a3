/** How a refund is made up. Pure; amounts in kobo. */

/** Claimed from a provider or a bank, and given back of what was earned or kept for others. */
export interface RefundParts {
  claimed_kobo: bigint;
  commission_kobo: bigint;
  fee_kobo: bigint;
  vat_kobo: bigint;
  stamp_duty_kobo: bigint;
}

/** What is borne first: what was paid to somebody else, then what was earned, then what is kept for the tax office. */
const ORDER = ["claimed_kobo", "commission_kobo", "fee_kobo", "vat_kobo", "stamp_duty_kobo"] as const;
export const NO_PARTS: RefundParts = {
  claimed_kobo: 0n,
  commission_kobo: 0n,
  fee_kobo: 0n,
  vat_kobo: 0n,
  stamp_duty_kobo: 0n,
};

/**
 * The parts of a refund that follows refunds of `before_kobo`: each part is filled up before the next one begins, so that refunds one after the other are together
 * the same as one.
 * @param whole what the payment was made of; the refund is at most what is left of it
 * @throws RangeError for more than is left
 */
export function partsOf(whole: RefundParts, before_kobo: bigint, amount_kobo: bigint): RefundParts {
  const parts = { ...NO_PARTS };
  let [skipped, left] = [before_kobo, amount_kobo];
  for (const name of ORDER) {
    const used = skipped < whole[name] ? skipped : whole[name];
    const room = whole[name] - used;
    parts[name] = left < room ? left : room;
    skipped -= used;
    left -= parts[name];
  }
  if (left > 0n || skipped > 0n) throw new RangeError("A refund is never more than was paid.");
  return parts;
}
