/** What the ledger's tests share: a few accounts and short ways to say "this wallet pays that one". */
import { type Account, type BlockHead, type NewTransaction, type Queryable, openAccount, post, sealBlock } from "../src/index.ts";

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
    const wallet = await openAccount(db, { code: `wallet:${index}`, name: `Wallet ${index}`, type: "liability", currency: "NGN", floor_kobo: 0n, owner_type: "person", owner_id: String(index) });
    opened.push(wallet);
    if (funds_kobo > 0n) await post(db, pays(bank.id, wallet.id, funds_kobo));
  }
  return { bank, fees, wallets: opened };
}

/** `debit` is the account debited: a wallet that pays, or the bank that receives. */
export function pays(debit: string, credit: string, amount_kobo: bigint, more: Partial<NewTransaction> = {}): NewTransaction {
  return {
    key: freshKey(), kind: "test", description: "A test", effective_on: DAY, actor: "test",
    postings: [{ account: debit, amount_kobo }, { account: credit, amount_kobo: -amount_kobo }], ...more,
  };
}

/**
 * Seals until so many transactions are sealed by these calls. An open transaction anywhere on the server holds the sealer back,
 * and other test files have some; they end soon.
 */
export async function sealTransactions(db: Queryable, wanted: number, publish: (head: BlockHead) => Promise<void> = async () => undefined): Promise<void> {
  let sealed = 0;
  for (let attempt = 0; sealed < wanted && attempt < 400; attempt += 1) {
    const head = await sealBlock(db, publish);
    sealed += head?.transaction_count ?? 0;
    if (!head) await new Promise((resolve) => setTimeout(resolve, 25));
  }
  if (sealed !== wanted) throw new Error(`${sealed} transactions were sealed, ${wanted} were wanted.`);
}
