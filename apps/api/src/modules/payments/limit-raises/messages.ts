/** What people and colleagues read of higher limits of companies' wallets. */
import { day, fullStop, naira } from "@manilla/contract/formats";
import { type WalletLimit, walletLimits } from "@manilla/contract/payments/limit-raise-kinds";
import type { Message, Note } from "../../platform/notifications/index.ts";

const about = { kind: "wallet", link: "/corporate/wallet/limits" } as const;
const nameOf = (kind: WalletLimit): string => walletLimits[kind].toLowerCase();

export const granted = (raise: {
  company_id: string;
  kind: WalletLimit;
  limit_kobo: bigint;
  valid_until: string | null;
}): Message => ({
  ...about,
  about: `limit:${raise.company_id}`,
  title: "Your company's wallet has a higher limit",
  body: `${naira(raise.limit_kobo)} may leave it ${nameOf(raise.kind)}${raise.valid_until ? ` until ${day(raise.valid_until)}` : ""}.`,
});

export const declined = (
  raise: { company_id: string; kind: WalletLimit },
  { reason }: { reason: string },
): Message => ({
  ...about,
  about: `limit:${raise.company_id}`,
  title: "The limit of your company's wallet stays as it is",
  body: `You asked for more ${nameOf(raise.kind)}. The reason: ${fullStop(reason)}`,
});

export const ended = (kind: WalletLimit, base_kobo: bigint): Note => ({
  ...about,
  title: "A higher limit of the wallet has ended",
  body: `${naira(base_kobo)} may leave it ${nameOf(kind)} again.`,
});

export const requested = (company: string, kind: WalletLimit, requested_kobo: bigint): Note => ({
  kind: "wallet",
  title: "A company asks for a higher limit",
  body: `${company}: ${naira(requested_kobo)} ${nameOf(kind)}`,
  link: "/admin/company-limits",
});
