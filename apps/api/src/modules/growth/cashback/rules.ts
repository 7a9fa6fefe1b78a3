/** What a bill earns. Pure. */

/** A share of what was paid, rounded down. @param bps hundredths of a percent */
export const cashbackOf = (amount_kobo: bigint, bps: number): bigint => (amount_kobo * BigInt(bps)) / 10_000n;
