import * as calls from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { changeRows } from "../../../db/row.ts";
import type { Tx } from "../../../db/database.ts";
import { noun } from "../../../house/index.ts";
import { transferChain } from "./company.ts";
import { handlers } from "./handlers.ts";
import { transferPayout } from "./moving.ts";
import { sendPlannedTransfers } from "./planned.ts";
import { transferSearch } from "./search.ts";
import { ofTransfers } from "./timeline.ts";

/** What a person sent stays in the books without what they wrote; where others read or kept their name, it is gone. */
async function forget(tx: Tx, { user_id }: { user_id: string }): Promise<void> {
  await sql`
    update personal_movements m
    set note = null
    from transfers t
    where t.user_id = ${user_id} and t.kind = 'wallet' and m.reference = t.reference and m.kind = 'received'
  `.execute(tx);
  await sql`
    update money_events e
    set counterparty = null
    from transfers t
    where t.user_id = ${user_id} and t.kind = 'wallet' and e.reference = t.reference and e.source = 'wallet'
  `.execute(tx);
  await sql`update money_events set counterparty = null where user_id = ${user_id}`.execute(tx);
  await changeRows(
    tx,
    "transfers",
    { user_id, company_id: null },
    { narration: null, payee_id: null, review_note: null },
  );
  await changeRows(tx, "transfers", { to_user_id: user_id }, { payee: "Somebody", payee_id: null });
  await sql`delete from transfer_payees where to_user_id = ${user_id}`.execute(tx);
}

/** Of a company's they see that they requested it, not whom it pays. */
const OWN_PAYEE = "case when company_id is null then payee end as payee";
const OWN_SUMS = ["amount_kobo", "total_kobo"].map((sum) => `case when not is_confidential then ${sum} end as ${sum}`);

export const transfers = noun({
  calls,
  handlers,
  timelines: ofTransfers,
  purposes: { payouts: { transfer: transferPayout } },
  chains: { transfer: transferChain },
  close: [sendPlannedTransfers],
  search: [transferSearch],
  personal: {
    kept: { transfers: "Booked money of the person." },
    deleted: ["transfer_payees"],
    exported: {
      transfers: `reference, kind, ${OWN_PAYEE}, ${OWN_SUMS.join(", ")}, status, created_at`,
      transfer_payees: "kind, name, bank_name, account_no_last4, is_saved, forgotten_at, created_at",
    },
    erase: forget,
  },
});
