import { PROVIDER_ACCOUNT, type Movement, type dayOf } from "./movements.ts";

type Day = ReturnType<typeof dayOf>;

const compact = (date: string): string => date.slice(2).replaceAll("-", "");
const amount = (kobo: number): string =>
  `${Math.trunc(Math.abs(kobo) / 100)},${String(Math.abs(kobo) % 100).padStart(2, "0")}`;
const sign = (kobo: number): string => (kobo < 0 ? "D" : "C");
/** SWIFT's character set, without what opens a field. */
const clean = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9/?().,'+ -]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** The day of the account's first statement. */
const OPENED_ON = "2025-01-01";
/** The number of a day's statement: days since the account's first one. */
export const statementNumber = (date: string): number =>
  Math.max(1, Math.round((Date.parse(date) - Date.parse(OPENED_ON)) / 86_400_000) + 1);

const KIND: Record<Movement["kind"], string> = {
  transfer: "NTRF",
  transfer_reversal: "NRTI",
  card: "NCRD",
  pay_in: "NTRF",
  refund: "NRTI",
  other: "NMSC",
};

/** SWIFT MT940: opening balance, one `:61:` with `:86:` for each movement, closing balance. The whole reference is in `:86:` after `/REF/`, as `:61:` has room for 16 characters. */
export function mt940(date: string, { opening_kobo, closing_kobo, movements }: Day): string {
  const number = statementNumber(date);
  const previous = compact(new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10));
  return [
    `{1:F01${PROVIDER_ACCOUNT.bic}AXXX0000000000}{2:O940${PROVIDER_ACCOUNT.bic}XXXXN}{4:`,
    `:20:STMT${compact(date)}`,
    `:25:${PROVIDER_ACCOUNT.bank_code}/${PROVIDER_ACCOUNT.account_number}`,
    `:28C:${number}/1`,
    `:60F:${sign(opening_kobo)}${previous}NGN${amount(opening_kobo)}`,
    ...movements.flatMap((movement) => entry(movement)),
    `:62F:${sign(closing_kobo)}${compact(date)}NGN${amount(closing_kobo)}`,
    `:64:${sign(closing_kobo)}${compact(date)}NGN${amount(closing_kobo)}`,
    "-}",
    "",
  ].join("\r\n");
}

function entry({ id, booked_on, amount_kobo, kind, reference, narration, counterparty }: Movement): string[] {
  const value = compact(booked_on);
  const information = `/REF/${reference}/NAME/${clean(counterparty?.name ?? "PAYSTACK SETTLEMENT")}/TEXT/${clean(narration)}`;
  return [
    `:61:${value}${value.slice(2)}${sign(amount_kobo)}${amount(amount_kobo)}${KIND[kind]}${reference.length <= 16 ? reference : "NONREF"}//${id}`,
    `:86:${(information.match(/.{1,65}/g) ?? []).slice(0, 6).join("\r\n")}`,
  ];
}
