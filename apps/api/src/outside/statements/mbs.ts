/**
 * MyBankStatement: requested here, released by the bank with a ticket and a password that it sends to the account's phone. No open documentation; the shapes are
 * those of client libraries in public use (github.com/0sax/mbsGo and others against mybankstatement.net/TP/api): `Client-ID` and `Client-Secret` as headers,
 * `{status, message, result}` with "00" for success, refusals as texts in `result`, banks by their own numbers (`SelectActiveRequestBanks`), days as
 * DD-MM-YYYY, and a statement that comes as JSON inside a text, without the bank's name.
 */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { OutcomeUnknown, ProviderRefused, callProvider } from "../http.ts";
import { inOrder, koboOfNaira, shapeOf } from "./amounts.ts";
import type { TicketStatements } from "./port.ts";

const PROVIDER = "MyBankStatement";
const SUCCESS = "00";
const answered = z.object({ status: z.string(), message: z.string().nullish(), result: z.unknown() });
const banks = z.array(z.object({ id: z.int(), name: z.string(), sortCode: z.string().nullish() })).max(1_000);
const amount = z.union([z.string(), z.number()]).nullish();
const statement = z.object({
  Name: z.string(),
  Nuban: z.string(),
  BankName: z.string().nullish(),
  Details: z
    .array(
      z.object({
        PTransactionDate: z.string(),
        PNarration: z.string().nullish(),
        PCredit: amount,
        PDebit: amount,
        PBalance: amount,
      }),
    )
    .max(50_000),
});
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `2026-01-31` as they write it. */
const theirDay = (day: string): string => day.split("-").toReversed().join("-");

/** Days as banks write them into it: 2026-01-31T00:00:00, 31-01-2026, 31/01/2026 or 31-Jan-2026. @throws OutcomeUnknown for anything else */
export function readDay(text: string): string {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/.exec(text.trim());
  if (iso?.[1]) return iso[1];
  const [, day = "", month = "", year = ""] =
    /^(\d{1,2})[-/ ](\d{1,2}|[a-z]{3})[a-z]*[-/ ](\d{4})/i.exec(text.trim()) ?? [];
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1;
  if (!year || number < 1 || number > 12 || Number(day) < 1 || Number(day) > 31)
    throw new OutcomeUnknown("a statement provider sent a day that cannot be read");
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** The statement is a text with JSON in it, sometimes between backslashes. */
function unpacked(result: unknown): unknown {
  if (typeof result !== "string") return result;
  try {
    return JSON.parse(result.replace(/^\\+|\\+$/g, ""));
  } catch (error) {
    throw new OutcomeUnknown(`${PROVIDER} sent a statement that cannot be read`, { cause: error });
  }
}

/** MyBankStatement behind our port. */
export function createMbsStatements({
  MBS_URL,
  MBS_CLIENT_ID,
  MBS_CLIENT_SECRET,
  MBS_USERNAME,
}: Config): TicketStatements | undefined {
  if (!MBS_CLIENT_SECRET) return undefined;
  /** Refusals come with 200 and a status of their own. */
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await callProvider<unknown>({
      provider: PROVIDER,
      method: "POST",
      url: `${MBS_URL}${path}`,
      headers: { "Client-ID": MBS_CLIENT_ID ?? "", "Client-Secret": MBS_CLIENT_SECRET },
      body,
      deadline: 30_000,
    });
    const { status, result } = shapeOf(answered, answer, PROVIDER);
    if (status !== SUCCESS) throw new ProviderRefused(PROVIDER, 422, answer);
    return result;
  };
  /** Their number of a bank. @throws ProviderRefused for a bank that does not take part */
  const bankId = async (bank_code: string): Promise<number> => {
    const all = shapeOf(banks, await ask("/SelectActiveRequestBanks", {}), PROVIDER);
    // A sort code is the bank's code, alone or with the branch behind it.
    const found =
      all.find(({ sortCode }) => sortCode === bank_code) ??
      all.find(({ sortCode }) => sortCode?.length === 9 && bank_code.length === 3 && sortCode.startsWith(bank_code));
    if (!found) throw new ProviderRefused(PROVIDER, 422, { message: "This bank does not take part." });
    return found.id;
  };
  return {
    async request({ account_no, bank_code, phone, name, from, to }) {
      const result = await ask("/RequestStatement", {
        accountNo: account_no,
        bankId: await bankId(bank_code),
        destinationId: MBS_CLIENT_ID ?? "",
        startDate: theirDay(from),
        endDate: theirDay(to),
        role: "Applicant",
        username: MBS_USERNAME,
        country: "NG",
        phone,
        applicants: [{ name, applicationNo: "" }],
      });
      return { request_id: String(shapeOf(z.union([z.string(), z.number()]), result, PROVIDER)) };
    },
    async fetch(ticket, password) {
      await ask("/ConfirmStatement", { ticketNo: ticket, password });
      const { Name, Nuban, BankName, Details } = shapeOf(
        statement,
        unpacked(await ask("/GetStatementJSONObject", { ticketNo: ticket, password })),
        PROVIDER,
      );
      const movements = Details.map(({ PTransactionDate, PNarration, PCredit, PDebit, PBalance }) => ({
        date: readDay(PTransactionDate),
        narration: PNarration ?? "",
        amount_kobo: koboOfNaira(PCredit || 0) - koboOfNaira(PDebit || 0),
        balance_kobo: PBalance === null || PBalance === undefined || PBalance === "" ? null : koboOfNaira(PBalance),
      }));
      return {
        account: { bank_name: BankName ?? "", account_name: Name, account_no: Nuban },
        movements: inOrder(movements),
      };
    },
  };
}
