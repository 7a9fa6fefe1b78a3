import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, screen } from "../../../shared/screens.ts";

const { cardDisputes } = calls;

export const screens = [
  // Added: disputes by their deadline for the desk; one's own, and those of the company.
  screen("added", "cards/disputes", "Card Disputes", "disputes", cardDisputes.listAll, {
    menus: { admin: "Finance 23", corporate: "Payments 8", customer: "Transactions 4" },
  }),
  // Added: the page on which a dispute is worked and followed.
  screen("added", "cards/disputes/{id}", "Card Dispute", "dispute", cardDisputes.find),
  // Added: the holder's form.
  screen("added", "dispute-payment/{id}", "Dispute a Payment", "dispute-form", cardDisputes.open),
].map(forCompany);
