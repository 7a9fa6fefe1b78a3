import * as calls from "@manilla/contract/money/remittances";
import { queryable } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import type { Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { balancesOf } from "../books/index.ts";
import { vatFile, vatMonths } from "./queries.ts";
import { requestRemittance } from "./remit.ts";

const remittanceList = defineList(calls.listAll, {
  from: "vat_remittances v join users r on r.id = v.recorded_by join users c on c.id = v.confirmed_by",
  rows_of: "vat_remittances v",
  select: `
    v.id, v.month, v.amount_kobo, v.reference, v.paid_on, r.full_name as recorded_by, c.full_name as confirmed_by,
    v.slip_id, v.created_at
  `,
  id: "v.id",
  search: "folded(v.reference)",
});

export const handlers: Handlers<typeof calls> = {
  listAll: remittanceList,
  async months({ db }) {
    const [months, [payable]] = await Promise.all([vatMonths(db), balancesOf(queryable(db), ["vat_payable"])]);
    return { months, payable_kobo: payable?.natural_kobo ?? 0n };
  },
  async monthFile(context, { params }) {
    const { db } = context;
    // It names customers: who took it is on record, as of any list.
    await recordAudit(db, context, "exported", ["list", calls.monthFile.path], { after: params });
    return {
      name: `vat-${params.month}.csv`,
      media_type: "text/csv; charset=utf-8",
      body: Buffer.from(`\uFEFF${await vatFile(db, params.month)}`),
    };
  },
  remit: inOneTransaction<typeof calls.remit>(async (tx, context, { body }) => ({
    approval_id: await requestRemittance(tx, context, body),
  })),
};
