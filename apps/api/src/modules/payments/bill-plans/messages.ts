/** What people read of what is bought by itself. */
import { fullStop, naira } from "@manilla/contract/formats";
import { type Message, TROUBLE } from "../../platform/notifications/index.ts";

interface Facts {
  id: string;
  name: string;
  amount_kobo: bigint;
}

/** What was bought has the words of its bill. */
export const notBought = ({ id, name, amount_kobo }: Facts, why: string): Message => ({
  kind: "bill",
  title: `${name} was not bought today`,
  body: `${name} for ${naira(amount_kobo)} was not bought today: ${fullStop(why)} Nothing was taken. It is tried again on its next day; you can also buy it by hand.`,
  link: "/customer/bills/automatic",
  about: `bill_plan:${id}`,
  also: TROUBLE,
});
