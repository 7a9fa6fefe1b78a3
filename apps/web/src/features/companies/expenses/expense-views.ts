import type { ReadyView } from "../../../shared/list/ready-views.tsx";

/** What of recorded expenses waits for a word, of one company or of all. */
export const toDecide: readonly ReadyView[] = [
  { name: "Undecided", address: "f.status=recorded", empty: "Everything is decided" },
  { name: "Flagged", address: "f.status=flagged", empty: "Nothing is flagged" },
  {
    name: "Without a receipt",
    address: "f.has_receipt=false&f.status=recorded,flagged",
    empty: "Everything has a receipt",
  },
];
