/** Who of the demo's people borrowed, when, and how they pay: data, so that the portfolio can be read at a glance. */
import data from "./borrowers.json" with { type: "json" };

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

/** Somebody requested more than they can carry: the rules said no, and so did the underwriter. */
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

const people = data as { borrowings: Borrowing[]; refusals: Refusal[] };
export const { borrowings, refusals } = people;
