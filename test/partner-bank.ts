/** Transfers that come in at the partner bank, for tests: notifications as the bank sends them, and what became of them. */
import { createHmac } from "node:crypto";
import * as calls from "@manilla/contract/payments/partner-bank";
import type { TestApi } from "./api.ts";

export const WEMA_SECRET = "wema_webhook_sandbox";

let serial = 0;
/** Thirty digits that no other transfer has. */
export const newSession = (): string => `000058260115100000${String((serial += 1)).padStart(12, "0")}`;

export interface Sent {
  account_no: string;
  /** Naira as the bank writes them. */
  amount: string;
  session_id?: string;
  sender_account?: string;
  more?: Record<string, unknown>;
}

/** The body of a notification in the bank's shape. */
export const notification = ({ account_no, amount, session_id = newSession(), sender_account, more }: Sent): string =>
  JSON.stringify({
    originatoraccountnumber: sender_account ?? "0123456789",
    originatorname: "BOLA SENDER",
    amount,
    narration: "For the rent",
    craccount: account_no,
    craccountname: "ADA CUSTOMER",
    paymentreference: "NIP-1",
    bankname: "Guaranty Trust Bank",
    bankcode: "058",
    sessionid: session_id,
    ...more,
  });

const sign = (body: string, secret: string): string => createHmac("sha512", secret).update(body).digest("hex");

/** Sends bytes as the bank does. @param signature of these bytes under the right secret, unless another, or none, is given */
export async function deliver(
  { address }: Pick<TestApi, "address">,
  body: string,
  { path = "", signature = sign(body, WEMA_SECRET) as string | null } = {},
): Promise<{ status: number; body: { status?: string; status_desc?: string; accountname?: string } }> {
  const answer = await fetch(`${address}/api/webhooks/partner-bank${path}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...(signature !== null && { "x-wema-signature": signature }) },
  });
  return { status: answer.status, body: (await answer.json()) as { status?: string } };
}
export const signedBy = sign;

/** The account number of a person's cash wallet. */
export async function accountOf(api: TestApi, { token }: { token: string }): Promise<string> {
  const { body } = await api.call(calls.ownAccount, { token });
  return (body.data as { account: { account_no: string } }).account.account_no;
}
