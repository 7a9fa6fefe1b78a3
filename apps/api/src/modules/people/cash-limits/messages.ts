/** What people and colleagues read of cash limits. */
import { day, fullStop, naira } from "@manilla/contract/formats";
import { type CashLimit, cashLimits } from "@manilla/contract/people/wallet-kinds";
import type { Message, Note } from "../../platform/notifications/index.ts";

const about = { kind: "wallet", link: "/customer/wallets/limits" } as const;
const nameOf = (kind: CashLimit): string => cashLimits[kind].toLowerCase();

interface Raised {
  kind: CashLimit;
  limit_kobo: bigint;
  valid_until: string | null;
  /** Than held before. */
  is_more: boolean;
}

export const given = ({ kind, limit_kobo, valid_until, is_more }: Raised): Note => ({
  ...about,
  title: is_more ? "Your cash wallet has a higher limit" : "A limit of your cash wallet was corrected",
  body: `${cashLimits[kind]}, at most: ${naira(limit_kobo)}${valid_until ? ` until ${day(valid_until)}` : ""}.`,
});

export const declined = ({ kind }: { kind: CashLimit }, { reason }: { reason: string }): Message => ({
  ...about,
  about: "cash-limit",
  title: "Your limit stays as it is",
  body: `You asked for more ${nameOf(kind)}. The reason: ${fullStop(reason)}`,
});

export const requested = (person: string, kind: CashLimit, requested_kobo: bigint): Note => ({
  kind: "wallet",
  title: "Somebody asks for a higher cash limit",
  body: `${person}: ${naira(requested_kobo)} ${nameOf(kind)}`,
  link: "/admin/cash/limit-requests",
});
