import { cardKindWords } from "@manilla/contract/cards/card-states";
import { cardEnding, day, money, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { History } from "../../../shared/record/history.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { CardFace } from "./card-slider.tsx";
import { cardName, freezerWords } from "./card-words.ts";
import { type Card, cardWork } from "./card-work.ts";

const addressOf = (id: string): string => `/${accountTypeOf(location.pathname) ?? "customer"}/cards/${id}`;
const BECAUSE = { lost: "was lost", stolen: "was stolen", damaged: "was damaged", renewal: "ran out" } as const;

/** What one card is, where it is, and what can be done with it. */
export function CardView({ card }: { card: Card }): ReactNode {
  return (
    <>
      <WorkBar of={card} work={cardWork} label={cardName(card)} />
      {card.replaced_by && (
        <Notice>
          A new card takes its place:{" "}
          <Link to={addressOf(card.replaced_by.id)}>{cardEnding(card.replaced_by.last4)}</Link>.
        </Notice>
      )}
      {card.status === "declined" && card.decision_reason && <Notice tone="danger">{card.decision_reason}</Notice>}
      <div style={{ maxWidth: 340 }}>
        <CardFace card={card} />
      </div>
      <Panel title="Card">
        <Facts items={factsOf(card)} />
      </Panel>
      {card.form === "physical" && <Shipping card={card} />}
      {card.freezes.length > 0 && (
        <Panel title="Freezes">
          <ul>
            {card.freezes.map(({ by, name, reason, since, lifted_at }) => (
              <li key={by + since}>
                By {name ?? freezerWords[by]}, <When at={since} />
                {lifted_at ? (
                  <>
                    , lifted <When at={lifted_at} />
                  </>
                ) : (
                  ""
                )}
                : {reason}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="What happened">
        <History
          entries={card.history.map(({ title, ...entry }) => ({ ...entry, title: sentence(title) }))}
          empty="Nothing yet."
        />
      </Panel>
    </>
  );
}

const factsOf = (card: Card) => [
  { label: "Holder", value: card.person.name },
  { label: "Money of", value: card.company?.name ?? "The holder" },
  { label: "Kind", value: `${cardKindWords[card.kind]}, ${card.form}, ${card.currency}` },
  card.available_kobo !== null && { label: "Can spend now", value: money(card.available_kobo, card.currency) },
  card.limit_kobo !== null && { label: "Credit", value: naira(card.limit_kobo) },
  card.is_single_use && { label: "For", value: "One payment" },
  card.merchant_lock && { label: "Only at", value: card.merchant_lock },
  card.brand && { label: "Number", value: `${card.brand} ${cardEnding(card.last4)}` },
  card.expires_on && { label: "Good until", value: day(card.expires_on) },
  card.replaces && {
    label: "Replaces",
    value: (
      <>
        <Link to={addressOf(card.replaces.id)}>{cardEnding(card.replaces.last4)}</Link>, which{" "}
        {BECAUSE[card.replaces.reason]}
      </>
    ),
  },
  card.requested_by && { label: "Requested by", value: card.requested_by },
  card.decided_by && { label: "Decided by", value: card.decided_by },
  card.closed_because && { label: "Closed because", value: card.closed_because },
];

function Shipping({ card }: { card: Card }): ReactNode {
  const { delivery_address, delivery_state, shipped_at, carrier_reference, delivered_at, activated_at } = card;
  return (
    <Panel title="Shipping">
      <Facts
        items={[
          { label: "Goes to", value: [delivery_address, delivery_state].filter(Boolean).join(", ") || "–" },
          { label: "Sent", value: shipped_at ? <When at={shipped_at} /> : "Not yet" },
          carrier_reference && { label: "Carrier's number", value: carrier_reference },
          shipped_at && {
            label: "Arrived",
            value: delivered_at ? <When at={delivered_at} /> : activated_at ? "In its holder's hand" : "Not yet",
          },
        ]}
      />
    </Panel>
  );
}
