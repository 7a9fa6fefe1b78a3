/** Wema's API for partners (`WEMA_URL`). Amounts are naira as text. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, callProvider } from "../http.ts";
import { koboOfNaira } from "../statements/amounts.ts";
import type { PartnerBankPort } from "./port.ts";

const balanceShape = z.object({
  accountnumber: z.string().max(20),
  accountname: z.string().max(200),
  availablebalance: z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/),
});

export function createWema({ WEMA_URL, WEMA_API_KEY = "", WEMA_WEBHOOK_SECRET }: Config): PartnerBankPort {
  return {
    is_there: WEMA_URL !== undefined && WEMA_WEBHOOK_SECRET !== undefined,
    async balance() {
      if (!WEMA_URL) throw new NotReached("No partner bank is configured (WEMA_URL).");
      const headers = { "x-api-key": WEMA_API_KEY };
      const url = `${WEMA_URL}/account/balance`;
      const read = balanceShape.safeParse(
        await callProvider({ provider: "partner bank", method: "GET", url, headers }),
      );
      if (!read.success) throw new OutcomeUnknown("The partner bank answered in an unknown shape");
      const { accountnumber: account, accountname: name, availablebalance } = read.data;
      return { account, name, balance_kobo: koboOfNaira(availablebalance) };
    },
  };
}
