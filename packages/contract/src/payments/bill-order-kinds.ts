/** What is bought for many numbers at once, and for how many. No zod: the browser reads it. */

export const billOrderKinds = { airtime: "Airtime", data: "Data" } as const;
export type BillOrderKind = keyof typeof billOrderKinds;
export const billOrderKindNames = Object.keys(billOrderKinds) as [BillOrderKind, ...BillOrderKind[]];

export const MOST_NUMBERS = { person: 10, company: 500 } as const;
/** Of what is pasted: five hundred rows of a phone, a bundle and a network. */
export const LONGEST_ORDER_TEXT = 60_000;
