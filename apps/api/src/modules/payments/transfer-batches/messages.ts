/** What people read of batches of transfers. No amount of a salary, and nobody's name. */
import type { BatchKind } from "@manilla/contract/payments/transfer-batch-kinds";
import { counted, fullStop, naira } from "@manilla/contract/formats";
import type { Letter, Message, Note } from "../../platform/notifications/index.ts";

interface Facts {
  id: string;
  name: string;
}
const to = ({ id }: Facts) => ({ kind: "transfer", link: `/corporate/batches/${id}`, about: `transfer_batch:${id}` });

export const done = (batch: Facts, arrived: number, failed: number): Message => ({
  ...to(batch),
  also: ["mail"],
  title: `${batch.name}: ${counted(arrived, "payment")} arrived${failed > 0 ? `, ${failed} came back` : ""}`,
  body:
    failed > 0
      ? "What came back is in the wallet again with its charges. On the page of the batch it can be corrected and sent again."
      : "Every row has arrived.",
});

export const agreed = (batch: Facts): Message => ({
  ...to(batch),
  title: `${batch.name} is on its way`,
  body: "Your company has agreed to the batch. Its page shows how far it is.",
});

export const lookedAt = (batch: Facts): Note => ({
  ...to(batch),
  title: `We look at ${batch.name} before it is sent`,
  body: "The money is held in the wallet until then. We will notify you; you need not send it again.",
});

export const lookAt = (batch: { total_kobo: bigint; reference: string }, company: string): Note => ({
  kind: "transfer",
  title: `${company} sends a batch of ${naira(batch.total_kobo)}: have a look`,
  body: `${batch.reference} is held as a whole until a colleague has decided.`,
  link: "/admin/transfer-reviews?f.status=in_review",
});

export const letGo = (batch: Facts): Note => ({
  ...to(batch),
  title: `${batch.name} is on its way`,
  body: "We have reviewed it. Its page shows the progress.",
});

export const stopped = (batch: Facts, reason: string): Message => ({
  ...to(batch),
  also: ["mail"],
  title: `We have not sent ${batch.name}`,
  body: `The money is free in the wallet again. ${fullStop(reason)}`,
});

export interface Arrived {
  id: string;
  kind: BatchKind;
  amount_kobo: bigint;
  reference: string;
  bank_name: string | null;
  account_no_last4: string | null;
  company: string;
}
/** To who is paid, at the address in the company's file, which may be a wrong one: no name, no text of the company, and no amount of a salary. */
export function paidYou({ id, kind, amount_kobo, reference, bank_name, account_no_last4, company }: Arrived): Letter {
  const what = kind === "salary" ? "your salary" : naira(amount_kobo);
  const text = `${company} has paid ${what} to your account ending ${account_no_last4} at ${bank_name}. Reference ${reference}.`;
  return { subject: `${company} has paid you`, text, about: `transfer_paid:${id}` };
}
