/** Posting templates: the wallets of people, in which their rewards and their cash are. */
import { type RawBuilder, sql } from "kysely";
import { type Posted, balancesOf, post } from "@manilla/ledger";
import { type Database, type Tx, queryable } from "../../../../db/database.ts";
import { accountOf, openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

interface PersonalFact {
  user_id: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}

/** A person earns a reward, or is given one: rewards given ↑, the reward wallet ↑. Once for each lot. */
export async function postRewardEarned(
  tx: Tx,
  fact: PersonalFact & { lot_id: string; id: string; description: string },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "reward_wallet", fact.user_id);
  return post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `reward:${fact.lot_id}`,
        kind: "earn_reward",
        description: fact.description,
        on: fact.on,
        actor: fact.actor,
        metadata: { user_id: fact.user_id },
      },
      [debit("cashback_expense", fact.amount_kobo), credit(account, fact.amount_kobo)],
    ),
  );
}

/** P1. Rewards become money: the reward wallet ↓, the cash wallet ↑. @throws InsufficientFunds */
export async function postRewardRedeemed(tx: Tx, fact: PersonalFact & { id: string }): Promise<Posted> {
  const account = await openOwned(queryable(tx), "cash_wallet", fact.user_id);
  return post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `redeem:${fact.id}`,
        kind: "redeem_rewards",
        description: "Rewards redeemed",
        on: fact.on,
        actor: fact.actor,
        metadata: { user_id: fact.user_id },
      },
      [debit(accountOf("reward_wallet", fact.user_id), fact.amount_kobo), credit(account, fact.amount_kobo)],
    ),
  );
}

/** P1. What is left of a lot expires: the reward wallet ↓, rewards given ↓. Once for each lot. */
export const postRewardExpired = (tx: Tx, fact: PersonalFact & { lot_id: string; id: string }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `reward-expired:${fact.lot_id}`,
        kind: "expire_reward",
        description: "Reward expired",
        on: fact.on,
        actor: fact.actor,
        metadata: { user_id: fact.user_id },
      },
      [debit(accountOf("reward_wallet", fact.user_id), fact.amount_kobo), credit("cashback_expense", fact.amount_kobo)],
    ),
  );

/** B4. Cashback of a bill that was refunded is taken back: the reward wallet ↓, rewards given ↓. @throws InsufficientFunds */
export const postRewardTakenBack = (tx: Tx, fact: PersonalFact & { id: string }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `reward-back:${fact.id}`,
        kind: "take_back_reward",
        description: "Cashback taken back",
        on: fact.on,
        actor: fact.actor,
        metadata: { user_id: fact.user_id },
      },
      [debit(accountOf("reward_wallet", fact.user_id), fact.amount_kobo), credit("cashback_expense", fact.amount_kobo)],
    ),
  );

type WithdrawalFact = PersonalFact & { payout_id: string };

/** Money of the cash wallet is on its way to its owner's account: cash wallet ↓, payouts on their way ↑. @throws InsufficientFunds */
export const postCashWithdrawn = (tx: Tx, fact: WithdrawalFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `withdraw:${fact.payout_id}`,
        kind: "withdraw_cash",
        description: "Withdrawal from a cash wallet",
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [debit(accountOf("cash_wallet", fact.user_id), fact.amount_kobo), credit("payouts_in_transit", fact.amount_kobo)],
    ),
  );

/** It arrived: payouts on their way ↓, bank ↓. */
export const postCashPaid = (tx: Tx, fact: Omit<WithdrawalFact, "user_id">): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `withdrawal-paid:${fact.payout_id}`,
        kind: "cash_paid",
        description: "Withdrawal paid",
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [debit("payouts_in_transit", fact.amount_kobo), credit("bank_operating", fact.amount_kobo)],
    ),
  );

/** It did not arrive, or the bank sent it back: the cash wallet ↑. */
export const postCashReturned = (tx: Tx, fact: WithdrawalFact & { id: string; wasPaid: boolean }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `withdrawal-returned:${fact.payout_id}`,
        kind: "cash_returned",
        description: "Withdrawal came back",
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [
        debit(fact.wasPaid ? "bank_operating" : "payouts_in_transit", fact.amount_kobo),
        credit(accountOf("cash_wallet", fact.user_id), fact.amount_kobo),
      ],
    ),
  );

/** Colleagues take money back: the cash wallet ↓, what was given wrongly ↓. Once for each decision. @throws InsufficientFunds */
export const postCashDebited = (
  tx: Tx,
  fact: PersonalFact & { id: string; approval_id: string; into: "cashback_expense" | "refund_losses" },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `debit-cash:${fact.approval_id}`,
        kind: "debit_cash",
        description: "Taken back from a cash wallet",
        on: fact.on,
        actor: fact.actor,
        metadata: { user_id: fact.user_id },
      },
      [debit(accountOf("cash_wallet", fact.user_id), fact.amount_kobo), credit(fact.into, fact.amount_kobo)],
    ),
  );

/** What an account of a person or a company, by its code, holds once the postings before are done, for a row beside them: the account stays locked until the commit, also for cards. */
export const ledgerHolds = (code: RawBuilder<string>) => sql<bigint>`
  (
    select -b.balance_kobo
    from ledger.accounts a
    join ledger.balances b on b.account_id = a.id
    where a.tenant = '' and a.code = ${code}
  )
`;

/** What the accounts of a person hold, in kobo: rewards, cash, what they earned by bringing others, credit, and a company's money in their purse. */
export async function personalBalances(
  db: Tx | Database,
  user_id: string,
): Promise<Record<"reward_kobo" | "cash_kobo" | "referral_kobo" | "credit_kobo" | "purse_kobo", bigint>> {
  const lines = ["reward_wallet", "cash_wallet", "referral_wallet", "customer_credit", "purse"] as const;
  const found = await balancesOf(
    queryable(db),
    lines.map((line) => accountOf(line, user_id)),
  );
  const of = (line: (typeof lines)[number]) =>
    found.find(({ code }) => code === accountOf(line, user_id))?.natural_kobo ?? 0n;
  return {
    reward_kobo: of("reward_wallet"),
    cash_kobo: of("cash_wallet"),
    referral_kobo: of("referral_wallet"),
    credit_kobo: of("customer_credit"),
    purse_kobo: of("purse"),
  };
}

/** What of a person's cash may leave, in kobo: held for a card's payment or a transfer that is looked at, it is there and not free. */
export async function freeCash(db: Tx | Database, user_id: string): Promise<bigint> {
  const [found] = await balancesOf(queryable(db), [accountOf("cash_wallet", user_id)]);
  return found?.available_kobo ?? 0n;
}

/** Opens the account of a person's cash wallet; safe to repeat. */
export const openCashWallet = (tx: Tx, user_id: string): Promise<string> =>
  openOwned(queryable(tx), "cash_wallet", user_id);
