/** What finance reads of partners. */
import { naira } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

export const silent = (partner: string, reference: string, amount_kobo: bigint): Note => ({
  kind: "card",
  title: "A card partner does not say whether it funds",
  body: `${reference} for ${naira(amount_kobo)} is queried again automatically. Ask the partner whether it has it.`,
  link: `/admin/card-partners/${partner}/settlements`,
});
