/** What the ledger's tests share: a few accounts and short ways to say "this wallet pays that one". */
import {
  type Account,
  type BlockHead,
  type NewTransaction,
  type Queryable,
  openAccount,
  post,
  sealBlock,
} from "../src/index.ts";

export const DAY = "2026-03-14";
let counter = 0;
/** A key nobody else has. */
export const freshKey = (): string => `test-${process.pid}-${(counter += 1)}`;

export interface World {
  /** Hot asset: the provider's bank account. */
  bank: Account;
  /** Hot income. */
  fees: Account;
  /** Liabilities with floor zero. */
  wallets: Account[];
}

/** A bank, a fee account and some wallets, each funded with `funds_kobo`. */
export async function makeWorld(db: Queryable, wallets: number, funds_kobo: bigint): Promise<World> {
  const bank = await openAccount(db, { code: "bank", name: "Bank", type: "asset", currency: "NGN", hot: true });
  const fees = await openAccount(db, { code: "fees", name: "Fees", type: "income", currency: "NGN", hot: true });
  const opened: Account[] = [];
  for (let index = 0; index < wallets; index += 1) {
    const wallet = await openAccount(db, {
      code: `wallet:${index}`,
      name: `Wallet ${index}`,
      type: "liability",
      currency: "NGN",
      floor_kobo: 0n,
      owner_type: "person",
      owner_id: String(index),
    });
    opened.push(wallet);
    if (funds_kobo > 0n) await post(db, pays(bank.id, wallet.id, funds_kobo));
  }
  return { bank, fees, wallets: opened };
}

/** `debit` is the account debited: a wallet that pays, or the bank that receives. */
export function pays(
  debit: string,
  credit: string,
  amount_kobo: bigint,
  more: Partial<NewTransaction> = {},
): NewTransaction {
  return {
    key: freshKey(),
    kind: "test",
    description: "A test",
    effective_on: DAY,
    actor: "test",
    postings: [
      { account: debit, amount_kobo },
      { account: credit, amount_kobo: -amount_kobo },
    ],
    ...more,
  };
}

/**
 * Waits until exactly this many unsealed transactions are settled, then seals them as one block. An open transaction anywhere on the
 * server holds the settled position back, and other test files have some; sealing before all are settled would cut them into two blocks.
 */
export async function sealTransactions(
  db: Queryable,
  wanted: number,
  publish: (head: BlockHead) => Promise<void> = async () => undefined,
): Promise<void> {
  const settled = async (): Promise<number> => {
    const { rows } = await db.query(`
      select count(*)::int as settled
      from ledger.transactions
      where position >= coalesce((select max(to_position) from ledger.blocks), 0)
        and position < ledger.settled_position()
    `);
    return Number(rows[0]?.["settled"]);
  };
  for (let attempt = 0; (await settled()) < wanted && attempt < 800; attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  const sealed = (await sealBlock(db, publish))?.transaction_count ?? 0;
  if (sealed !== wanted) throw new Error(`${sealed} transactions were sealed, ${wanted} were wanted.`);
}
