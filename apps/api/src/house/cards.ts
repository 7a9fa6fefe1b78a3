/** What nouns above the cards register of a card. */
import type { z } from "zod";
import type { Database, Tx } from "../db/database.ts";
import type { Actor } from "../request.ts";
import type { App } from "./app.ts";

/** A person's request for a card, and where the card is sent. */
export type CardRequest = z.output<(typeof import("@manilla/contract/people/onboarding-state"))["cardRequest"]>;
export interface CardDelivery {
  delivery_address?: string;
  delivery_state?: string;
}

/** What nouns above the cards have of a card. */
export interface CardHooks {
  /** What is still open on it, in words: "an authorisation of ₦5,000.00 at …". It is closed all the same, and is named before. */
  open?(db: Database | Tx, card_id: string): Promise<{ label: string; amount_kobo: bigint | null }[]>;
  /** The issuer has made it: a line is granted, controls begin. The card is locked. */
  issued?(tx: Tx, app: Pick<App, "queue">, card: CardMade): Promise<void>;
  /**
   * A shop gave money back. The card is locked; `issuer_authorisation_id` is null where its purchase is not named. `rest_kobo` is what paid nothing that was
   * owed: of a line it is in its owner's wallet.
   */
  refunded?(
    tx: Tx,
    app: Pick<App, "queue" | "config" | "encryption">,
    refunded: { card_id: string; issuer_authorisation_id: string | null; rest_kobo: bigint; on: string },
  ): Promise<void>;
  /** A refund of a shop was taken back. The card is locked. */
  refundReversed?(
    tx: Tx,
    app: Pick<App, "queue" | "config" | "encryption">,
    reversed: { issuer_authorisation_id: string | null; amount_kobo: bigint },
  ): Promise<void>;
  /** It was closed: what it held goes back where it belongs. The card is locked. Where another takes its place, `replaced_by` is that one. */
  closed?(
    tx: Tx,
    app: Pick<App, "queue">,
    card: CardMade & { replaced_by: string | null },
    actor: Actor,
  ): Promise<void>;
}

/** A card, as the hooks are given it. */
export interface CardMade {
  id: string;
  kind: string;
  company_id: string | null;
  user_id: string;
  limit_kobo: bigint | null;
  replacement_for: string | null;
}
