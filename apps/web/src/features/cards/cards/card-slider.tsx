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

/** A card as it looks; never its number. @param scale how large it is drawn in the room that it has */
export const CardFace = ({ card, scale = 1 }: { card: Row; scale?: number }): ReactNode => (
  <div
    className={styles.face}
    style={scale < 1 ? { transform: `scale(${scale})` } : undefined}
    data-status={card.status}
    data-company={card.company !== null}
  >
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
        // Reading A73: three tenths of the whole less each time. What is pressed keeps its width, however small the card is drawn.
        const scale = Math.max(0, 1 - (SMALLER / 100) * behind);
        return (
          <li key={card.id} style={{ width: `${WIDTH}%`, left: `${PEEK * behind}%`, zIndex: ITEMS - behind }}>
            {behind === 0 ? (
              <Link to={`/customer/cards/${card.id}`} className={styles.faceLink}>
                <CardFace card={card} />
              </Link>
            ) : (
              <button type="button" className={styles.faceLink} onClick={() => setFront(index)}>
                <span className="visually-hidden">Show</span>
                <CardFace card={card} scale={scale} />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
