import { cardEnding } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { CardView } from "./card-view.tsx";
import { cardName } from "./card-words.ts";

/** One card: its holder, its company and the provider each see what they may do. */
export default function CardScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.cards.find}
      width="text"
      actions={(card) =>
        card?.last4 && (
          <>
            {card.currency === "USD" && card.is_own && <Link to="/customer/cards/dollars">Dollars</Link>}
            <Link to={`${location.pathname}/controls`}>Controls</Link>
            <Link to={`/${accountTypeOf(location.pathname) ?? "customer"}/cards/transaction?f.card_id=${card.id}`}>
              Payments
            </Link>
          </>
        )
      }
      title={(card) => `${cardName(card)} ${card.last4 ? cardEnding(card.last4) : ""}`.trim()}
    >
      {(card) => <CardView card={card} />}
    </RecordPage>
  );
}
