/** Many transfers whose money has left the wallet together: each gets its row and its payout, which the engine sends. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { newReference } from "../../money/books/index.ts";
import { PAYOUT_FIELD } from "../../money/payouts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import type { TransferCosts } from "./rules.ts";

/** One of a batch. The number is in clear: never log it. */
export interface Accepted extends TransferCosts {
  batch_row: number;
  payee: string;
  bank_code: string;
  bank_name: string;
  account_no: string;
  account_no_hash: Buffer;
  employee_id: string | null;
  narration: string | null;
}
interface Batch {
  batch_id: string;
  company_id: string;
  /** Who submitted it. */
  user_id: string;
  is_confidential: boolean;
}

/**
 * Makes the transfers of some rows of a batch. T1 was posted for the whole batch.
 * @param on the business date
 * @throws where a row has its transfer already: a row is paid once
 */
export async function acceptMany(
  tx: Tx,
  app: Pick<App, "encryption" | "queue">,
  batch: Batch,
  accepted: readonly Accepted[],
  on: string,
): Promise<void> {
  const { user_id, company_id } = batch;
  const { data_key } = await getRow(tx, "users", user_id, ["data_key"]);
  const made = accepted.map(({ account_no, ...row }) => {
    const [id, payout_id, reference] = [uuidv7(), uuidv7(), newReference("TR", on)];
    const same = { user_id, company_id, reference, business_date: on, status: "approved" } as const;
    const { payee, bank_code, bank_name, amount_kobo } = row;
    const account_no_last4 = account_no.slice(-4);
    return {
      transfer: { ...batch, ...row, ...same, id, payout_id, kind: "bank", account_no_last4, created_at: clock.now() },
      payout: {
        ...same,
        id: payout_id,
        purpose: "transfer",
        subject_id: id,
        amount_kobo,
        bank_code,
        bank_name,
        account_no_encrypted: app.encryption.encrypt(user_id, data_key!, PAYOUT_FIELD, account_no),
        account_no_last4,
        account_name: payee,
        created_by: user_id,
      },
    };
  });
  if (made.length === 0) return;
  await tx
    .insertInto("payouts")
    .values(made.map(({ payout }) => payout))
    .execute();
  await tx
    .insertInto("transfers")
    .values(made.map(({ transfer }) => transfer))
    .execute();
  const begun = made.flatMap(({ transfer, payout }) => [
    { id: uuidv7(), noun: "transfer", subject_id: transfer.id },
    { id: uuidv7(), noun: "payout", subject_id: payout.id },
  ]);
  await sql`
    insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name)
    select b.id, b.noun, b.subject_id, null, 'approved', null, ${SYSTEM.name}
    from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as b (id uuid, noun text, subject_id uuid)
  `.execute(tx);
  await app.queue.sendMany(
    tx,
    "send-payout",
    made.map(({ payout }) => ({ payout_id: payout.id })),
  );
}
