/** A third aggregator, named by configuration: link, exchange, account, transactions by cursor. Amounts in kobo. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { callProvider } from "../http.ts";
import { inOrder, shapeOf } from "./amounts.ts";
import type { ConnectedMovement, LinkedStatements } from "./port.ts";

const MAX_PAGES = 100;
const link = z.object({ link_url: z.url() });
const account = z.object({
  account_id: z.string().min(1),
  holder: z.string(),
  number: z.string(),
  institution: z.string(),
});
const part = z.object({
  next_cursor: z.string().nullable(),
  transactions: z
    .array(
      z.object({
        booked_on: z.iso.date(),
        description: z.string(),
        direction: z.enum(["in", "out"]),
        amount: z.int().min(0),
        balance_after: z.int().nullable(),
      }),
    )
    .max(1_000),
});

/** The third source of linked accounts behind our port; its name and address are configuration. */
export function createThirdStatements({
  STATEMENT_SOURCE_3_NAME: name,
  STATEMENT_SOURCE_3_URL,
  STATEMENT_SOURCE_3_KEY,
}: Config): (LinkedStatements & { name: string }) | undefined {
  if (!STATEMENT_SOURCE_3_KEY || !STATEMENT_SOURCE_3_URL) return undefined;
  const ask = (method: "GET" | "POST", path: string, body?: unknown) =>
    callProvider<unknown>({
      provider: name,
      method,
      url: `${STATEMENT_SOURCE_3_URL}${path}`,
      headers: { "x-api-key": STATEMENT_SOURCE_3_KEY },
      body,
      deadline: 30_000,
    });
  return {
    name,
    async connectPage({ email, reference }, redirect_url) {
      return {
        connect_url: shapeOf(link, await ask("POST", "/links", { reference, email, return_url: redirect_url }), name)
          .link_url,
      };
    },
    async fetch(code, months) {
      const { account_id, holder, number, institution } = shapeOf(
        account,
        await ask("POST", "/links/exchange", { code }),
        name,
      );
      const movements: ConnectedMovement[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const address: string = `/accounts/${encodeURIComponent(account_id)}/transactions?months=${months}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
        const { transactions, next_cursor }: z.output<typeof part> = shapeOf(part, await ask("GET", address), name);
        for (const { booked_on, description, direction, amount, balance_after } of transactions) {
          movements.push({
            date: booked_on,
            narration: description,
            amount_kobo: direction === "out" ? -BigInt(amount) : BigInt(amount),
            balance_kobo: balance_after === null ? null : BigInt(balance_after),
          });
        }
        cursor = next_cursor;
        if (cursor === null) break;
      }
      return {
        account: { bank_name: institution, account_name: holder, account_no: number },
        movements: inOrder(movements),
      };
    },
  };
}
