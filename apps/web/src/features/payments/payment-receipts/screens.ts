import { screen } from "../../../shared/screens.ts";

export const screens = [
  // Added: where the code on a receipt leads; works without an account.
  screen("added", "/receipts/{token}", "Receipt", "check", "public"),
];
