/** Companies with money: a wallet that was paid into, and a granted line, as the books have them. */
import { uuidv7 } from "uuidv7";
import { openLineAccounts, postLineGranted } from "../apps/api/src/modules/money/books/index.ts";
import { receiveForCompany } from "../apps/api/src/modules/money/receipts/index.ts";
import { SYSTEM } from "../apps/api/src/modules/platform/audit/index.ts";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";
import type { LendingWorld } from "./lending.ts";

/** Money that has come by transfer, in kobo. */
export const walletWith = (
  { api: { app } }: Pick<LendingWorld, "api">,
  company_id: string,
  amount_kobo: bigint,
): Promise<unknown> =>
  app.db
    .transaction()
    .execute(async (tx) =>
      receiveForCompany(tx, app, {
        company_id,
        amount_kobo,
        channel: "bank_transfer",
        source: "bank_operating",
        reference: `TEST-${uuidv7()}`,
        on: await businessDate(tx),
        actor: SYSTEM,
      }),
    );

/** A line as after both have signed. */
export const lineWith = (
  { api: { app } }: Pick<LendingWorld, "api">,
  { id, owner, limit_kobo }: { id: string; owner: { user_id: string }; limit_kobo: bigint },
): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    const application_id = uuidv7();
    const [on, requested_by] = [await businessDate(tx), owner.user_id];
    const asked = { amount_kobo: limit_kobo, purpose: "Stock", monthly_turnover_kobo: limit_kobo, requested_by };
    await tx
      .insertInto("line_applications")
      .values({ id: application_id, company_id: id, status: "granted", ...asked })
      .execute();
    await tx
      .insertInto("credit_lines")
      .values({ company_id: id, application_id, limit_kobo, annual_rate_percent: "30", granted_at: new Date() })
      .execute();
    await openLineAccounts(tx, id);
    await postLineGranted(tx, { id: uuidv7(), company_id: id, amount_kobo: limit_kobo, on, actor: SYSTEM.name });
  });
