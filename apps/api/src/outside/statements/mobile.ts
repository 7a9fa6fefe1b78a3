/**
 * A statement that the bank's own phone app shares under a code, redeemed once. Amounts in kobo. No bank publishes such an interface: the shape is ours, to be
 * agreed with the bank that offers it, and it is offered only with its address and key. The file that an app exports needs none of this.
 */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { callProvider } from "../http.ts";
import { inOrder, shapeOf } from "./amounts.ts";
import type { SharedStatements } from "./port.ts";

const PROVIDER = "Bank app";
/** What a phone channel (app or USSD) gives once the person has agreed. */
export const phoneStatement = z.object({
  account: z.object({ name: z.string(), number: z.string(), bank: z.string() }),
  transactions: z
    .array(
      z.object({
        date: z.iso.date(),
        narration: z.string(),
        debit: z.int().min(0),
        credit: z.int().min(0),
        balance: z.int().nullable(),
      }),
    )
    .max(50_000),
});

export const readPhoneStatement = (answer: unknown, provider: string) => {
  const { account, transactions } = shapeOf(phoneStatement, answer, provider);
  const movements = transactions.map(({ date, narration, debit, credit, balance }) => ({
    date,
    narration,
    amount_kobo: BigInt(credit) - BigInt(debit),
    balance_kobo: balance === null ? null : BigInt(balance),
  }));
  return {
    account: { bank_name: account.bank, account_name: account.name, account_no: account.number },
    movements: inOrder(movements),
  };
};

/** Statements of mobile wallets behind our port. */
export function createMobileStatements({
  MOBILE_STATEMENT_URL,
  MOBILE_STATEMENT_KEY,
}: Config): SharedStatements | undefined {
  if (!MOBILE_STATEMENT_KEY || !MOBILE_STATEMENT_URL) return undefined;
  return {
    async redeem(share_code) {
      return readPhoneStatement(
        await callProvider<unknown>({
          provider: PROVIDER,
          method: "POST",
          url: `${MOBILE_STATEMENT_URL}/v1/shares/redeem`,
          headers: { "x-api-key": MOBILE_STATEMENT_KEY },
          body: { share_code },
          deadline: 30_000,
        }),
        PROVIDER,
      );
    },
  };
}
