/** How a card is worked from its page, by its holder, its company and the provider. */
import { lazy } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { type ActingCall, isPossible, whyNot } from "../../../shared/actions/facts.ts";
import type { OtherAct, RecordDialog, Work } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { freezerWords } from "./card-words.ts";

const cards = calls.cards;
export type Card = Answer<typeof cards.find>;

const dialogOf = (
  name: "ActivateDialog" | "CloseDialog" | "DetailsDialog" | "PinDialog" | "ReplaceDialog" | "ShipDialog",
) => lazy(async () => ({ default: (await import("./card-dialogs.tsx"))[name] }));

/** An action whose question is a dialog of its own. */
const asked = (
  call: ActingCall,
  label: string,
  dialog: RecordDialog<Card>,
  more: { style?: "danger" } = {},
): OtherAct<Card> => ({
  name: call.action.name,
  can: call,
  act: (card, show) =>
    isPossible(call, card)
      ? { label, run: () => show(dialog), disabledBecause: whyNot(call, card), ...more }
      : undefined,
});
const activation = dialogOf("ActivateDialog");

/** What is done with a card, on its page and from a row. */
export const cardActs: readonly (ActingCall | OtherAct<Card>)[] = [
  cards.approve,
  cards.decline,
  cards.withdraw,
  asked(cards.activate, "Activate…", activation),
  asked(cards.activateUser, "Activate…", activation),
  asked(cards.activateCredit, "Activate…", activation),
  asked(cards.showDetails, "Show the number…", dialogOf("DetailsDialog")),
  cards.freeze,
  cards.unfreeze,
  asked(cards.requestPin, "PIN…", dialogOf("PinDialog")),
  cards.sendPin,
  asked(cards.replace, "Lost, stolen or damaged…", dialogOf("ReplaceDialog")),
  asked(cards.ship, "Given to the carrier…", dialogOf("ShipDialog")),
  cards.deliver,
  cards.remake,
  asked(cards.close, "Close permanently…", dialogOf("CloseDialog"), { style: "danger" }),
];

function nextOf(card: Card): { says: string; acts: readonly string[] } {
  const { status, form, waits_for, unknown_since, shipped_at, delivered_at, frozen_by } = card;
  const use = ["activate", "activate_user", "activate_credit"];
  switch (status) {
    case "requested":
      if (waits_for === "company") return { says: "The company's own people decide first", acts: [] };
      if (waits_for === "second_person") return { says: "A second person decides about the limit", acts: [] };
      return { says: "Waits for our decision", acts: ["approve"] };
    case "approved":
      return unknown_since
        ? { says: "The issuer has not answered yet; it is asked until it does", acts: ["remake"] }
        : { says: "Approved. It is made at the issuer in a moment", acts: [] };
    case "issued":
      if (form === "virtual") return { says: "Made. It pays once it is activated", acts: use };
      if (delivered_at) return { says: "It has arrived. It pays once it is activated", acts: use };
      if (shipped_at) return { says: "On its way to its holder", acts: [...use, "deliver"] };
      return { says: "Made, and not sent yet", acts: ["ship", ...use] };
    case "active":
      return { says: "In use", acts: ["freeze"] };
    case "frozen":
      return { says: `Frozen by ${frozen_by.map((by) => freezerWords[by]).join(" and ")}`, acts: ["unfreeze"] };
    case "declined":
      return { says: "It was not granted", acts: [] };
    case "closed":
      return { says: "Closed permanently", acts: [] };
  }
}

export const cardWork: Work<Card> = { acts: () => cardActs, next: nextOf, beside: ["details"] };
/** The same from a row: a dialog reads the whole card first. */
export const cardRowActions = rowActionsOf(cardActs, { find: cards.find });
