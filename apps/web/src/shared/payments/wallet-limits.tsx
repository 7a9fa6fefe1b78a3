import { day, naira } from "@manilla/contract/formats";
import { paymentChannels } from "@manilla/contract/money/payment-channels";
import { walletLimits } from "@manilla/contract/payments/limit-raise-kinds";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { useCall, useRecord } from "../api/use-call.ts";
import { useMay } from "../session/session.ts";
import { Answered } from "../ui/answered.tsx";
import { Facts, Panel } from "../ui/kit.tsx";

type Limits = Answer<typeof calls.limitRaises.ofWallet>["limits"];
type Shown = Pick<Limits[number], "kind" | "limit_kobo" | "left_kobo"> & Partial<Limits[number]>;

const wordsOf = ({ limit_kobo, left_kobo, is_raised, raised_until, kind }: Shown): string => {
  if (limit_kobo === null || left_kobo === null) return "No limit";
  const left = kind === "single" ? "" : `, ${naira(left_kobo)} left`;
  const until = is_raised ? `; raised ${raised_until ? `until ${day(raised_until)}` : "without an end"}` : "";
  return `${naira(limit_kobo)}${left}${until}`;
};

/** The provider's limits of a wallet, with what is left of each. */
const limitItems = (limits: readonly Shown[]) =>
  limits.map((limit) => ({ label: walletLimits[limit.kind], value: wordsOf(limit) }));
export const LimitFacts = ({ limits }: { limits: readonly Shown[] }): ReactNode => <Facts items={limitItems(limits)} />;

type Channels = Answer<typeof calls.limitRaises.ofWallet>["channels"];
/** The provider's limits of a day by how a payment comes, with what is left of each. */
export const channelItems = (channels: Channels) =>
  channels.map(({ channel, limit_kobo, left_kobo }) => ({
    label: paymentChannels[channel],
    value: `${naira(limit_kobo)} a day, ${naira(left_kobo)} left`,
  }));

/** What the caller may still send, before they type; nothing where no limit was set. */
export function OwnRoom(): ReactNode {
  const { data } = useCall(calls.transfers.ownRoom, {}, { enabled: useMay(calls.transfers.ownRoom) });
  if (!data) return null;
  return (
    <>
      {data.limits.some(({ limit_kobo }) => limit_kobo !== null) && (
        <Panel title="What your company lets you send">
          <LimitFacts limits={data.limits} />
        </Panel>
      )}
      {data.channels.length > 0 && (
        <Panel title="What may leave the wallet in a day">
          <Facts items={channelItems(data.channels)} />
        </Panel>
      )}
    </>
  );
}

/** The same as a panel of a company's wallet or page, with the way to ask for more. */
export function WalletLimits({ id, isOurs }: { id: string; isOurs: boolean }): ReactNode {
  const answer = useRecord(calls.limitRaises.ofWallet, { params: { id } });
  const mayAsk = useMay(calls.limitRaises.ask) && isOurs;
  const mayDecide = useMay(calls.limitRaises.listAll) && !isOurs;
  return (
    <Answered of={answer} height={80}>
      {({ limits, channels }) =>
        (channels.length > 0 || limits.some(({ limit_kobo }) => limit_kobo !== null)) && (
          <Panel
            title={isOurs ? "What we allow to leave it" : "Limits"}
            actions={
              mayAsk ? (
                <Link to="/corporate/wallet/limits">Ask for more</Link>
              ) : (
                mayDecide && <Link to={`/admin/company-limits?f.company_id=${id}`}>Requests</Link>
              )
            }
          >
            <Facts items={[...limitItems(limits), ...channelItems(channels)]} />
          </Panel>
        )
      }
    </Answered>
  );
}
