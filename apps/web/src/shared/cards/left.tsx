import { limitWords } from "@manilla/contract/cards/decline-reasons";
import { day, money, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { useCall } from "../api/use-call.ts";
import { Facts, Notice, Panel } from "../ui/kit.tsx";

export type Controlled = Answer<typeof calls.cardControls.find>;

/** What is left of each limit of a card, and when it resets. */
export function Left({ controlled: { card, left, day_count, cash } }: { controlled: Controlled }): ReactNode {
  const ofWeek = card.is_company ? "Cash of all the company's cards this week" : "Cash of all your cards this week";
  return (
    <Panel title="What is left">
      {left.length === 0 && !day_count && (
        <Notice>No limit is set: the card spends what is there, wherever its controls let it.</Notice>
      )}
      <Facts
        items={[
          ...left.map(({ period, left_kobo, limit_kobo, raised_kobo, resets_at }) => ({
            label: sentence(limitWords[period]),
            value: `${money(left_kobo, card.currency)} of ${money(limit_kobo, card.currency)}${raised_kobo > 0 ? ` and ${naira(raised_kobo)} more` : ""}${resets_at ? `, resets on ${day(resets_at)} at 00:00` : ""}`,
          })),
          day_count && { label: "Payments today", value: `${day_count.left} of ${day_count.allowed} are left` },
          ...cash.map(({ period, left_kobo, limit_kobo, resets_at }) => ({
            label: period === "day" ? "Cash from machines today" : ofWeek,
            value: `${naira(left_kobo)} of ${naira(limit_kobo)} (the national limit), resets on ${day(resets_at)} at 00:00`,
          })),
        ]}
      />
    </Panel>
  );
}

/** The same on the card's own page, where it has a limit. */
export function LeftOfCard({ id }: { id: string }): ReactNode {
  const { data } = useCall(calls.cardControls.find, { params: { id } });
  return data && (data.left.length > 0 || data.day_count) ? <Left controlled={data} /> : null;
}
