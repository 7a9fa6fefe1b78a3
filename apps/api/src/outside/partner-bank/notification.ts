/** What the partner bank sends us, in its published shape (Wema): every key in lower case, the amount as text. Pure. */
import { oneLine } from "@manilla/contract/card-number";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { koboOfNaira } from "../statements/amounts.ts";

/** Whether the bytes were signed with our secret: HMAC SHA-512 in hexadecimal digits, compared in constant time. */
export function isBankSignature(secret: string, body: Buffer, given: unknown): boolean {
  if (typeof given !== "string" || !/^[0-9a-f]{128}$/.test(given)) return false;
  return timingSafeEqual(createHmac("sha512", secret).update(body).digest(), Buffer.from(given, "hex"));
}

/** A transfer that came in. */
export interface InboundTransfer {
  session_id: string;
  /** Ours that it was paid into. */
  account_no: string;
  amount_kobo: bigint;
  sender: { name: string; account_no: string | null; bank: string; bank_code: string };
  narration: string;
  payment_reference: string;
  /** When the sending bank sent it; null where the session id names no moment. */
  sent_at: Date | null;
}

/** Text without what no text of ours has; null and too much are read as what they are worth. */
const text = (longest: number) =>
  z
    .string()
    .max(2_000)
    .refine((value) => value.isWellFormed() && !value.includes("\0"))
    .nullish()
    // A sender may write a card's number into it (promise D2).
    .transform((value) => oneLine(value ?? "").slice(0, longest));
const ten = z.string().regex(/^\d{10}$/);
/** Naira with at most two digits behind the point, more than nothing, below a thousand billion. */
const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/)
  .transform(koboOfNaira)
  .refine((kobo) => kobo > 0n);

const notification = z.object({
  sessionid: z.string().regex(/^\d{30}$/),
  craccount: ten,
  amount,
  originatoraccountnumber: text(20),
  originatorname: text(120),
  bankname: text(80),
  bankcode: text(10),
  narration: text(200),
  paymentreference: text(100),
});

/** The moment in a session id (six digits of the sending bank, then yymmddhhmmss of Lagos); null where there is none. */
export function momentOfSession(session_id: string): Date | null {
  const [, year, month, day, hour, minute, second] =
    /^\d{6}(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{12}$/.exec(session_id) ?? [];
  const written = `20${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = Date.parse(`${written}+01:00`);
  // 31 February is read as a day of March: it names no moment.
  const isReal = !Number.isNaN(at) && new Date(at + 3_600_000).toISOString().startsWith(written);
  return isReal ? new Date(at) : null;
}

/** Reads a notification. @returns undefined for what has another shape, or no amount */
export function readNotification(body: unknown): InboundTransfer | undefined {
  const read = notification.safeParse(body);
  if (!read.success) return undefined;
  const { sessionid: session_id, craccount: account_no, amount: amount_kobo, ...said } = read.data;
  const from = said.originatoraccountnumber;
  return {
    session_id,
    account_no,
    amount_kobo,
    sender: {
      name: said.originatorname || "Not named",
      account_no: /^\d{10}$/.test(from) ? from : null,
      bank: said.bankname,
      bank_code: /^\d{3,6}$/.test(said.bankcode) ? said.bankcode : "",
    },
    narration: said.narration,
    payment_reference: said.paymentreference,
    sent_at: momentOfSession(session_id),
  };
}

/** The account number that the bank asks about; undefined for another shape. */
export const readLookUp = (body: unknown): string | undefined => {
  const read = z.object({ accountnumber: ten }).safeParse(body);
  return read.success ? read.data.accountnumber : undefined;
};
