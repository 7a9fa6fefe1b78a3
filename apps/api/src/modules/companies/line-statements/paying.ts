/** Every payment of a line: from the wallet, by those who may, by a transfer that was expected, or by itself on the due day. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Means, WalletCharge } from "../../../house/purposes.ts";
import type { Actor } from "../../../request.ts";
import { lineBooks, newReference, postLineRepaid, walletOf } from "../../money/books/index.ts";
import { openWallet, recordMovement } from "../wallet-movements/index.ts";
import { countPaid } from "./engine.ts";
import { fullOf, repaymentOf } from "./rules.ts";

type Paying = Pick<Means, "encryption" | "house">;

/** Where the statements of companies are. */
export const ofCompanies = { table: "line_statements", key: "company_id", noun: "lineStatement" } as const;

/** Locks a line, where there is one; before the wallet, wherever both are locked. */
export const lockLine = (tx: Tx, company_id: string): Promise<{ transfer_kobo: bigint } | undefined> =>
  findRow(tx, "credit_lines", { company_id }, ["transfer_kobo"], { lock: true });

/** Interest and penalties are what the line costs: spend of who paid, or of who applied for the line where they were taken by themselves. What was drawn is not. */
async function tellCost(
  tx: Tx,
  { house }: Paying,
  cost: Omit<WalletCharge, "user_id" | "merchant">,
  paid_by: string | null,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select coalesce((
        select u.id from users u where u.id = ${paid_by}::uuid and u.company_id = l.company_id
      ), a.requested_by) as user_id
    from credit_lines l
    join line_applications a on a.id = l.application_id
    where l.company_id = ${cost.company_id}
  `.execute(tx);
  const fact = { ...cost, user_id: rows[0]!.user_id, merchant: "Interest of the credit line" };
  for (const hear of house.wallet_charged) await hear(tx, fact);
}

/**
 * Pays a line from its company's wallet; the line's row is locked before the wallet.
 * @throws Conflict for more than is owed; InsufficientFunds for more than the wallet has
 */
export async function payLine(
  tx: Tx,
  app: Paying,
  { company_id, amount_kobo, on, actor }: { company_id: string; amount_kobo: bigint; on: string; actor: Actor },
): Promise<void> {
  await lockLine(tx, company_id);
  const paid = repaymentOf(amount_kobo, await lineBooks(tx, company_id));
  if (!paid) throw new Conflict("Less than that is owed.", "more_than_owed");
  const wallet = await openWallet(tx, app, company_id);
  const [id, reference] = [uuidv7(), newReference("WL", on)];
  await postLineRepaid(tx, { id, company_id, on, actor: actor.name, ...paid });
  const moved = { id, company_id, kind: "repaid", reference, actor, on } as const;
  await recordMovement(tx, wallet, { ...moved, amount_kobo: -amount_kobo });
  const cost_kobo = paid.penalty_kobo + paid.interest_kobo;
  const cost = { company_id, amount_kobo: cost_kobo, on, money_reference: reference };
  if (cost_kobo > 0n) await tellCost(tx, app, cost, actor.user_id);
  await countPaid(tx, ofCompanies, company_id, { amount_kobo, actor });
}

/** Money has come into the wallet: what the company expected for its line pays the line. */
export async function payExpected(
  tx: Tx,
  app: Paying,
  { company_id, amount_kobo: come, on, actor }: { company_id: string; amount_kobo: bigint; on: string; actor: Actor },
): Promise<void> {
  const line = await lockLine(tx, company_id);
  if (!line || line.transfer_kobo === 0n) return;
  const bounds = [
    line.transfer_kobo,
    come,
    fullOf(await lineBooks(tx, company_id)),
    (await walletOf(tx, company_id)).available_kobo,
  ];
  const amount_kobo = bounds.reduce((least, each) => (each < least ? each : least));
  await changeRows(tx, "credit_lines", { company_id }, { transfer_kobo: line.transfer_kobo - amount_kobo });
  if (amount_kobo > 0n) await payLine(tx, app, { company_id, amount_kobo, on, actor });
}
