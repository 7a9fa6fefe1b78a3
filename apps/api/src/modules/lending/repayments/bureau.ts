/** The credit bureau hears when the claim of a charged-off loan is met, and again where that recovery is reversed. */
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { ProviderRefused } from "../../../outside/http.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { LOST_STATES } from "../schedules/index.ts";
import { bureauKnowsNobody } from "./messages.ts";

/** The job: says what is true now, so that it may run any number of times. @throws where the bureau is not reached: the queue tries again */
export async function tellBureau(app: App, loan_id: string): Promise<void> {
  const { db, encryption, outside } = app;
  const columns = ["id", "user_id", "reference", "status", "claim_kobo", "recovered_kobo", "recovered_on"] as const;
  const loan = await findRow(db, "loans", loan_id, [...columns]);
  if (!loan || !LOST_STATES.includes(loan.status)) return;
  const person = await findRow(db, "users", loan.user_id, ["data_key"]);
  const profile = await findRow(db, "profiles", { user_id: loan.user_id }, ["bvn_encrypted"]);
  // Erased, or never verified: the bureau knows nobody by our words.
  if (!person?.data_key || !profile?.bvn_encrypted) return;
  const report = {
    reference: loan.reference,
    status: loan.recovered_on ? ("closed" as const) : ("charged_off" as const),
    outstanding_kobo: loan.claim_kobo - loan.recovered_kobo,
    as_at: loan.recovered_on ?? (await businessDate(db)),
  };
  const bvn = encryption.decrypt(loan.user_id, person.data_key, "bvn", profile.bvn_encrypted);
  try {
    await outside.identity.reportLoan({ ...report, bvn });
  } catch (error) {
    if (!(error instanceof ProviderRefused && error.status === 404)) throw error;
    // It knows no such person: asking again changes nothing, and a person has to tell it.
    return db.transaction().execute(async (tx) => {
      await recordAudit(tx, SYSTEM, "bureau_knows_nobody", ["loan", loan_id], { after: report, about: loan.user_id });
      await notifyRoles(tx, ["super_risk", "super_operations"], { ...bureauKnowsNobody(loan), about: loan.user_id });
    });
  }
  await db.transaction().execute(async (tx) => {
    await changeRows(tx, "loans", loan_id, { bureau_told_at: clock.now() });
    await recordAudit(tx, SYSTEM, "bureau_told", ["loan", loan_id], { after: report, about: loan.user_id });
  });
}

export const tellBureaus = (app: App): Promise<void> =>
  app.queue.work("tell-bureau", ({ loan_id }) => tellBureau(app, loan_id));
