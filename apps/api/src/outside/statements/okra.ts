/**
 * Okra, v2, amounts in naira. Shapes from docs.okra.ng/reference (Transactions, Balance, Auth: POST with a filter, `{status, message, data: {pagination, …}}`, pages
 * counted from 1, `transaction` in the singular) and docs.okra.ng/docs/product-records. Okra ended its service in May 2025, so this is kept for the specification's call
 * (C322), is offered only with a key, and the page link and the record's customer are as far as nothing published says otherwise. A transaction carries no balance:
 * whether a statement's balances add up cannot be said, and it goes to a person.
 */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { clock } from "../../clock.ts";
import { OutcomeUnknown, callProvider } from "../http.ts";
import { inOrder, koboOfNaira, shapeOf } from "./amounts.ts";
import type { ConnectedMovement, LinkedStatements } from "./port.ts";

const PROVIDER = "Okra";
const MAX_PAGES = 60;
const PAGE = 500;
const envelope = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal("success"), data });
const made = envelope(z.object({ url: z.url() }));
const named = z
  .union([z.string().min(1), z.object({ _id: z.string().min(1) })])
  .transform((value) => (typeof value === "string" ? value : value._id));
const recorded = envelope(z.object({ records: z.object({ _id: z.string(), customer: named }) }));
const balances = envelope(
  z.object({
    balance: z.array(
      z.object({
        account: z.object({
          _id: z.string(),
          nuban: z.string(),
          name: z.string(),
          bank: z.object({ name: z.string() }),
        }),
      }),
    ),
  }),
);
const amount = z.number().nullish();
const pageOfTransactions = envelope(
  z.object({
    pagination: z.object({ totalPages: z.int().min(0), page: z.int() }),
    transaction: z
      .array(
        z.object({
          trans_date: z.string(),
          notes: z.object({ desc: z.string().nullish() }).nullish(),
          debit: amount,
          credit: amount,
          account: named,
        }),
      )
      .max(PAGE),
  }),
);

/** Okra behind our port. */
export function createOkraStatements({ OKRA_URL, OKRA_SECRET_KEY }: Config): LinkedStatements | undefined {
  if (!OKRA_SECRET_KEY) return undefined;
  const ask = (path: string, body: unknown) =>
    callProvider<unknown>({
      provider: PROVIDER,
      method: "POST",
      url: `${OKRA_URL}${path}`,
      headers: { authorization: `Bearer ${OKRA_SECRET_KEY}` },
      body,
      deadline: 30_000,
    });
  return {
    async connectPage({ name, email, reference }, redirect_url) {
      const { data } = shapeOf(
        made,
        await ask("/v2/widget/links", {
          name,
          customer: { email },
          reference,
          billable_products: ["auth", "transactions"],
          countries: ["NG"],
          callback_url: redirect_url,
        }),
        PROVIDER,
      );
      return { connect_url: data.url };
    },
    async fetch(code, months) {
      const { data: record } = shapeOf(recorded, await ask("/v2/products/records/get", { record_id: code }), PROVIDER);
      const { customer } = record.records;
      const { data: held } = shapeOf(
        balances,
        await ask("/v2/balance/getByCustomer", { customer, page: 1, limit: 1 }),
        PROVIDER,
      );
      const account = held.balance[0]?.account;
      if (!account) throw new OutcomeUnknown(`${PROVIDER} named no account`);
      const earliest = clock.now();
      earliest.setUTCMonth(earliest.getUTCMonth() - months);
      const movements: ConnectedMovement[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const { data } = shapeOf(
          pageOfTransactions,
          await ask("/v2/transactions/getByCustomer", { customer, page, limit: PAGE }),
          PROVIDER,
        );
        for (const { trans_date, notes, debit, credit, account: of } of data.transaction) {
          if (of === account._id && new Date(trans_date) >= earliest)
            movements.push({
              date: trans_date.slice(0, 10),
              narration: notes?.desc ?? "",
              amount_kobo: koboOfNaira(credit ?? 0) - koboOfNaira(debit ?? 0),
              balance_kobo: null,
            });
        }
        if (page >= data.pagination.totalPages) break;
      }
      return {
        account: { bank_name: account.bank.name, account_name: account.name, account_no: account.nuban },
        movements: inOrder(movements),
      };
    },
  };
}
