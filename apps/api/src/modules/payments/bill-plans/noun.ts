import * as calls from "@manilla/contract/payments/bill-plans";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { eraseActor } from "../../platform/states/index.ts";
import { buyPlanned } from "./buying.ts";
import { handlers } from "./handlers.ts";

export const billPlans = noun({
  calls,
  handlers,
  close: [buyPlanned],
  personal: {
    kept: { bill_favourites: "A company's are its own; a person's own are deleted." },
    deleted: ["bill_plans"],
    exported: {
      bill_favourites: "service_name, case when company_id is null then name end as name, created_at",
      bill_plans: "name, service_name, customer_no, amount_kobo, every, on_day, status, created_at",
    },
    async erase(tx, { user_id }) {
      await sql`delete from bill_favourites where user_id = ${user_id} and company_id is null`.execute(tx);
      await eraseActor(tx, "bill_plans", user_id);
    },
  },
});
