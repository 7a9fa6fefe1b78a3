import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown } from "../http.ts";
import type { BankPort } from "./port.ts";

const DEADLINE = 15_000;

/** Statements fetched from the bank's file service (`BANK_URL`), one CAMT.053 file a day. */
export function createBankStatements(config: Config): BankPort {
  return {
    async fetchStatement(date) {
      if (!config.BANK_URL) throw new NotReached("No bank is configured (BANK_URL).");
      let response: Response;
      try {
        response = await fetch(`${config.BANK_URL}/statements/${date}.camt053.xml`, {
          signal: AbortSignal.timeout(DEADLINE),
          redirect: "error",
        });
      } catch (error) {
        throw new NotReached("The bank cannot be reached.", { cause: error });
      }
      if (response.status === 404) return undefined;
      if (!response.ok) throw new OutcomeUnknown(`The bank answered ${response.status}.`);
      return { format: "camt053", text: await response.text() };
    },
  };
}
