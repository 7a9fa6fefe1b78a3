/** The shops of the sandbox, in which the demo's people pay with their cards. Never in production. */

const DEADLINE = 10_000;

async function ask<Answer>(url: string, method: "POST" | "PUT", body: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { "content-type": "application/json", authorization: "Bearer sandbox" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(DEADLINE),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${new URL(url).pathname}`);
  return (await answer.json()) as Answer;
}

/** Sends the messages of the sandbox's providers to an address on this machine. @returns where they went before */
export const sendWebhooksTo = async (sandbox: string, target: string): Promise<string> =>
  (await ask<{ before: string }>(`${sandbox}/webhooks/target`, "PUT", { target })).before;

export interface ShopPayment {
  cardId: string;
  /** Naira. */
  amount: number;
  channel: "web" | "pos" | "atm" | "mobile";
  merchant: { name: string; category: string; city: string; country: string };
}

/** Money that somebody at another bank sends to an account number at the partner bank. */
export interface TransferIn {
  account_no: string;
  amount_kobo: number;
  sender_name: string;
  narration: string;
  /** Also to a number that the application does not know. */
  whatever?: boolean;
}
export const transferIn = (sandbox: string, transfer: TransferIn): Promise<unknown> =>
  ask(`${sandbox}/bank/transfer-in`, "POST", transfer);

/** Our bank pays into our account with the issuer of cards. @param amount_kobo positive */
export const fillIssuerAccount = (sandbox: string, amount_kobo: number): Promise<unknown> =>
  ask(`${sandbox}/issuer-float`, "POST", { amount_kobo });

/** Pays in a shop, which then takes the money where it was approved, and gives it back where it is to. */
export async function payInShop(sandbox: string, payment: ShopPayment, then?: "capture" | "refund"): Promise<void> {
  const { data } = await ask<{ data: { _id: string; responseCode: string } }>(
    `${sandbox}/issuer/cards/simulator/authorization`,
    "POST",
    payment,
  );
  if (!then || data.responseCode !== "00") return;
  await ask(`${sandbox}/issuer-payments/${data._id}/capture`, "POST", {});
  if (then === "refund") await ask(`${sandbox}/issuer-payments/${data._id}/refund`, "POST", {});
}
