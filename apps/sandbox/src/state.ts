import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { todayInLagos } from "./dates.ts";
import type { BankState } from "./bank/movements.ts";
import type { ClockState } from "./clock.ts";
import type { FaultState } from "./faults.ts";
import type { AddressOutcome, Message } from "./inbox/messages.ts";
import { type BillersState, noBillers } from "./billers/state.ts";
import { type IssuerState, noIssuer } from "./issuer/state.ts";
import { type LenderState, noLender } from "./lender/index.ts";
import { type RatesState, noRates } from "./rates/index.ts";
import type { MonoState } from "./mono/state.ts";
import { type PayrollState, noPayrolls } from "./payroll/index.ts";
import type { PaystackState } from "./paystack/state.ts";
import { type StatementsState, noStatements } from "./statements/state.ts";
import type { RecallsState } from "./wema/recalls.ts";
import type { Delivery } from "./webhooks.ts";

/** Everything that the outside world remembers. Records are keyed by their published reference, so that look-ups stay quick. */
export interface State {
  origin_date: string;
  next_id: number;
  clock: ClockState;
  messages: Message[];
  /** Numbers, addresses and topics that do not work as they should. */
  addresses: Record<string, AddressOutcome>;
  faults: FaultState;
  deliveries: Delivery[];
  paystack: PaystackState;
  mono: MonoState;
  statements: StatementsState;
  bank: BankState;
  payroll: PayrollState;
  issuer: IssuerState;
  billers: BillersState;
  lender: LenderState;
  rates: RatesState;
  recalls: RecallsState;
}

/** The provider's opening balance at the sandbox bank, in kobo: ₦500 million. */
const OPENING_BALANCE_KOBO = 50_000_000_000;

function freshState(): State {
  const today = todayInLagos();
  return {
    origin_date: today,
    next_id: 1001,
    clock: { business_date: today, reached_on: null, running: false, follows_calendar: true },
    messages: [],
    addresses: {},
    faults: { providers: {}, webhooks: {} },
    deliveries: [],
    paystack: {
      recipients: {},
      transfers: {},
      transactions: {},
      access_codes: {},
      authorizations: {},
      customers: {},
      dedicated_accounts: {},
      refunds: {},
    },
    mono: { sessions: {}, codes: {}, accounts: {}, connections: {} },
    statements: noStatements(),
    bank: { opening_kobo: OPENING_BALANCE_KOBO, movements: [] },
    payroll: noPayrolls(),
    issuer: noIssuer(),
    billers: noBillers(),
    lender: noLender(),
    rates: noRates(),
    recalls: {},
  };
}

/** The state and its file. `touch` after every change; the file is written at once at the end and soon after each change. */
export interface Store {
  state: State;
  touch: () => void;
  nextId: () => number;
  close: () => void;
}

/** Opens the data file (or memory alone), with a fresh state where it does not exist yet. */
export function openStore(file: string | undefined): Store {
  const state = file ? read(file) : freshState();
  let timer: NodeJS.Timeout | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    // Written beside and renamed: a crash in between leaves the old file whole.
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    state,
    touch: () => {
      if (file) timer ??= setTimeout(write, 300);
    },
    nextId: () => state.next_id++,
    close: write,
  };
}

function read(file: string): State {
  try {
    return { ...freshState(), ...(JSON.parse(readFileSync(file, "utf8")) as Partial<State>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return freshState();
    throw new Error(
      `${file} is not readable as the sandbox's data: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
