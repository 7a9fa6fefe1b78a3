import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen } from "../../../shared/screens.ts";

const { cashback } = calls;

const columns = [
  ["what", { header: "For", card: "title", width: 200 }],
  ["amount_kobo", { header: "Cashback", card: "field", width: 120 }],
  ["paid_kobo", { header: "Paid", width: 120 }],
  ["taken_back_kobo", { header: "Taken back", width: 120 }],
  ["owed_kobo", { header: "From next earnings", width: 150 }],
  ["earned_at", { header: "Earned", card: "field", width: 120 }],
  ["reference", { kind: "reference", width: 170 }],
] as const;
const shown = {
  views: [{ name: "Refunded", address: "f.is_refunded=true", empty: "No cashback was taken back" }],
  lead: "What comes back of bills: earned when a bill is delivered, taken back when it is refunded.",
  empty: "No bill has earned cashback yet.",
} as const;

export const screens = [
  listScreen("R168", "cashbacks", "Cashbacks", cashback.listAll, {
    menu: "Rewards 3",
    ...shown,
    views: [...shown.views],
    columns: [
      ["person", { header: "Person", kind: "text", width: 180, opens: "/admin/cashbacks/{user_id}" }],
      ...columns,
    ],
    href: "/admin/bills-transactions/{bill_id}",
  }),
  // Added: one person's (C177).
  listScreen("added", "cashbacks/{id}", "Cashbacks of a Person", cashback.ofPerson, {
    ...shown,
    views: [...shown.views],
    columns: [...columns],
    href: "/admin/bills-transactions/{bill_id}",
  }),
  listScreen("R168", "cashbacks", "Cashbacks", cashback.listOwn, {
    menu: "Rewards 4",
    ...shown,
    views: [...shown.views],
    columns: [...columns],
    href: "/customer/bills/{bill_id}",
  }),
];
