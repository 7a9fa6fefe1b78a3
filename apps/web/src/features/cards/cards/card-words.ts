import { type CardKind, type Freezer, cardKindWords } from "@manilla/contract/cards/card-states";

/** Who froze a card, as it is read. */
export const freezerWords: Readonly<Record<Freezer, string>> = {
  holder: "its holder",
  company: "the company",
  provider: "Manilla",
  system: "Manilla, by itself",
};

interface Named {
  kind: CardKind;
  form: string;
  label: string | null;
  last4: string | null;
}

/** A card as it is called: its own label, else what it is. */
export const cardName = ({ kind, form, label }: Pick<Named, "kind" | "form" | "label">): string =>
  label ?? `${cardKindWords[kind]}${form === "virtual" ? ", virtual" : ""}`;
