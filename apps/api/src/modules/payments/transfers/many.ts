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
  if (accepted.length === 0) return;
  const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
  const made = accepted.map(({ account_no, account_no_hash, ...row }) => ({
    ...row,
    id: uuidv7(),
    payout_id: uuidv7(),
    begun: [uuidv7(), uuidv7()],
    reference: newReference("TR", on),
    account_no_hash: hex(account_no_hash),
    account_no_last4: account_no.slice(-4),
    account_no_encrypted: hex(app.encryption.encrypt(user_id, data_key!, PAYOUT_FIELD, account_no)),
  }));
  // One value for all of them: as parameters they took longer to write down than to insert.
  const json = JSON.stringify(made, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  // One statement: each row is read from the value once, and written with its payout and their beginnings.
  await sql`
    with m as materialized (
      select *
      from jsonb_to_recordset(${json}::jsonb) as m (
        id uuid, payout_id uuid, begun uuid[], reference text, batch_row int, payee text, bank_code text, bank_name text, account_no_hash bytea,
        account_no_last4 text, account_no_encrypted bytea, employee_id uuid, narration text, amount_kobo bigint, fee_kobo bigint,
        vat_kobo bigint, stamp_duty_kobo bigint
      )
    ), paid as (
      insert into payouts (
        id, purpose, subject_id, user_id, company_id, reference, status, business_date, amount_kobo, bank_code, bank_name,
        account_no_encrypted, account_no_last4, account_name, created_by
      )
      select m.payout_id, 'transfer', m.id, ${user_id}, ${company_id}, m.reference, 'approved', ${on}, m.amount_kobo, m.bank_code, m.bank_name,
        m.account_no_encrypted, m.account_no_last4, m.payee, ${user_id}
      from m
    ), sent as (
      insert into transfers (
        id, user_id, company_id, batch_id, batch_row, is_confidential, kind, reference, payee, bank_code, bank_name, account_no_last4,
        account_no_hash, employee_id, narration, amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo, status, payout_id, business_date, created_at
      )
      select m.id, ${user_id}, ${company_id}, ${batch.batch_id}, m.batch_row, ${batch.is_confidential}, 'bank', m.reference, m.payee, m.bank_code,
        m.bank_name, m.account_no_last4, m.account_no_hash, m.employee_id, m.narration, m.amount_kobo, m.fee_kobo, m.vat_kobo, m.stamp_duty_kobo,
        'approved', m.payout_id, ${on}, ${clock.now()}
      from m
    )
    insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name)
    select b.id, b.noun, b.subject_id, null, 'approved', null, ${SYSTEM.name}
    from m
    cross join lateral (values (m.begun[1], 'transfer', m.id), (m.begun[2], 'payout', m.payout_id)) b (id, noun, subject_id)
  `.execute(tx);
  await app.queue.sendMany(
    tx,
    "send-payout",
    made.map(({ payout_id }) => ({ payout_id })),
  );
}
