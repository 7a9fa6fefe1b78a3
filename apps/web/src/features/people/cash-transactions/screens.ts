import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { cashTransactions } = calls;

export const screens = [
  screen("R138", "cash/transactions", "Cash Transactions", "transactions", cashTransactions.listAll, "Finance 41"),
];
