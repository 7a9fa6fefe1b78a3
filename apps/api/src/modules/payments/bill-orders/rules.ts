/** Decisions about bills that are paid together. Pure; kobo. */
import { counted } from "@manilla/contract/formats";

export interface OrderRow {
  service_name: string;
  customer_no: string;
  amount_kobo: bigint;
  fee_kobo: bigint;
  vat_kobo: bigint;
}

/** Price and charges of a row. */
export const totalOfRow = ({ amount_kobo, fee_kobo, vat_kobo }: OrderRow): bigint => amount_kobo + fee_kobo + vat_kobo;

/** Price and charges of all rows. */
export const totalOf = (rows: readonly OrderRow[]): bigint => rows.reduce((sum, row) => sum + totalOfRow(row), 0n);

/** What an order is, in words: its one bill, or how many there are. */
export const whatOfRows = (rows: readonly OrderRow[]): string => {
  const [first] = rows;
  return rows.length === 1 && first ? `${first.service_name} for ${first.customer_no}` : counted(rows.length, "bill");
};
