import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { CardView } from "./card-view.tsx";
import { cardName, ending } from "./card-words.ts";

/** One card: its holder, its company and the provider each see what they may do. */
export default function CardScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.cards.find}
      width="text"
      title={(card) => `${cardName(card)} ${card.last4 ? ending(card.last4) : ""}`.trim()}
    >
      {(card) => <CardView card={card} />}
    </RecordPage>
  );
}
