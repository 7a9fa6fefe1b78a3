import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, screen } from "../../../shared/screens.ts";

const { cardControls } = calls;

export const screens = [
  // Added: what a card may be used for, and what is left of its limits.
  screen("added", "cards/{id}/controls", "Card Controls", "controls", cardControls.find),
  // Added: more than a limit of a card, requested and decided.
  screen("added", "cards/raises", "Raises of Card Limits", "raises", cardControls.raises, {
    label: "Raises of Limits",
    menus: { corporate: "Payments 7" },
  }),
].map(forCompany);
