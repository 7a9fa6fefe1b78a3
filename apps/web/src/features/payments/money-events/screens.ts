import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { moneyEvents } = calls;

export const screens = [
  screen("R141", "transactions", "Transactions", "all", moneyEvents.listAll, {
    menus: { admin: "Finance 51", customer: "Transactions 0" },
  }),
  screen("R146", "payments", "Payments", "open", moneyEvents.listOpen, { menus: { admin: "Finance 52" } }),
  screen("R147", "payments/history", "Payment History", "history", moneyEvents.listEnded, {
    menus: { admin: "Finance 53" },
  }),
  // Added: one movement of money and what was posted for it.
  screen("added", "transactions/{id}", "Transaction", "event", moneyEvents.find),
];
