/** Whether a transfer is looked at before it is sent, and the money that is held in the meantime. */
import type { ReviewReason, TransferKind } from "@manilla/contract/payments/transfer-kinds";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import { queryable, type Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { InsufficientFunds, hold, payingAccount, release } from "../../money/books/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { InvalidFields } from "../../../errors.ts";
import { naira } from "@manilla/contract/formats";
import type { Given } from "./limits.ts";
import type { Transfer } from "./recording.ts";
import { type DayOut, type Velocity, type VelocityLimits, isOverDay, suspicionsOf } from "./rules.ts";

export type Did = Velocity & Pick<DayOut, "provider_out_kobo">;

/** What the person did since a moment, and what left on the business day over all wallets. They are locked. */
export const velocityOf = (user_id: Given<string>, since: Given<Date>, on: Given<string>) => sql<Did>`
    select
      transfers_out_on(${on}::date) as provider_out_kobo,
      (select count(*)::int from transfer_payees where user_id = ${user_id} and created_at >= ${since}) as new_payees,
      (
        select coalesce(sum(amount_kobo), 0)::bigint
        from personal_movements
        where user_id = ${user_id} and wallet = 'cash' and happened_at >= ${since} and kind in ('paid_in', 'received', 'dollars_sold')
      ) as came_in_kobo,
      (
        select coalesce(-sum(amount_kobo), 0)::bigint
        from personal_movements
        where user_id = ${user_id} and wallet = 'cash' and happened_at >= ${since} and kind in ('sent', 'came_back')
      ) as goes_out_kobo,
      (
        select count(*)::int
        from transfers
        where user_id = ${user_id} and company_id is null and status in ('failed', 'reversed') and settled_at >= ${since}
      ) as failures
  `;

/** The same of a company whose wallet is locked: new beneficiaries are those that were agreed to and paid since. What a batch pays is looked at as a whole. */
async function velocityOfCompany(
  tx: Tx,
  company_id: string,
  beneficiary_id: string | null,
  since: Date,
): Promise<Velocity> {
  const { rows } = await sql<Velocity>`
    select
      (
        select count(*)::int
        from beneficiaries b
        where b.company_id = ${company_id} and b.account_since >= ${since} and (
          b.id = ${beneficiary_id} or exists (
            select 1 from transfers t
            where t.beneficiary_id = b.id and t.created_at >= ${since}
              and t.status not in ('awaiting_approval', 'failed', 'reversed', 'cancelled')
          )
        )
      ) as new_payees,
      (
        select coalesce(sum(amount_kobo), 0)::bigint
        from wallet_movements
        where company_id = ${company_id} and happened_at >= ${since} and amount_kobo > 0
          and kind in ('transfer_in', 'card_in', 'recorded')
      ) as came_in_kobo,
      (
        select coalesce(-sum(amount_kobo), 0)::bigint
        from wallet_movements
        where company_id = ${company_id} and happened_at >= ${since} and kind in ('transfer_sent', 'transfer_returned')
      ) as goes_out_kobo,
      (
        select count(*)::int
        from transfers
        where company_id = ${company_id} and batch_id is null and status in ('failed', 'reversed') and settled_at >= ${since}
      ) as failures
  `.execute(tx);
  return rows[0]!;
}

export const reviewsSince = async (tx: Tx): Promise<Date> =>
  new Date(clock.milliseconds() - (await readSetting(tx, "transfer_review_minutes")) * 60_000);

const limitsOfCompanies = async (tx: Tx, new_payees: number): Promise<VelocityLimits> => ({
  new_payees,
  from_kobo: BigInt(await readSetting(tx, "company_review_from_kobo")),
  share_percent: await readSetting(tx, "transfer_review_share_percent"),
  failures: await readSetting(tx, "company_review_failures"),
});

/** The same for many transfers that leave a company's wallet as one. @param did of its new payees and what goes out; all of it leaves on the day @param new_payees how many are usual */
export async function suspicionsOfCompany(
  tx: Tx,
  company_id: string,
  { leaves_kobo, on, ...did }: Pick<Velocity, "new_payees" | "goes_out_kobo"> & { leaves_kobo: bigint; on: string },
  new_payees: number,
  since: Date,
): Promise<ReviewReason[]> {
  const { came_in_kobo, failures } = await velocityOfCompany(tx, company_id, null, since);
  const found = suspicionsOf({ came_in_kobo, failures, ...did }, await limitsOfCompanies(tx, new_payees));
  return [...found, ...(await overDayOn(tx, leaves_kobo, on))];
}

/**
 * Whether more would leave for banks on the day than we let out. Of transfers at one moment several may pass, because nobody waits for another
 * wallet: it bounds the day, not the kobo.
 */
export async function overDay(tx: Tx, out: DayOut): Promise<ReviewReason[]> {
  return isOverDay(out, BigInt(await readSetting(tx, "transfers_daily_kobo"))) ? ["provider_limit"] : [];
}

/** The same before what left on the day was asked. */
const overDayOn = async (tx: Tx, leaves_kobo: bigint, on: string): Promise<ReviewReason[]> => {
  const { rows } = await sql<{ kobo: bigint }>`select transfers_out_on(${on}::date) as kobo`.execute(tx);
  return overDay(tx, { provider_out_kobo: rows[0]!.kobo, leaves_kobo });
};

/** Why a colleague looks at a company's transfer first, by the company's own thresholds. */
export async function reasonsForCompany(
  tx: Tx,
  { company_id, beneficiary_id, on }: { company_id: string; beneficiary_id: string; on: string },
  total_kobo: bigint,
): Promise<ReviewReason[]> {
  const did = await velocityOfCompany(tx, company_id, beneficiary_id, await reviewsSince(tx));
  const after = { ...did, goes_out_kobo: did.goes_out_kobo + total_kobo };
  const found = suspicionsOf(after, await limitsOfCompanies(tx, await readSetting(tx, "company_review_payees")));
  return [...found, ...(await overDayOn(tx, total_kobo, on))];
}

interface Looked {
  kind: TransferKind;
  /** The person has never paid this payee. */
  is_new: boolean;
  total_kobo: bigint;
}
/** Why a colleague looks at it first; empty where it goes at once. The person is locked. @param on the business day */
export async function reasonsToLook(tx: Tx, user_id: string, looked: Looked, on: string): Promise<ReviewReason[]> {
  const { rows } = await velocityOf(user_id, await reviewsSince(tx), on).execute(tx);
  return reasonsAfter(tx, rows[0]!, looked);
}

/** The same after what they did. */
export async function reasonsAfter(
  tx: Tx,
  { provider_out_kobo, ...did }: Did,
  { kind, is_new, total_kobo }: Looked,
): Promise<ReviewReason[]> {
  const setting = async (key: Parameters<typeof readSetting>[1]) => readSetting(tx, key);
  const found = suspicionsOf(
    { ...did, new_payees: did.new_payees + (is_new ? 1 : 0), goes_out_kobo: did.goes_out_kobo + total_kobo },
    {
      new_payees: await setting("transfer_review_payees"),
      from_kobo: BigInt(await setting("transfer_review_from_kobo")),
      share_percent: await setting("transfer_review_share_percent"),
      failures: await setting("transfer_review_failures"),
    },
  );
  return [...found, ...(await overDay(tx, { provider_out_kobo, leaves_kobo: kind === "bank" ? total_kobo : 0n }))];
}

/** Sets the money of a transfer aside in the wallet that pays it: held, not moved. @throws InvalidFields where it is not free */
export async function holdMoney(
  tx: Tx,
  transfer: Pick<Transfer, "id" | "user_id" | "company_id" | "reference" | "total_kobo">,
  actor: string,
): Promise<void> {
  const { id, reference } = transfer;
  const total_kobo = transfer.total_kobo!;
  try {
    const held = await hold(queryable(tx), {
      key: `transfer-looked-at:${id}`,
      account: payingAccount(transfer),
      amount_kobo: total_kobo,
      description: `Transfer ${reference} is under review`,
      actor,
    });
    await changeRows(tx, "transfers", id, { hold_id: held.id });
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw new InvalidFields({
      amount_kobo: [
        `with its charges this is ${naira(total_kobo)}; your wallet has ${naira(error.available_kobo)} free`,
      ],
    });
  }
}

/** The money is free again. The transfer is locked. */
export async function freeMoney(tx: Tx, { id, hold_id }: { id: string; hold_id: string | null }): Promise<void> {
  if (!hold_id) return;
  await release(queryable(tx), { hold_id });
  await changeRows(tx, "transfers", id, { hold_id: null });
}
