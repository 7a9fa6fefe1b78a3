import { limitWords, type LimitPeriod } from "@manilla/contract/cards/decline-reasons";
import { day, naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface Raise {
  id: string;
  period: LimitPeriod;
  amount_kobo: bigint;
  ends_on: string;
}
const what = ({ period, amount_kobo, ends_on }: Raise): string =>
  `${naira(amount_kobo)} on top of the ${limitWords[period]} until ${day(ends_on)}`;

/** To those of the company who decide. */
export const asked = (raise: Raise, name: string): Note => ({
  kind: "card",
  title: `${name} asks for more on a card`,
  body: what(raise),
  link: "/corporate/cards/raises",
});

export const decided = (raise: Raise, isGranted: boolean, reason: string | null): Message => ({
  kind: "card",
  title: isGranted ? "Your card may spend more" : "Your card was not given more",
  body: `${what(raise)}.${reason ? ` ${reason}` : ""}`,
  link: "/customer/cards/raises",
  about: `card_raise:${raise.id}`,
});
