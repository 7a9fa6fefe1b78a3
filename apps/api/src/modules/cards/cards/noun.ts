import { silentNoun } from "../../../house/index.ts";

export const cards = silentNoun({
  personal: {
    kept: { cards: "What was paid with a card is booked money; its number was never here." },
    deleted: ["card_customers"],
  },
});
