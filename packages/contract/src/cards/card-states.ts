import { machine } from "../machine.ts";

/** What a card's money is: a company's, a person's own, or a deposit that secures it. */
export const cardKinds = ["company_debit", "company_credit", "personal_debit", "personal_credit", "secure"] as const;
export type CardKind = (typeof cardKinds)[number];
export const cardForms = ["physical", "virtual"] as const;
export const cardCurrencies = ["NGN", "USD"] as const;
export type CardCurrency = (typeof cardCurrencies)[number];

/** As they are read. */
export const cardKindWords: Readonly<Record<CardKind, string>> = {
  company_debit: "Company debit",
  company_credit: "Company credit",
  personal_debit: "Debit",
  personal_credit: "Credit",
  secure: "Secure",
};
/** Kinds that spend up to a limit instead of money that is there. */
export const isCreditCard = (kind: string): boolean =>
  kind === "company_credit" || kind === "personal_credit" || kind === "secure";

/** Who froze a card: each lifts only their own. */
export const freezers = ["holder", "company", "provider", "system"] as const;
export type Freezer = (typeof freezers)[number];

/** Why a card replaces another. */
export const replacementReasons = ["lost", "stolen", "damaged", "renewal"] as const;
export type ReplacementReason = (typeof replacementReasons)[number];

/** A card from the request to its closing, one record (business-rules §7). `approved` is being made at the issuer, `issued` is made and not yet in use. */
export const cardStates = machine({
  noun: "card",
  table: "cards",
  initial: ["requested", "approved"],
  states: ["requested", "approved", "declined", "issued", "active", "frozen", "closed"],
  transitions: [
    { action: "approve", from: ["requested"], to: "approved", by: "provider:can_approve_card_requests" },
    { action: "decline", from: ["requested"], to: "declined", by: "provider:can_decline_card_requests" },
    { action: "withdraw", from: ["requested"], to: "closed", by: "owner" },
    // The issuer has made it, or says that it does not.
    { action: "issue", from: ["approved"], to: "issued", by: "system" },
    { action: "refuse", from: ["approved"], to: "declined", by: "system" },
    { action: "activate", from: ["issued"], to: "active", by: "owner" },
    { action: "freeze", from: ["issued", "active"], to: "frozen", by: "owner" },
    { action: "unfreeze", from: ["frozen"], to: "active", by: "owner" },
    // It was frozen before it was ever in use.
    { action: "unfreeze_unused", from: ["frozen"], to: "issued", by: "owner" },
    { action: "close", from: ["issued", "active", "frozen"], to: "closed", by: "owner" },
  ],
});
