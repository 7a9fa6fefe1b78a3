/** What is taken from which reward. Pure; amounts in kobo. */

export interface OpenLot {
  id: string;
  left_kobo: bigint;
  /** yyyy-mm-dd: the last day on which it can be redeemed. */
  expires_on: string;
}
export interface Take {
  id: string;
  amount_kobo: bigint;
  left_kobo: bigint;
}

/** In the order in which lots are used: the soonest to expire first, among equals the older one. */
export const inOrder = (left: OpenLot, right: OpenLot): number =>
  left.expires_on === right.expires_on ? (left.id < right.id ? -1 : 1) : left.expires_on < right.expires_on ? -1 : 1;

/**
 * Takes an amount from lots, the soonest to expire first.
 * @param amount_kobo at most what they have together
 */
export function takeFrom(lots: readonly OpenLot[], amount_kobo: bigint): Take[] {
  let rest = amount_kobo;
  return lots.toSorted(inOrder).flatMap(({ id, left_kobo }) => {
    const taken = rest < left_kobo ? rest : left_kobo;
    rest -= taken;
    return taken === 0n ? [] : [{ id, amount_kobo: taken, left_kobo: left_kobo - taken }];
  });
}
