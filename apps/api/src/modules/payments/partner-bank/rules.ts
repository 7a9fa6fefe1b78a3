/** Decisions about money that comes in at the partner bank. Pure; amounts in kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import type { PaymentChannel } from "@manilla/contract/money/payment-channels";
import type { HeldReason } from "@manilla/contract/payments/inbound-credit-states";
import type * as calls from "@manilla/contract/payments/partner-bank";

export interface CreditFacts {
  status: string;
  user_id?: string | null | undefined;
  company_id: string | null;
  /** Waits for a second person. */
  approval_id: string | null;
  /** The account that it came from is known. */
  has_account: boolean;
  /** The reader's company, where they have one. */
  callers_company: string | null;
}

const own_money = ({ user_id, company_id, callers_company }: CreditFacts, caller: { user_id: string }): boolean =>
  user_id === caller.user_id || (company_id !== null && company_id === callers_company);
const already_requested = ({ approval_id }: CreditFacts): boolean => approval_id !== null;

export const creditRules: RulesOf<typeof calls, CreditFacts> = {
  release: { own_money, already_requested },
  sendBack: { own_money, already_requested, no_account: ({ has_account }) => !has_account },
};

/** What a wallet may take now; null: as much as comes. */
export interface WalletRoom {
  kobo: bigint;
  by: "single_deposit_kobo" | "balance_kobo" | `${"daily" | "single" | "monthly"}_outflow_kobo` | PaymentChannel;
}

/**
 * Why money may not go into a wallet now.
 * @param is_open the wallet is neither closed nor suspended
 * @returns null where it may
 */
export function whyHeld(amount_kobo: bigint, into: WalletRoom | null, is_open: boolean): HeldReason | null {
  if (!is_open) return "closed";
  if (into === null || amount_kobo <= into.kobo) return null;
  return into.by === "balance_kobo" ? "balance" : "single_deposit";
}

const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];
const SERIALS = 1_000_000n;

/**
 * An account number at a bank: the prefix that the bank gave us, six digits of a serial and the check digit over all (CBN's NUBAN, revised 2020).
 * @param bank_code three digits
 * @param prefix three digits
 * @throws Error where the prefix has no number left
 */
export function accountNumber(bank_code: string, prefix: string, serial: bigint): string {
  if (serial >= SERIALS) throw new Error(`The partner bank's prefix ${prefix} has no account number left.`);
  const digits = `${prefix}${String(serial).padStart(6, "0")}`;
  const sum = [...`${bank_code.padStart(6, "0")}${digits}`].reduce(
    (total, digit, at) => total + Number(digit) * (WEIGHTS[at] ?? 0),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
