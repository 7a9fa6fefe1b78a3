/** Charges on transfers in Nigeria (business-rules §6), as dated configuration. */
import { parsePercent, round, times } from "./decimal.ts";

export interface TransferTariff {
  valid_from: string;
  /** Fee by amount: the first band whose `up_to_kobo` is not exceeded; null is every amount. */
  bands: readonly { up_to_kobo: bigint | null; fee_kobo: bigint }[];
  vat_percent: string;
  stamp_duty_from_kobo: bigint;
  stamp_duty_kobo: bigint;
}

/** In force by default: ₦10, ₦25, ₦50; VAT 7.5 %; stamp duty ₦50 from ₦10,000 on. */
export const DEFAULT_TRANSFER_TARIFFS: readonly TransferTariff[] = [
  {
    valid_from: "1900-01-01",
    bands: [
      { up_to_kobo: 500_000n, fee_kobo: 1_000n },
      { up_to_kobo: 5_000_000n, fee_kobo: 2_500n },
      { up_to_kobo: null, fee_kobo: 5_000n },
    ],
    vat_percent: "7.5",
    stamp_duty_from_kobo: 1_000_000n,
    stamp_duty_kobo: 5_000n,
  },
];

export interface TransferCharges {
  fee_kobo: bigint;
  vat_kobo: bigint;
  stamp_duty_kobo: bigint;
  total_kobo: bigint;
}

/** The tariff in force on a day. @throws RangeError when there is none */
export function tariffOn(on: string, tariffs: readonly TransferTariff[] = DEFAULT_TRANSFER_TARIFFS): TransferTariff {
  const tariff = tariffs
    .filter(({ valid_from }) => valid_from <= on)
    .toSorted((left, right) => (left.valid_from < right.valid_from ? 1 : -1))[0];
  if (!tariff) throw new RangeError(`no transfer tariff is in force on ${on}`);
  return tariff;
}

/** The bank's fee for a transfer, in kobo, before VAT. */
export const transferFee = (amount_kobo: bigint, tariff: TransferTariff): bigint =>
  tariff.bands.find(({ up_to_kobo }) => up_to_kobo === null || amount_kobo <= up_to_kobo)?.fee_kobo ?? 0n;

/** VAT on a fee, in kobo, HALF_UP. */
export const vatOn = (fee_kobo: bigint, tariff: TransferTariff): bigint =>
  round(times(fee_kobo, parsePercent(tariff.vat_percent)), "half_up");

/** Stamp duty, paid by the sender; salary and own-account transfers are exempt. */
export const stampDuty = (amount_kobo: bigint, tariff: TransferTariff, kind: TransferKind = "ordinary"): bigint =>
  kind === "ordinary" && amount_kobo >= tariff.stamp_duty_from_kobo ? tariff.stamp_duty_kobo : 0n;

export type TransferKind = "ordinary" | "salary" | "own_account";

/** Every charge of a transfer as a line of its own, for the screen before "Confirm". */
export function transferCharges({
  amount_kobo,
  on,
  kind = "ordinary",
  tariffs,
}: {
  amount_kobo: bigint;
  on: string;
  kind?: TransferKind;
  tariffs?: readonly TransferTariff[];
}): TransferCharges {
  const tariff = tariffOn(on, tariffs);
  const fee_kobo = transferFee(amount_kobo, tariff);
  const vat_kobo = vatOn(fee_kobo, tariff);
  const stamp_duty_kobo = stampDuty(amount_kobo, tariff, kind);
  return { fee_kobo, vat_kobo, stamp_duty_kobo, total_kobo: fee_kobo + vat_kobo + stamp_duty_kobo };
}
