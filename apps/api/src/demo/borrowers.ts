/** Who of the demo's people borrowed, when, and how they pay: data, so that the portfolio can be read at a glance. */

/** Days of the past that the demo has lived before its first visitor comes. */
export const PAST_DAYS = 125;

export interface Borrowing {
  /** Number in the sandbox. */
  number: number;
  /** Days after the beginning of the past. */
  day: number;
  plan: "salary-loan" | "pay-later";
  naira: number;
  instalments: number;
  purpose: string;
  /** A test card of the sandbox, or none: then they pay at the counter, if at all. */
  card?: "success" | "success_mastercard" | "success_verve" | "fails_then_succeeds" | "declines_when_saved";
  /** Days of the past on which a colleague records money that came outside. */
  pays?: { day: number; naira: number }[];
  /** The whole debt is paid on this day. */
  settles?: number;
}

/** Somebody asked for more than they can carry: the rules said no, and so did the underwriter. */
export interface Refusal {
  number: number;
  day: number;
  plan: Borrowing["plan"];
  naira: number;
  instalments: number;
  purpose: string;
  reason: string;
}

/** A statement comes some days before the request that it is for, so that it has been read by then. */
export const STATEMENT_DAYS_BEFORE = 3;

/** Numbers of the people who are only here to borrow. */
export const borrowerNumbers: readonly number[] = Array.from({ length: 24 }, (_, index) => 57 + index);

/** Those of them who work for the demo's company. */
export const employeeNumbers: readonly number[] = [58, 64, 68, 76, 80];

/** Where people live: a state and one of its local governments. */
export const homes = [
  ["Lagos", "Ikeja"],
  ["Lagos", "Surulere"],
  ["Oyo", "Ibadan North"],
  ["Rivers", "Port Harcourt"],
  ["Kano", "Nassarawa"],
  ["Enugu", "Enugu North"],
  ["Edo", "Oredo"],
  ["Ogun", "Abeokuta South"],
] as const;

export const borrowings: readonly Borrowing[] = [
  { number: 57, day: 0, plan: "salary-loan", naira: 350_000, instalments: 6, purpose: "School fees", card: "success" },
  {
    number: 58,
    day: 1,
    plan: "salary-loan",
    naira: 500_000,
    instalments: 6,
    purpose: "Rent",
    card: "success_mastercard",
  },
  {
    number: 59,
    day: 3,
    plan: "salary-loan",
    naira: 220_000,
    instalments: 4,
    purpose: "Hospital bill",
    card: "declines_when_saved",
  },
  {
    number: 60,
    day: 6,
    plan: "pay-later",
    naira: 120_000,
    instalments: 3,
    purpose: "Generator",
    card: "success_verve",
  },
  { number: 61, day: 8, plan: "salary-loan", naira: 800_000, instalments: 12, purpose: "Shop stock", card: "success" },
  {
    number: 62,
    day: 12,
    plan: "salary-loan",
    naira: 300_000,
    instalments: 6,
    purpose: "Car repair",
    card: "fails_then_succeeds",
  },
  {
    number: 63,
    day: 15,
    plan: "pay-later",
    naira: 80_000,
    instalments: 2,
    purpose: "Phone",
    card: "success",
    settles: 40,
  },
  {
    number: 64,
    day: 19,
    plan: "salary-loan",
    naira: 450_000,
    instalments: 9,
    purpose: "Rent",
    card: "success_mastercard",
  },
  {
    number: 65,
    day: 22,
    plan: "salary-loan",
    naira: 260_000,
    instalments: 6,
    purpose: "Wedding",
    card: "declines_when_saved",
    pays: [
      { day: 70, naira: 30_000 },
      { day: 101, naira: 25_000 },
    ],
  },
  { number: 66, day: 27, plan: "salary-loan", naira: 1_200_000, instalments: 12, purpose: "Roofing", card: "success" },
  { number: 67, day: 33, plan: "pay-later", naira: 150_000, instalments: 3, purpose: "Laptop", card: "success_verve" },
  { number: 68, day: 38, plan: "salary-loan", naira: 400_000, instalments: 6, purpose: "School fees", card: "success" },
  {
    number: 69,
    day: 44,
    plan: "salary-loan",
    naira: 180_000,
    instalments: 3,
    purpose: "Burial",
    pays: [{ day: 76, naira: 40_000 }],
  },
  {
    number: 70,
    day: 49,
    plan: "salary-loan",
    naira: 600_000,
    instalments: 9,
    purpose: "Shop rent",
    card: "success_mastercard",
  },
  { number: 71, day: 55, plan: "pay-later", naira: 60_000, instalments: 1, purpose: "Groceries", card: "success" },
  {
    number: 72,
    day: 61,
    plan: "salary-loan",
    naira: 320_000,
    instalments: 6,
    purpose: "Hospital bill",
    card: "fails_then_succeeds",
  },
  { number: 57, day: 66, plan: "pay-later", naira: 90_000, instalments: 3, purpose: "Fridge", card: "success" },
  { number: 73, day: 70, plan: "salary-loan", naira: 750_000, instalments: 12, purpose: "Borehole", card: "success" },
  {
    number: 74,
    day: 78,
    plan: "salary-loan",
    naira: 280_000,
    instalments: 4,
    purpose: "Car repair",
    card: "declines_when_saved",
  },
  { number: 75, day: 84, plan: "salary-loan", naira: 500_000, instalments: 6, purpose: "Rent", card: "success_verve" },
  { number: 63, day: 88, plan: "salary-loan", naira: 200_000, instalments: 4, purpose: "School fees", card: "success" },
  {
    number: 14,
    day: 90,
    plan: "salary-loan",
    naira: 250_000,
    instalments: 6,
    purpose: "A sewing machine",
    card: "success",
  },
  {
    number: 76,
    day: 94,
    plan: "pay-later",
    naira: 110_000,
    instalments: 2,
    purpose: "Phone",
    card: "success_mastercard",
  },
  { number: 77, day: 101, plan: "salary-loan", naira: 900_000, instalments: 9, purpose: "Shop stock", card: "success" },
  {
    number: 78,
    day: 110,
    plan: "salary-loan",
    naira: 350_000,
    instalments: 6,
    purpose: "Wedding",
    card: "success_verve",
  },
  {
    number: 79,
    day: 118,
    plan: "salary-loan",
    naira: 240_000,
    instalments: 4,
    purpose: "Hospital bill",
    card: "success",
  },
];

export const refusals: readonly Refusal[] = [
  {
    number: 63,
    day: 64,
    plan: "salary-loan",
    naira: 1_500_000,
    instalments: 4,
    purpose: "A used car",
    reason: "More than half of the income would go to instalments.",
  },
  {
    number: 71,
    day: 96,
    plan: "salary-loan",
    naira: 900_000,
    instalments: 3,
    purpose: "Land",
    reason: "More than half of the income would go to instalments.",
  },
  {
    number: 67,
    day: 107,
    plan: "salary-loan",
    naira: 800_000,
    instalments: 4,
    purpose: "A tricycle",
    reason: "More than half of the income would go to instalments.",
  },
  {
    number: 79,
    day: 113,
    plan: "salary-loan",
    naira: 1_800_000,
    instalments: 6,
    purpose: "Building blocks",
    reason: "More than half of the income would go to instalments; ask for less.",
  },
];
