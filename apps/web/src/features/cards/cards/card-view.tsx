import { cardKindWords } from "@manilla/contract/cards/card-states";
import { cardEnding, day, money, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { CompanyLink } from "../../../shared/companies/company-link.tsx";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { History } from "../../../shared/record/history.tsx";
import { Identity } from "../../../shared/record/identity.tsx";
import { RecordTimeline } from "../../../shared/record/timeline.tsx";
import { accountTypeOf, useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { LeftOfCard } from "../../../shared/cards/left.tsx";
import { CardFace } from "./card-slider.tsx";
import { cardName, freezerWords } from "./card-words.ts";
import { type Card, cardWork } from "./card-work.ts";

const addressOf = (id: string): string => `/${accountTypeOf(location.pathname) ?? "customer"}/cards/${id}`;
const BECAUSE = { lost: "was lost", stolen: "was stolen", damaged: "was damaged", renewal: "ran out" } as const;

/** What one card is, where it is, and what can be done with it. */
export function CardView({ card }: { card: Card }): ReactNode {
  const isDesk = useMay(calls.cards.timeline);
  return (
    <>
      <CardIdentity card={card} />
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
      {(card.status === "active" || card.status === "frozen") && <LeftOfCard id={card.id} />}
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
      <Panel title="What happened" flush={isDesk}>
        {isDesk ? (
          <RecordTimeline call={calls.cards.timeline} id={card.id} />
        ) : (
          <History
            entries={card.history.map(({ title, ...entry }) => ({ ...entry, title: sentence(title) }))}
            empty="Nothing yet."
          />
        )}
      </Panel>
    </>
  );
}

/** Whose it is, what it is, and who froze it. */
function CardIdentity({ card }: { card: Card }): ReactNode {
  const { kind, form, currency, brand, last4, expires_on, frozen_by, status, person, company } = card;
  const mayPerson = useMay(calls.people.find);
  return (
    <Identity
      sum={
        <>
          {last4 ? `${brand ?? ""} ${cardEnding(last4)}`.trim() : cardName(card)}{" "}
          <StatusBadge kind="card" status={status} />
        </>
      }
      who={
        <>
          {mayPerson ? <Link to={`/admin/users/${person.id}`}>{person.name}</Link> : person.name}
          {company && (
            <>
              {", "}
              <CompanyLink id={company.id}>{company.name}</CompanyLink>
            </>
          )}{" "}
          <span className="muted">
            · {cardKindWords[kind]}, {form}, {currency}
          </span>
        </>
      }
      ids={
        <>
          {expires_on && <span>Good until {day(expires_on)}</span>}
          {status === "frozen" && <span>Frozen by {frozen_by.map((by) => freezerWords[by]).join(" and ")}</span>}
        </>
      }
    />
  );
}

const factsOf = (card: Card) => [
  { label: "Money of", value: card.company?.name ?? "The holder" },
  card.available_kobo !== null && { label: "Can spend now", value: money(card.available_kobo, card.currency) },
  card.limit_kobo !== null && {
    label: "Credit",
    value: `${naira(card.limit_kobo)}${card.kind === "company_credit" ? " a month" : ""}`,
  },
  card.is_single_use && { label: "For", value: "One payment" },
  card.merchant_lock && { label: "Only at", value: card.merchant_lock },
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
