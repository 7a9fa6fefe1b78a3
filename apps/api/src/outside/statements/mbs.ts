/** MyBankStatement: asked for here, released by the bank with a ticket and a password sent to the account's phone (mybankstatement.net, third-party API). */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { ProviderRefused, callProvider } from "../http.ts";
import { inOrder, koboOfNaira, shapeOf } from "./amounts.ts";
import type { TicketStatements } from "./port.ts";

const PROVIDER = "MyBankStatement";
const SUCCESS = "00";
const answered = z.object({ status: z.string(), message: z.string().nullish(), result: z.unknown() });
const amount = z.union([z.string(), z.number()]).nullish();
const statement = z.object({
  Name: z.string(), Nuban: z.string(), BankName: z.string(),
  Details: z.array(z.object({ PTransactionDate: z.string(), PNarration: z.string().nullish(), PCredit: amount, PDebit: amount, PBalance: amount })).max(50_000),
});

export function createMbsStatements({ MBS_URL, MBS_CLIENT_ID, MBS_CLIENT_SECRET }: Config): TicketStatements | undefined {
  if (!MBS_CLIENT_SECRET) return undefined;
  /** Refusals come with 200 and a status of their own. */
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await callProvider<unknown>({ provider: PROVIDER, method: "POST", url: `${MBS_URL}${path}`, headers: { "Client-ID": MBS_CLIENT_ID ?? "", "Client-Secret": MBS_CLIENT_SECRET }, body, deadline: 30_000 });
    const { status, result } = shapeOf(answered, answer, PROVIDER);
    if (status !== SUCCESS) throw new ProviderRefused(PROVIDER, 422, answer);
    return result;
  };
  return {
    async request({ account_no, bank_code, phone, name, from, to }) {
      const result = await ask("/RequestStatement", { accountNo: account_no, bankId: bank_code, startDate: from, endDate: to, role: "Applicant", country: "NG", phone, applicants: [{ name, applicationNo: null }] });
      return { request_id: String(shapeOf(z.union([z.string(), z.number()]), result, PROVIDER)) };
    },
    async fetch(ticket, password) {
      await ask("/ConfirmStatement", { ticketNo: ticket, password });
      const { Name, Nuban, BankName, Details } = shapeOf(statement, await ask("/GetStatementJSONObject", { ticketNo: ticket, password }), PROVIDER);
      const movements = Details.map(({ PTransactionDate, PNarration, PCredit, PDebit, PBalance }) => ({
        date: PTransactionDate.slice(0, 10), narration: PNarration ?? "", amount_kobo: koboOfNaira(PCredit || 0) - koboOfNaira(PDebit || 0), balance_kobo: PBalance === null || PBalance === undefined || PBalance === "" ? null : koboOfNaira(PBalance),
      }));
      return { account: { bank_name: BankName, account_name: Name, account_no: Nuban }, movements: inOrder(movements) };
    },
  };
}
