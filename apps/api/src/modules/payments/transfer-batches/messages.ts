/** What people read of batches of transfers. No amount of a salary, and nobody's name. */
import { counted } from "@manilla/contract/formats";
import type { Message } from "../../platform/notifications/index.ts";

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
