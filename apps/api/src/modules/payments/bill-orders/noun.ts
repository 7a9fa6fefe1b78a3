import * as calls from "@manilla/contract/payments/bill-orders";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { eraseActor } from "../../platform/states/index.ts";
import { billChain } from "./company.ts";
import { handlers } from "./handlers.ts";
import { payOrder } from "./paying.ts";

export const billOrders = noun({
  calls,
  handlers,
  chains: { bill: billChain },
  jobs: [(app) => app.queue.work("pay-bill-order", ({ order_id }) => payOrder(app, order_id))],
  personal: {
    kept: { bill_orders: "What was paid together. Whom a person paid for is blanked, unless a company's wallet paid." },
    // Of a company's they see that they asked, not for whom.
    exported: {
      bill_orders:
        "reference, case when company_id is null then what end as what, row_count, total_kobo, status, created_at",
    },
    async erase(tx, { user_id }) {
      await sql`
        update bill_order_rows r
        set customer_no = '', customer_name = null
        from bill_orders o
        where o.id = r.order_id and o.user_id = ${user_id} and o.company_id is null
      `.execute(tx);
      await sql`update bill_orders set what = '' where user_id = ${user_id} and company_id is null`.execute(tx);
      await eraseActor(tx, "bill_orders", user_id);
    },
  },
});
