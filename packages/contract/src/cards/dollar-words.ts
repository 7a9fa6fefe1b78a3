/** What dollars of a card are exchanged for. No zod: the browser reads it. */
export const dollarKinds = ["buy", "sell"] as const;
export type DollarKind = (typeof dollarKinds)[number];

/** `return` is what a closed card leaves, exchanged by itself. */
export const exchangeWords = { buy: "Bought", sell: "Taken back", return: "Left on a closed card" } as const;
export type ExchangeKind = keyof typeof exchangeWords;
export const exchangeKinds = Object.keys(exchangeWords) as [ExchangeKind, ...ExchangeKind[]];
