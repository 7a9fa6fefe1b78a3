import * as calls from "@manilla/contract/payments/bills";
import { noun } from "../../../house/index.ts";
import { eraseActor } from "../../platform/states/index.ts";
import { readProviders } from "./catalogue.ts";
import { handlers } from "./handlers.ts";
import { workOnBills } from "./send.ts";

export const bills = noun({
  calls,
  handlers,
  jobs: [workOnBills],
  periodic: [{ name: "read floats and catalogues of billers", every_milliseconds: 600_000, run: readProviders }],
  personal: {
    deleted: ["bill_customers"],
    blanked: { bills: { customer_no: "", customer_name: null } },
    exported: { bills: "reference, service_name, item_name, customer_no, total_kobo, status, created_at" },
    erase: (tx, { user_id }) => eraseActor(tx, "bills", user_id),
  },
});
