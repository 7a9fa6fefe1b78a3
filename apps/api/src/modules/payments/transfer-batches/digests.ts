/** What a batch says, as a digest: to be known again, and to stay as it was agreed to. */
import { createHash } from "node:crypto";
import { koboInFile } from "@manilla/contract/formats";
import type { BatchKind } from "@manilla/contract/payments/transfer-batch-kinds";
import type { TypedRow } from "./rules.ts";

/** What is agreed to of a row. */
export interface Content {
  number: number;
  bank_code: string | null;
  account_no_hash: Buffer | null;
  account_name: string | null;
  amount_kobo: bigint | null;
  narration: string | null;
  fee_kobo: bigint;
  vat_kobo: bigint;
  stamp_duty_kobo: bigint;
}

/** SHA-256 of the rows in their order: it changes with any payee, amount or charge. */
export function contentHash(rows: readonly Content[]): Buffer {
  const hash = createHash("sha256");
  for (const row of rows.toSorted((one, other) => one.number - other.number))
    hash.update(
      `${JSON.stringify([
        row.number,
        row.bank_code,
        row.account_no_hash?.toString("hex") ?? null,
        row.account_name,
        String(row.amount_kobo),
        row.narration,
        String(row.fee_kobo),
        String(row.vat_kobo),
        String(row.stamp_duty_kobo),
      ])}\n`,
    );
  return hash.digest();
}

/** SHA-256 of the rows of a file in any order: recognises a file that is brought twice. */
export const digestOf = (kind: BatchKind, month: string | null, rows: readonly TypedRow[]): Buffer =>
  createHash("sha256")
    .update(
      JSON.stringify([
        kind,
        month,
        rows
          .map(({ payee, bank, account_no, amount, narration, row_reference }) =>
            [
              payee.toLowerCase(),
              bank.toLowerCase(),
              account_no,
              String(koboInFile(amount) ?? amount),
              narration,
              row_reference,
            ].join("\u0001"),
          )
          .toSorted(),
      ]),
    )
    .digest();
