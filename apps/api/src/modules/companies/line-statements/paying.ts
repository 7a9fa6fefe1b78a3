/** Every payment of a line: from the wallet, by those who may, by a transfer that was expected, or by itself on the due day. */
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { App } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { lineBooks, newReference, postLineRepaid, walletOf } from "../../money/books/index.ts";
import { openWallet, recordMovement } from "../wallet-movements/index.ts";
import { countPaid } from "./engine.ts";
import { fullOf, repaymentOf } from "./rules.ts";

/** Where the statements of companies are. */
export const ofCompanies = { table: "line_statements", key: "company_id", noun: "lineStatement" } as const;

/** Locks a line, where there is one; before the wallet, wherever both are locked. */
export const lockLine = (tx: Tx, company_id: string): Promise<{ transfer_kobo: bigint } | undefined> =>
  findRow(tx, "credit_lines", { company_id }, ["transfer_kobo"], { lock: true });

/**
 * Pays a line from its company's wallet; the line's row is locked before the wallet.
 * @throws Conflict for more than is owed; InsufficientFunds for more than the wallet has
 */
export async function payLine(
  tx: Tx,
  app: Pick<App, "encryption">,
  { company_id, amount_kobo, on, actor }: { company_id: string; amount_kobo: bigint; on: string; actor: Actor },
): Promise<void> {
  await lockLine(tx, company_id);
  const paid = repaymentOf(amount_kobo, await lineBooks(tx, company_id));
  if (!paid) throw new Conflict("Less than that is owed.", "more_than_owed");
  const wallet = await openWallet(tx, app, company_id);
  const id = uuidv7();
  await postLineRepaid(tx, { id, company_id, on, actor: actor.name, ...paid });
  const moved = { id, company_id, kind: "repaid", reference: newReference("WL", on), actor, on } as const;
  await recordMovement(tx, wallet, { ...moved, amount_kobo: -amount_kobo });
  await countPaid(tx, ofCompanies, company_id, { amount_kobo, actor });
}

/** Money has come into the wallet: what the company expected for its line pays the line. */
export async function payExpected(
  tx: Tx,
  app: Pick<App, "encryption">,
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
