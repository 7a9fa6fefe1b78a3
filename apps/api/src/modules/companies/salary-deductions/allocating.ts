/** What an employer paid, given to each loan: one receipt a line, in a transaction of its own, once. */
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import type { Money } from "../../../house/purposes.ts";
import { receive } from "../../money/receipts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { renewKeptBack } from "./kept-back.ts";

/** To the loan; where that takes nothing any more (it was taken back), to the person. */
async function receivePart(tx: Tx, app: App, money: Money): Promise<string> {
  const loan = await tx
    .selectFrom("loans")
    .select("disbursed_on")
    .where("id", "=", money.subject_id ?? "")
    .executeTakeFirst();
  const { subject_id: _loan, ...credit } = money;
  const given: Money = loan?.disbursed_on ? money : { ...credit, purpose: "credit" };
  return (await receive(tx, app, given)).receipt_id;
}

async function allocateLine(app: App, line_id: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const columns = ["file_id", "number", "loan_id", "user_id", "deducted_kobo", "receipt_id"] as const;
    const line = await getRow(tx, "deduction_lines", line_id, columns, { lock: true });
    if (line.receipt_id) return;
    const { reference, company_id } = await getRow(tx, "deduction_files", line.file_id, ["reference", "company_id"]);
    const { name } = await getRow(tx, "companies", company_id, ["name"]);
    const receipt_id = await receivePart(tx, app, {
      user_id: line.user_id,
      purpose: "loan_repayment",
      subject_id: line.loan_id,
      amount_kobo: line.deducted_kobo,
      channel: "salary_deduction",
      source: "deductions_clearing",
      reference: `${reference}/${line.number}`,
      on: await businessDate(tx),
      actor: SYSTEM,
      note: `Kept back from the salary by ${name}`,
    });
    await changeRows(tx, "deduction_lines", line_id, { receipt_id });
    await renewKeptBack(tx, line.file_id);
  });
}

/** The job: killed and started again, it goes on with what has no receipt yet. */
export async function allocate(app: App, file_id: string): Promise<void> {
  const open = await app.db
    .selectFrom("deduction_lines")
    .select("id")
    .where("file_id", "=", file_id)
    .where("receipt_id", "is", null)
    .where("deducted_kobo", ">", 0n)
    .orderBy("number")
    .execute();
  const { status } = await getRow(app.db, "deduction_files", file_id, ["status"]);
  if (status !== "paid") return;
  for (const { id } of open) await allocateLine(app, id);
  await app.db.transaction().execute(async (tx) => {
    const file = await getRow(tx, "deduction_files", file_id, ["status"], { lock: true });
    if (file.status === "paid")
      await changeState(tx, { noun: "deductionFile", id: file_id, from: "paid", action: "allocate", actor: SYSTEM });
  });
}
