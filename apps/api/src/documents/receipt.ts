/**
 * Receipts that anybody can check: what one says, as paper and on the public page, and the address that its code leads to. The address carries a
 * seal over the record, so that knowing one receipt leads to no other.
 */
import { timingSafeEqual } from "node:crypto";
import type { FieldEncryption } from "../field-encryption.ts";
import type { LetterContent } from "./letter.ts";

/** What has receipts; the place is the byte in their addresses, so new ones go to the end. */
export const receiptKinds = ["transfer", "bill"] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

export interface Receipt {
  kind: ReceiptKind;
  id: string;
  title: string;
  reference: string;
  /** The day, `yyyy-mm-dd`. */
  date: string;
  label: string;
  amount_kobo: bigint;
  facts: [string, string][];
  charges: [string, string][];
  /** Where the money is by now, where that is not what the receipt says. */
  since: string | null;
}

interface Sealing {
  encryption: Pick<FieldEncryption, "hash">;
}

const UUID_BYTES = 16;
const SEAL_BYTES = 16;
const sealOf = ({ encryption }: Sealing, kind: ReceiptKind, id: string): Buffer =>
  encryption.hash("receipt", `${kind}:${id}`).subarray(0, SEAL_BYTES);

/** What the address of a receipt ends with. */
export function receiptToken(app: Sealing, kind: ReceiptKind, id: string): string {
  const record = Buffer.from(id.replaceAll("-", ""), "hex");
  return Buffer.concat([Buffer.from([receiptKinds.indexOf(kind)]), record, sealOf(app, kind, id)]).toString(
    "base64url",
  );
}

/** Whose receipt a token leads to; undefined where we did not make it. */
export function openReceiptToken(app: Sealing, token: string): { kind: ReceiptKind; id: string } | undefined {
  const bytes = Buffer.from(token, "base64url");
  const kind = receiptKinds[bytes[0] ?? receiptKinds.length];
  if (!kind || bytes.length !== 1 + UUID_BYTES + SEAL_BYTES) return undefined;
  const id = bytes.toString("hex", 1, 1 + UUID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return timingSafeEqual(bytes.subarray(1 + UUID_BYTES), sealOf(app, kind, id)) ? { kind, id } : undefined;
}

/** The receipt as paper. @param beside what only paper has, for example a token for a meter */
export function receiptLetter(
  app: Sealing & { config: { public_url: string } },
  receipt: Receipt,
  to: string,
  beside: LetterContent["parts"] = [],
): LetterContent {
  const { kind, id, title, reference, date, label, amount_kobo, facts, charges } = receipt;
  return {
    title,
    reference,
    date,
    to: [to],
    parts: [
      { amount_kobo, label },
      { facts },
      { facts: charges },
      ...beside,
      {
        qr: `${app.config.public_url}/receipts/${receiptToken(app, kind, id)}`,
        text: "Anyone who is shown this receipt can check it here: the page says whether it is ours, and where the money is by now.",
      },
    ],
  };
}
