/** Receipts of transfers and bills, checked by anyone who was shown one. */
import { z } from "zod";
import { get } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { businessDate as day } from "../time.ts";

const fact = z.object({ label: z.string(), value: z.string() });

export const verify = get("/receipts/{token}", {
  spec: "added",
  because: "A receipt is believed when anyone who is shown it can check it, without an account.",
  summary: "The content of a receipt of ours, and the present state of its money",
  can: "public",
  notes: "The token carries a seal over its record: another one cannot be made of it. Counted per address.",
  params: z.strictObject({ token: z.string().regex(/^[\w-]{44}$/) }),
  response: z.object({
    title: z.string(),
    reference: z.string(),
    date: day,
    label: z.string(),
    amount_kobo: kobo,
    amount_in_words: z.string(),
    facts: z.array(fact),
    charges: z.array(fact),
    /** What has become of the money since; null where the receipt still says it. */
    since: z.string().nullable(),
  }),
});
