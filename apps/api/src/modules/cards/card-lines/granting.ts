/** What happens to a line with its card: granted when the card is made, handed on where it is replaced, lowered to nothing when it is closed. */
import { isCreditCard } from "@manilla/contract/cards/card-states";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { CardHooks, CardMade } from "../../../house/cards.ts";
import { cardLineBooks, openCardLine, postCardLineGranted, postCardLineMoved } from "../../money/books/index.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type CardLine, lockCardLine } from "./paying.ts";

/** A person's card that spends up to a limit. A company's draws its company's line. */
const hasLine = ({ kind, company_id }: Pick<CardMade, "kind" | "company_id">): boolean =>
  company_id === null && isCreditCard(kind);

const fact = (card_id: string, on: string) => ({ id: uuidv7(), card_id, on, actor: SYSTEM.name });

/** What is free on a closed line goes to the card in its place, or is promised no longer. Safe to repeat. @returns how much that was, in kobo */
export async function emptyLine(tx: Tx, { card_id, replaced_by }: CardLine, on: string): Promise<bigint> {
  const { available_kobo: amount_kobo } = await cardLineBooks(tx, card_id);
  if (amount_kobo === 0n) return 0n;
  if (replaced_by) await postCardLineMoved(tx, { ...fact(card_id, on), to_card_id: replaced_by, amount_kobo });
  else await postCardLineGranted(tx, { ...fact(card_id, on), amount_kobo: -amount_kobo });
  return amount_kobo;
}

async function grant(tx: Tx, { id: card_id, user_id, limit_kobo, replacement_for }: CardMade): Promise<void> {
  if (await findRow(tx, "card_lines", { card_id }, ["card_id"])) return;
  const on = await businessDate(tx);
  const before = replacement_for ? await lockCardLine(tx, replacement_for) : undefined;
  await openCardLine(tx, card_id);
  const terms = before
    ? {
        limit_kobo: before.limit_kobo,
        annual_rate_percent: before.annual_rate_percent,
        // How its owner pays it: a bill of the new card must not be late because nobody was asked again.
        automatic: before.automatic,
        debits_bank_card: before.debits_bank_card,
      }
    : {
        limit_kobo: limit_kobo ?? 0n,
        annual_rate_percent: String(await readSetting(tx, "card_line_rate_percent")),
        automatic: "minimum",
      };
  await tx
    .insertInto("card_lines")
    .values({ card_id, user_id, ...terms, granted_on: on })
    .execute();
  // A card in the place of another gets what is left of its line, when that one is closed.
  if (!before && terms.limit_kobo > 0n)
    await postCardLineGranted(tx, { ...fact(card_id, on), amount_kobo: terms.limit_kobo });
  await recordAudit(tx, SYSTEM, "card_line_granted", ["card", card_id], { after: terms, about: user_id });
}

export const lineHooks: CardHooks = {
  async issued(tx, _app, card) {
    if (hasLine(card)) await grant(tx, card);
  },
  async closed(tx, _app, { replaced_by, ...card }) {
    const line = hasLine(card) ? await lockCardLine(tx, card.id) : undefined;
    if (!line || line.closed_on) return;
    const closed_on = await businessDate(tx);
    // In the place of a lost card one comes that is not made yet: its line begins now, so that what is free goes there.
    if (replaced_by) await grant(tx, { ...card, id: replaced_by, replacement_for: card.id });
    const after = { closed_on, replaced_by };
    await changeRows(tx, "card_lines", { card_id: card.id }, after);
    await emptyLine(tx, { ...line, ...after }, closed_on);
  },
};
