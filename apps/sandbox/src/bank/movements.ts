import { movementDate } from "../clock.ts";
import type { BankAccount } from "../people/people.ts";
import type { ExtraLine } from "../people/statement.ts";
import type { State, Store } from "../state.ts";

/** Money in or out of the provider's own account at the sandbox bank. Kobo; negative is money out. */
export interface Movement {
  id: number;
  booked_on: string;
  booked_at: string;
  amount_kobo: number;
  kind: "transfer" | "transfer_reversal" | "card" | "pay_in" | "refund" | "other";
  /** The reference that the application gave, or ours where the money came by itself. */
  reference: string;
  narration: string;
  counterparty: { name: string; account_number: string; bank_code: string } | null;
}

export interface BankState {
  opening_kobo: number;
  movements: Movement[];
}

/** The provider's account at the sandbox bank. */
export const PROVIDER_ACCOUNT = {
  account_number: "0000014579",
  bank_code: "011",
  name: "MANILLA FINANCE LIMITED",
  bic: "FBNINGLA",
} as const;

/** Books a movement on the business date that the application is living. */
export function book(store: Store, movement: Omit<Movement, "id" | "booked_on" | "booked_at">): Movement {
  const { state } = store;
  const last = state.bank.movements.at(-1)?.booked_on;
  const date = movementDate(state);
  // A statement that was issued does not change: nothing is booked before the last booked day.
  const booked: Movement = {
    id: store.nextId(),
    booked_on: last && last > date ? last : date,
    booked_at: new Date().toISOString(),
    ...movement,
  };
  state.bank.movements.push(booked);
  store.touch();
  return booked;
}

export const providerBalance = (state: State): number =>
  state.bank.movements.reduce((sum, { amount_kobo }) => sum + amount_kobo, state.bank.opening_kobo);

/** One day's statement: the balances chain from day to day. */
export function dayOf(
  state: State,
  date: string,
): { opening_kobo: number; closing_kobo: number; movements: Movement[] } {
  const sum = (movements: Movement[]): number => movements.reduce((total, { amount_kobo }) => total + amount_kobo, 0);
  const opening_kobo = state.bank.opening_kobo + sum(state.bank.movements.filter(({ booked_on }) => booked_on < date));
  const movements = state.bank.movements.filter(({ booked_on }) => booked_on === date);
  return { opening_kobo, closing_kobo: opening_kobo + sum(movements), movements };
}

/** What the provider paid into (or took back from) a person's account, as lines of that person's statement. */
export function payoutLines(state: State, account: BankAccount): ExtraLine[] {
  return state.bank.movements
    .filter(
      ({ counterparty, kind }) =>
        kind.startsWith("transfer") &&
        counterparty?.account_number === account.account_number &&
        counterparty.bank_code === account.bank_code,
    )
    .map(({ booked_on, amount_kobo, narration, kind }) => ({
      date: booked_on,
      type: kind === "transfer" ? ("credit" as const) : ("debit" as const),
      narration: `NIP/${PROVIDER_ACCOUNT.name}/${narration}`,
      amount_kobo: Math.abs(amount_kobo),
    }));
}
