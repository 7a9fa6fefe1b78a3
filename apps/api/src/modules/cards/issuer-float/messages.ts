/** What colleagues read of our account with the issuer. */
import { day as dayInWords, money } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

const account = (currency: "NGN" | "USD"): string =>
  `Our account with the issuer${currency === "USD" ? " in dollars" : ""}`;

export const low = (balance_kobo: bigint, currency: "NGN" | "USD"): Note => ({
  kind: "reconciliation",
  title: `${account(currency)} is low`,
  body:
    balance_kobo < 0n
      ? `The issuer says that it is ${money(-balance_kobo, currency)} overdrawn. Without money in it cards are declined: top it up.`
      : `The issuer says that ${money(balance_kobo, currency)} is left. Without money in it cards are declined: top it up.`,
  link: "/admin/cards/float/top-ups",
});

export const differs = (day: string, difference_kobo: bigint, currency: "NGN" | "USD"): Note => ({
  kind: "reconciliation",
  title: `${account(currency)} differs`,
  body: `${dayInWords(day)}: the issuer says ${money(difference_kobo < 0n ? -difference_kobo : difference_kobo, currency)} ${difference_kobo < 0n ? "less" : "more"} than the books.`,
  link: "/admin/cards/float?f.status=differs",
});
