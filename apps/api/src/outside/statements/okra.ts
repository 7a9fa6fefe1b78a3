/** Okra: an account that the person links in its widget, and its transactions (docs.okra.ng, v2). Amounts in naira. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { callProvider } from "../http.ts";
import { inOrder, koboOfNaira, shapeOf } from "./amounts.ts";
import type { ConnectedMovement, LinkedStatements } from "./port.ts";

const PROVIDER = "Okra";
const MOST_PAGES = 60;
const PAGE = 500;
const envelope = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal("success"), data });
const made = envelope(z.object({ url: z.url() }));
const linked = envelope(z.object({ record: z.string().min(1), account: z.object({ id: z.string(), nuban: z.string(), name: z.string(), bank: z.object({ name: z.string() }) }) }));
const amount = z.number().nullish();
const pageOfTransactions = envelope(
  z.object({
    pagination: z.object({ totalPages: z.int().min(0), currentPage: z.int() }),
    transactions: z.array(z.object({ trans_date: z.string(), notes: z.object({ desc: z.string().nullish() }).nullish(), debit: amount, credit: amount, cleared_balance: amount })).max(PAGE),
  }),
);

export function createOkraStatements({ OKRA_URL, OKRA_SECRET_KEY }: Config): LinkedStatements | undefined {
  if (!OKRA_SECRET_KEY) return undefined;
  const ask = (path: string, body: unknown) => callProvider<unknown>({ provider: PROVIDER, method: "POST", url: `${OKRA_URL}${path}`, headers: { authorization: `Bearer ${OKRA_SECRET_KEY}` }, body, deadline: 30_000 });
  return {
    async connectPage({ name, email, reference }, redirect_url) {
      const { data } = shapeOf(made, await ask("/v2/widget/links", { name, customer: { email }, reference, billable_products: ["auth", "transactions"], countries: ["NG"], callback_url: redirect_url }), PROVIDER);
      return { connect_url: data.url };
    },
    async fetch(code, months) {
      const { data: link } = shapeOf(linked, await ask("/v2/auth/getByRecord", { record: code }), PROVIDER);
      const movements: ConnectedMovement[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const { data } = shapeOf(pageOfTransactions, await ask("/v2/transactions/getByAccount", { record: link.record, account: link.account.id, months, page, limit: PAGE }), PROVIDER);
        for (const { trans_date, notes, debit, credit, cleared_balance } of data.transactions) {
          movements.push({ date: trans_date.slice(0, 10), narration: notes?.desc ?? "", amount_kobo: koboOfNaira(credit ?? 0) - koboOfNaira(debit ?? 0), balance_kobo: cleared_balance === null || cleared_balance === undefined ? null : koboOfNaira(cleared_balance) });
        }
        if (page >= data.pagination.totalPages) break;
      }
      return { account: { bank_name: link.account.bank.name, account_name: link.account.name, account_no: link.account.nuban }, movements: inOrder(movements) };
    },
  };
}
