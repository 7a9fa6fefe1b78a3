import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { secureCards } = calls;

export const screens = [
  screen("R131", "secure-card", "Secure Card", "secure-cards", secureCards.listAll, "Customers 9"),
  screen("R131", "secure-card", "Secure Card", "own", secureCards.listOwn),
];
