/** A lender's API (`CARD_PARTNER_URL`). There is no published shape: ours is the smallest that one can speak, amounts in naira as text. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, callProvider } from "../http.ts";
import { koboOfNaira } from "../statements/amounts.ts";
import type { CardPartnerPort } from "./port.ts";

const answered = z.object({
  status: z.enum(["accepted", "refused", "pending"]),
  reason: z.string().max(300).nullish(),
});
const reported = z.object({
  lines: z
    .array(z.object({ reference: z.string().max(60), amount: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/) }))
    .max(100_000),
});
/** Naira with two digits behind the point. */
const asNaira = (kobo: bigint): string => `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`;

export function createCardPartner(config: Config): CardPartnerPort {
  const { CARD_PARTNER_URL, CARD_PARTNER_API_KEY = "", CARD_PARTNER_ACCOUNT } = config;
  const call = (method: "GET" | "PUT", path: string, body?: unknown) => {
    if (!CARD_PARTNER_URL) throw new NotReached("No partner funds cards (CARD_PARTNER_URL).");
    const headers = { "x-api-key": CARD_PARTNER_API_KEY };
    return callProvider<unknown>({
      provider: "card partner",
      method,
      url: `${CARD_PARTNER_URL}${path}`,
      headers,
      body,
    });
  };
  const [, bank_code = "", account_no = ""] = /^(\d+)\/(\d+)$/.exec(CARD_PARTNER_ACCOUNT ?? "") ?? [];
  return {
    is_there: CARD_PARTNER_URL !== undefined,
    account: account_no === "" ? null : { bank_code, account_no },
    async fund({ partner, reference, amount_kobo, lines }) {
      const cards = lines.map((line) => ({ card: line.card_id, amount: asNaira(line.amount_kobo) }));
      const path = `/${partner}/fundings/${encodeURIComponent(reference)}`;
      const read = answered.safeParse(await call("PUT", path, { amount: asNaira(amount_kobo), cards }));
      if (!read.success) throw new OutcomeUnknown("The card partner answered in an unknown shape");
      return { status: read.data.status, reason: read.data.reason ?? null };
    },
    async report(partner) {
      const read = reported.safeParse(await call("GET", `/${partner}/settlements`));
      if (!read.success) throw new OutcomeUnknown("The card partner reported in an unknown shape");
      return read.data.lines.map(({ reference, amount }) => ({ reference, amount_kobo: koboOfNaira(amount) }));
    },
  };
}
