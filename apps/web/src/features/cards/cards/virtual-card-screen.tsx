import { cardEnding } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { CardView } from "./card-view.tsx";
import { cardName } from "./card-words.ts";

/** One virtual card, for the provider (C132). */
export default function VirtualCardScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.cards.findVirtual}
      width="text"
      title={(card) => `${cardName(card)} ${card.last4 ? cardEnding(card.last4) : ""}`.trim()}
    >
      {(card) => <CardView card={card} />}
    </RecordPage>
  );
}
