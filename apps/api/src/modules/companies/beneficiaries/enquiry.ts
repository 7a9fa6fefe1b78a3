/** Whose account it is: the bank is asked, its name compared with the one that was typed. */
import { bankName } from "@manilla/contract/nigeria/banks";
import { nameMatch } from "@manilla/contract/nigeria/name-match";
import { checkNuban } from "@manilla/credit";
import type { App, Context } from "../../../house/app.ts";
import { InvalidFields, ProviderUnavailable } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { ProviderRefused } from "../../../outside/http.ts";

export interface Account {
  bank_code: string;
  account_no: string;
}
export interface Named {
  account_name: string;
  match_percent: number;
}

/** What is wrong with an account before the bank is asked. Codes of wallets have no check digit. */
export function wrongWith({ bank_code, account_no }: Account): { field: string; message: string } | undefined {
  if (bankName(bank_code) === "Unknown Bank") return { field: "bank_code", message: "this bank is not known" };
  if (!/^\d{10}$/.test(account_no))
    return { field: "account_no", message: "this field has to contain exactly 10 digits" };
  if (/^\d{3}$/.test(bank_code) && checkNuban(bank_code, account_no) === "invalid")
    return { field: "account_no", message: "this is not an account number of this bank" };
  return undefined;
}

/** The bank's name for an account. @returns undefined where there is no such account @throws NotReached, OutcomeUnknown */
export async function nameOf(app: Pick<App, "outside">, account: Account, name: string): Promise<Named | undefined> {
  try {
    const { account_name } = await app.outside.payments.resolveAccount(account);
    return { account_name, match_percent: nameMatch(name, account_name) };
  } catch (error) {
    if (error instanceof ProviderRefused) return undefined;
    throw error;
  }
}

const AN_HOUR = 120;

/** The same for a form. @throws InvalidFields at its fields, ProviderUnavailable, TooMany */
export async function enquire(context: Context, account: Account, name: string): Promise<Named> {
  const wrong = wrongWith(account);
  if (wrong) throw new InvalidFields({ [wrong.field]: [wrong.message] });
  await countAttempt(context.db, `beneficiary:${context.session.user_id}`, AN_HOUR, 3_600);
  const named = await nameOf(context, account, name).catch((error: unknown) => {
    context.log.warn({ err: { message: (error as Error).message } }, "name enquiry was not answered");
    throw new ProviderUnavailable(
      "The bank does not answer at the moment. Nothing was kept; please try again shortly.",
    );
  });
  if (!named) throw new InvalidFields({ account_no: ["this bank has no such account"] });
  return named;
}
