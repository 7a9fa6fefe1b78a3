import { day, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { channelItems } from "../../../shared/payments/wallet-limits.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";

type Limits = Answer<typeof calls.personalWallets.snapshot>["limits"];
type Lot = Answer<typeof calls.rewards.findOwn>["lots"][number];

const tierName = (plan: string): string => sentence(plan);
const limit = (kobo: number | null): string => (kobo === null ? "No limit" : naira(kobo));

/** The tier of a person: what may move, what is left of it, and what lifts it. */
export function TierPanel({ limits, isOwn }: { limits: Limits; isOwn: boolean }): ReactNode {
  const { next } = limits;
  const missing = next?.missing ? sentence(next.missing) : undefined;
  return (
    <Panel title={tierName(limits.plan)}>
      <Facts
        items={[
          { label: "In at once, at most", value: limit(limits.single_deposit_kobo), figure: true },
          { label: "Wallet, at most", value: limit(limits.balance_kobo), figure: true },
          { label: "Out in a day, at most", value: limit(limits.daily_outflow_kobo), figure: true },
          limits.single_outflow_kobo !== null && {
            label: "Out at once, at most",
            value: naira(limits.single_outflow_kobo),
            figure: true,
          },
          limits.monthly_outflow_kobo !== null && {
            label: "Out in a month, at most",
            value: naira(limits.monthly_outflow_kobo),
            figure: true,
          },
          { label: "Left today", value: limit(limits.left_today_kobo), figure: true },
          limits.daily_transfers !== null && {
            label: "Transfers left today",
            value: `${limits.transfers_left} of ${limits.daily_transfers}`,
            figure: true,
          },
          ...channelItems(limits.channels),
        ]}
      />
      {limits.daily_outflow_kobo !== null && <p className="small muted">The limit resets at midnight.</p>}
      {next && (
        <p className="small muted">
          {missing
            ? `For ${tierName(next.plan).toLowerCase()}: ${missing}`
            : isOwn
              ? `You have all that ${tierName(next.plan).toLowerCase()} needs; it is yours once we have looked at your papers.`
              : `Nothing is missing for ${tierName(next.plan).toLowerCase()}.`}
        </p>
      )}
      {isOwn && (
        <p className="small">
          <Link to="/customer/wallets/limits">Ask for a higher limit</Link>
        </p>
      )}
    </Panel>
  );
}

/** "₦500.00 of it expires after 22 May 2027". */
export const expiresIn = ({ on, amount_kobo }: { on: string; amount_kobo: number }, all_kobo: number): string =>
  `${amount_kobo < all_kobo ? `${naira(amount_kobo)} of it expires` : "Expires"} after ${day(on)}`;

const tones = { available: "success", used: "neutral", expired: "neutral" } as const;
const words = { available: "To redeem", used: "Redeemed", expired: "Expired" } as const;

/** Rewards, each with what is left of it and its last day. */
export const Lots = ({ lots }: { lots: readonly Lot[] }): ReactNode => (
  <Panel title="Rewards" flush>
    <PlainTable
      caption="Rewards"
      empty="No rewards yet"
      rows={lots}
      columns={[
        { key: "reason", header: "For", card: "title", canWrap: true },
        {
          key: "_state",
          header: "State",
          render: ({ status }) => <ToneBadge tone={tones[status]}>{words[status]}</ToneBadge>,
        },
        { key: "left_kobo", header: "Left" },
        { key: "amount_kobo", header: "Earned" },
        { key: "earned_on", header: "On" },
        {
          key: "_until",
          header: "Redeem until",
          render: ({ status, expires_on }) => (status === "used" ? "–" : day(expires_on)),
        },
      ]}
    />
  </Panel>
);
