/** The sandbox's time machine, its bank and its card page, for the demo's past. Never in production. */

const DEADLINE = 5_000;

async function ask(url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(DEADLINE), ...init });
  await answer.body?.cancel();
  if (answer.status >= 400) throw new Error(`the sandbox answered ${answer.status} to ${new URL(url).pathname}`);
}

/** Sets the day that the outside world lives in. @throws when the application has already closed a later one */
export const setSandboxDay = (sandbox: string, business_date: string): Promise<void> =>
  ask(`${sandbox}/clock`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ business_date }),
  });

/** Pays on the hosted page with one of the sandbox's test cards, as a person would in the browser. */
export const payOnCardPage = (page: string, card: string): Promise<void> =>
  ask(page, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ card }),
  });

/** Money comes into our own account at the sandbox's bank, or leaves it, by itself. @param movement in kobo, negative: out */
export const bookAtBank = (
  sandbox: string,
  movement: { amount_kobo: number; reference: string; narration: string },
): Promise<void> =>
  ask(`${sandbox}/bank/movements`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(movement),
  });

/** Somebody transfers money to an account number of ours. @returns the transaction as the provider tells of it */
export async function payIntoAccount(
  sandbox: string,
  payment: { account_no: string; amount_kobo: number; sender_name: string },
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox}/bank/pay-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payment),
    signal: AbortSignal.timeout(DEADLINE),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to a transfer`);
  return ((await answer.json()) as { transaction: Record<string, unknown> }).transaction;
}
