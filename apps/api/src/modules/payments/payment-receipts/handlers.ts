import type * as calls from "@manilla/contract/payments/payment-receipts";
import type { Database } from "../../../db/database.ts";
import { amountInWords } from "../../../documents/amount-in-words.ts";
import { openReceiptToken, type Receipt, type ReceiptKind } from "../../../documents/receipt.ts";
import { NotFound } from "../../../errors.ts";
import type { Handlers } from "../../../house/app.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { billReceipt } from "../bills/index.ts";
import { transferReceipt } from "../transfers/index.ts";

/** Looks of one network in an hour. */
const AN_HOUR = 60;

const told: Readonly<Record<ReceiptKind, (db: Database, id: string) => Promise<Receipt | undefined>>> = {
  transfer: transferReceipt,
  bill: billReceipt,
};
const listed = (facts: readonly [string, string][]) => facts.map(([label, value]) => ({ label, value }));

export const handlers: Handlers<typeof calls> = {
  async verify(context, { params }) {
    const { db, network_address } = context;
    await countAttempt(db, `receipt:${network_address}`, AN_HOUR, 3_600);
    const opened = openReceiptToken(context, params.token);
    const receipt = opened && (await told[opened.kind](db, opened.id));
    if (!receipt) throw new NotFound("This receipt");
    const { title, reference, date, label, amount_kobo, facts, charges, since } = receipt;
    return {
      title,
      reference,
      date,
      label,
      amount_kobo,
      amount_in_words: amountInWords(amount_kobo),
      facts: listed(facts),
      charges: listed(charges),
      since,
    };
  },
};
