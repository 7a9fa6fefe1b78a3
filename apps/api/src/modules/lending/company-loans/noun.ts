import * as calls from "@manilla/contract/lending/company-loans";
import { sql } from "kysely";
import { defineList } from "../../../db/list.ts";
import { noun } from "../../../house/index.ts";
import { LOAN_SELECT } from "../loans/index.ts";

const COMPANY = "json_build_object('id', c.id, 'name', c.name) as company";
const loans = {
  from: "loans l join users u on u.id = l.user_id join loan_products p on p.id = l.product_id join companies c on c.id = l.company_id",
  rows_of: "loans l join companies c on c.id = l.company_id",
  select: `${LOAN_SELECT}, ${COMPANY}`,
  id: "l.id",
  columns: {
    company_id: "l.company_id",
    status: "l.status",
    principal_kobo: "l.principal_kobo",
    days_past_due: "l.days_past_due",
    created_at: "l.created_at",
    disbursed_on: "l.disbursed_on",
  },
  search: ["lower(l.reference)", "l.customer_name", "folded(c.name)"],
};
const all = defineList(calls.listAll, loans);
const approved = defineList(calls.approved, loans);
const disbursed = defineList(calls.disbursed, loans);
/** Loans of people who are employed by companies. */
export const companyLoans = noun({
  calls,
  handlers: {
    listAll: all,
    approved: () => approved.scoped(sql`l.status in ('approved', 'offered', 'accepted', 'disbursing')`),
    disbursed: () => disbursed.scoped(sql`l.disbursed_on is not null`),
  },
});
