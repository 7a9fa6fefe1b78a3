import * as calls from "@manilla/contract/payments/standing-orders";
import { counted } from "@manilla/contract/formats";
import { sql } from "kysely";
import { changeRows } from "../../../db/row.ts";
import { noun } from "../../../house/index.ts";
import { standingOrderChain } from "./agreeing.ts";
import { handlers } from "./handlers.ts";
import { payStandingOrders, tryAgainToday } from "./paying.ts";

/** Of a company's they see that they requested it, not whom it pays. */
const OWN_PAYEE = "case when company_id is null then payee end as payee";

export const standingOrders = noun({
  calls,
  handlers,
  chains: { standing_order: standingOrderChain },
  close: [payStandingOrders],
  periodic: [{ name: "try standing orders again", every_milliseconds: 300_000, run: tryAgainToday }],
  companies: {
    async suspending(db, company_id) {
      const { rows } = await sql<{ orders: number }>`
        select count(*)::int as orders from standing_orders where company_id = ${company_id} and status = 'active'
      `.execute(db);
      const { orders } = rows[0]!;
      return orders > 0
        ? [
            `${counted(orders, "standing order")} ${orders === 1 ? "pauses" : "pause"} on the next day on which it pays.`,
          ]
        : [];
    },
  },
  personal: {
    kept: { standing_orders: "Rules by which booked money was sent." },
    exported: { standing_orders: `reference, kind, ${OWN_PAYEE}, amount_kobo, repeat, on_day, status, created_at` },
    erase: (tx, { user_id }) =>
      changeRows(tx, "standing_orders", { user_id, company_id: null }, { narration: null, payee: "Somebody" }),
  },
});
