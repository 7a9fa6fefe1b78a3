/** The outside world from the other side: what a tester presses on the sandbox's control page, as calls. */
import { expect } from "@playwright/test";
import { appPort } from "./world.ts";

export const sandboxUrl = `http://127.0.0.1:${appPort + 1}`;

/** One of the sandbox's people, with the numbers that the providers know. */
export interface SandboxPerson {
  bvn: string;
  first_name: string;
  last_name: string;
  gender: "male" | "female";
  /** `yyyy-mm-dd` */
  date_of_birth: string;
  phone: string;
  email: string;
  work_email: string;
  address: string;
  employer: string;
  salary_kobo: number;
  salary_day: number;
  accounts: { account_number: string; account_name: string; bank_name: string }[];
}

interface Message {
  id: number;
  text: string;
}

/** Money on the provider's own account at the sandbox bank; negative is money out, in kobo. */
export interface Movement {
  amount_kobo: number;
  kind: string;
  reference: string;
  booked_on: string;
  counterparty: { account_number: string } | null;
}

/** Calls the sandbox. @throws Error with its answer when it refuses */
async function sandbox<Answer>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(sandboxUrl + path, {
    method,
    ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The person with this number, 1 being the first. */
export async function personNumber(number: number): Promise<SandboxPerson> {
  const { people } = await sandbox<{ people: SandboxPerson[] }>("GET", "/people.json");
  const person = people[number - 1];
  if (!person) throw new Error(`The sandbox has no person ${number}.`);
  return person;
}

/** A person's bank statement as their bank would let them download it. */
export async function statementCsv(bvn: string): Promise<Buffer> {
  const answer = await fetch(`${sandboxUrl}/people/${bvn}/statement.csv`);
  return Buffer.from(await answer.arrayBuffer());
}

const messagesTo = async (to: string): Promise<Message[]> =>
  (await sandbox<{ messages: Message[] }>("GET", `/inbox/messages?to=${encodeURIComponent(to)}`)).messages;

/**
 * Does something that sends a code, and waits for it.
 * @param to phone number or mail address
 * @returns the six digits
 */
export async function codeSentBy(to: string, act: () => Promise<void>): Promise<string> {
  const before = (await messagesTo(to))[0]?.id ?? 0;
  await act();
  let code = "";
  await expect
    .poll(
      async () => {
        const found = (await messagesTo(to)).find(({ id, text }) => id > before && /\b\d{6}\b/.test(text));
        code = /\b\d{6}\b/.exec(found?.text ?? "")?.[0] ?? "";
        return code;
      },
      { message: `a code sent to ${to}`, timeout: 20_000 },
    )
    .not.toBe("");
  return code;
}

/** The newest message to somebody with a word in it, waited for. */
export async function messageTo(to: string, word: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => (found = (await messagesTo(to)).find(({ text }) => text.includes(word))?.text), {
      message: `a message with ${word} to ${to}`,
      timeout: 20_000,
    })
    .toBeDefined();
  return found ?? "";
}

interface Clock {
  business_date: string;
  reached_on: string | null;
  running: boolean;
}

/** The business date that the sandbox shows, `yyyy-mm-dd`. */
export const businessDate = async (): Promise<string> => (await sandbox<Clock>("GET", "/clock")).business_date;

/** Lives until a day: the time machine goes there and the application closes every day in between. */
export async function liveUntil(day: string): Promise<void> {
  const days = Math.round((Date.parse(day) - Date.parse(await businessDate())) / 86_400_000);
  if (days > 0) await sandbox("POST", "/clock/advance", { days });
  await expect
    .poll(
      async () => {
        const { reached_on, running } = await sandbox<Clock>("GET", "/clock");
        return running ? "closing days" : reached_on;
      },
      { message: `the application has reached ${day}`, timeout: 120_000, intervals: [300] },
    )
    .toBe(day);
}

/** The day so many days after another, `yyyy-mm-dd`. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** What goes wrong at the payment provider from now on. */
export const breakPaystack = (fault: {
  mode: string;
  call?: string;
  times?: number;
  delay_ms?: number;
}): Promise<unknown> => sandbox("PUT", "/faults/paystack", fault);
/** The seller of bills sells, and does not answer what became of a sale. */
export const silenceBaxi = (): Promise<unknown> =>
  sandbox("PUT", "/faults/baxi", { mode: "outage", call: "GET /superagent/transaction/requery" });
/** Events are lost from now on. */
export const dropWebhooks = (): Promise<unknown> => sandbox("PUT", "/faults/webhooks", { drop: true });
/** Everything works again. */
export const mendEverything = (): Promise<unknown> => sandbox("DELETE", "/faults");

/** Money that moved at the bank, all of it or under one reference. */
export async function movements(reference?: string): Promise<Movement[]> {
  return (
    await sandbox<{ movements: Movement[] }>(
      "GET",
      `/bank/movements.json${reference ? `?reference=${encodeURIComponent(reference)}` : ""}`,
    )
  ).movements;
}

/** Somebody pays into a virtual account. */
export const payIn = (account_no: string, amount_kobo: number): Promise<unknown> =>
  sandbox("POST", "/bank/pay-in", { account_no, amount_kobo });

/** Changes how the newest saved card of a person behaves. `balance_kobo` is what is on it. */
export async function changeCardOf(
  email: string,
  change: { behaviour?: string; balance_kobo?: number },
): Promise<void> {
  const { saved } = await sandbox<{ saved: { authorization_code: string; email: string }[] }>("GET", "/cards.json");
  const card = saved.findLast((each) => each.email === email);
  if (!card) throw new Error(`${email} has saved no card.`);
  await sandbox("PUT", `/cards/${card.authorization_code}`, change);
}

/** A movement on the provider's own account that nobody there knows of. */
export const bookAtTheBank = (movement: {
  amount_kobo: number;
  reference: string;
  narration: string;
}): Promise<unknown> => sandbox("POST", "/bank/movements", movement);
