import { cardEnding, day } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { cardName } from "./card-words.ts";
import styles from "./cards.module.css";

type Row = RowOf<typeof calls.cards.ofHolder>;

/** K034 to K036: how many are shown, how wide one is, and how much smaller each next one is, in percent. */
const ITEMS = 4;
const WIDTH = 65;
const SMALLER = 30;
/** How much of each is seen behind the one before it, in percent of the whole. */
const PEEK = (100 - WIDTH) / (ITEMS - 1);

/** A card as it looks; never its number. */
export const CardFace = ({ card }: { card: Row }): ReactNode => (
  <div className={styles.face} data-status={card.status} data-company={card.company !== null}>
    <div className={styles.faceTop}>
      <strong>{cardName(card)}</strong>
      <StatusBadge kind="card" status={card.status} />
    </div>
    <div className={styles.number}>{cardEnding(card.last4)}</div>
    <div className={styles.faceTop}>
      <span>{card.company?.name ?? card.person.name}</span>
      <span>{card.expires_on ? day(card.expires_on) : ""}</span>
    </div>
  </div>
);

/** The newest cards in a row, the one in front whole and each next one smaller; a press brings one to the front. */
export function CardSlider({ cards }: { cards: readonly Row[] }): ReactNode {
  const [front, setFront] = useState(0);
  const shown = cards.slice(0, ITEMS);
  return (
    <ul className={styles.slider} aria-label="Your cards">
      {shown.map((card, index) => {
        const behind = (index - front + shown.length) % shown.length;
        const scale = (1 - SMALLER / 100) ** behind;
        return (
          <li
            key={card.id}
            style={{
              width: `${WIDTH}%`,
              transform: `scale(${scale})`,
              left: `${WIDTH + PEEK * behind - WIDTH * scale}%`,
              zIndex: ITEMS - behind,
            }}
          >
            {behind === 0 ? (
              <Link to={`/customer/cards/${card.id}`} className={styles.faceLink}>
                <CardFace card={card} />
              </Link>
            ) : (
              <button
                type="button"
                className={styles.faceLink}
                aria-label={`Show ${cardName(card)} ${cardEnding(card.last4)}`}
                onClick={() => setFront(index)}
              >
                <CardFace card={card} />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
