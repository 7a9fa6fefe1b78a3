import * as calls from "@manilla/contract/payments/bills";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { eraseActor } from "../../platform/states/index.ts";
import { readProviders } from "./catalogue.ts";
import { handlers } from "./handlers.ts";
import { billNotices } from "./notified.ts";
import { workOnBills } from "./send.ts";

export const bills = noun({
  calls,
  handlers,
  jobs: [workOnBills],
  events: [billNotices],
  periodic: [{ name: "read floats and catalogues of billers", every_milliseconds: 600_000, run: readProviders }],
  personal: {
    deleted: ["bill_customers"],
    kept: { bills: "Booked money. Whom it paid for is blanked, unless a company's wallet paid it." },
    // Of a company's they see that they asked, not for whom.
    exported: {
      bills: `reference, service_name, item_name, case when paid_from <> 'company' then customer_no end as customer_no,
        total_kobo, status, created_at`,
    },
    async erase(tx, { user_id }) {
      await sql`
        update bills set customer_no = '', customer_name = null where user_id = ${user_id} and paid_from <> 'company'
      `.execute(tx);
      await eraseActor(tx, "bills", user_id);
    },
  },
});
