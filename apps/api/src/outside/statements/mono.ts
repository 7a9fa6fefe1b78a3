/** Mono Connect: an account that the person links, and its statement (docs.mono.co, v2). */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { OutcomeUnknown, callProvider } from "../http.ts";
import type { StatementsPort } from "./port.ts";

const initiated = z.object({ mono_url: z.url() });
const linked = z.object({ id: z.string().min(1) });
const account = z.object({
  account: z.object({
    name: z.string(),
    account_number: z.string(),
    balance: z.number(),
    currency: z.string(),
    institution: z.object({ name: z.string(), bank_code: z.string().nullish() }),
  }),
});
const movement = z.object({
  narration: z.string().nullish(),
  amount: z.number(),
  type: z.enum(["debit", "credit"]),
  balance: z.number().nullish(),
  date: z.string(),
  currency: z.string().nullish(),
});
const statement = z.object({ transactions: z.array(movement).max(50_000) });

function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const parsed = shape.safeParse((answer as { data?: unknown } | null)?.data);
  if (!parsed.success) throw new OutcomeUnknown("Mono answered in an unknown shape");
  return parsed.data;
}

const koboOf = (amount: number): bigint => BigInt(Math.round(amount));

/** Mono Connect behind our port: statements of accounts that their owner linked. */
export function createMonoStatements({ MONO_URL, MONO_SECRET_KEY }: Config): StatementsPort {
  const ask = (method: "GET" | "POST", path: string, body?: unknown) =>
    callProvider<unknown>({
      provider: "Mono",
      method,
      url: `${MONO_URL}${path}`,
      headers: { "mono-sec-key": MONO_SECRET_KEY ?? "" },
      body,
      deadline: 30_000,
    });
  return {
    async connectPage({ name, email, reference }, redirect_url) {
      const { mono_url } = read(
        initiated,
        await ask("POST", "/v2/accounts/initiate", {
          customer: { name, email },
          meta: { ref: reference },
          scope: "auth",
          redirect_url,
        }),
      );
      return { connect_url: mono_url };
    },
    async connect(code) {
      return { account_id: read(linked, await ask("POST", "/v2/accounts/auth", { code })).id };
    },
    async account(account_id) {
      const { account: found } = read(account, await ask("GET", `/v2/accounts/${encodeURIComponent(account_id)}`));
      return {
        bank_name: found.institution.name,
        bank_code: found.institution.bank_code ?? null,
        account_name: found.name,
        account_no: found.account_number,
        balance_kobo: koboOf(found.balance),
      };
    },
    async statement(account_id, months) {
      const { transactions } = read(
        statement,
        await ask("GET", `/v2/accounts/${encodeURIComponent(account_id)}/statement?period=last${months}months`),
      );
      const movements = transactions.map(({ narration, amount, type, balance, date }) => ({
        date: date.slice(0, 10),
        narration: narration ?? "",
        amount_kobo: type === "debit" ? -koboOf(Math.abs(amount)) : koboOf(Math.abs(amount)),
        balance_kobo: balance === null || balance === undefined ? null : koboOf(balance),
      }));
      return (movements[0]?.date ?? "") > (movements.at(-1)?.date ?? "") ? movements.toReversed() : movements;
    },
  };
}
