import { hoursInWords } from "@manilla/contract/cards/card-control-kinds";
import { limitWords } from "@manilla/contract/cards/decline-reasons";
import { cardEnding, day, money, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { ControlsForm } from "./controls-form.tsx";

export type Controlled = Answer<typeof calls.cardControls.find>;
export type ControlSet = NonNullable<Controlled["company"]>;

/** Added: what a card may be used for, what is left of each limit and when it begins anew. */
export default function ControlsScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.cardControls.find}
      width="text"
      title={({ card }) => `Controls of card ${cardEnding(card.last4)}`}
      lead={(data) =>
        data && <span className="muted">{[data.card.label, data.card.person.name].filter(Boolean).join(", ")}</span>
      }
    >
      {(controlled) => (
        <>
          <Left controlled={controlled} />
          {controlled.sets === "holder" && controlled.company && (
            <Panel title="What your company allows">
              <InWords set={controlled.company} currency={controlled.card.currency} />
            </Panel>
          )}
          {controlled.sets ? (
            <ControlsForm key={JSON.stringify(controlled[controlled.sets])} controlled={controlled} />
          ) : (
            (["company", "holder"] as const).map(
              (by) =>
                controlled[by] && (
                  <Panel key={by} title={by === "company" ? "Set by the company" : "Set by the holder"}>
                    <InWords set={controlled[by]} currency={controlled.card.currency} />
                  </Panel>
                ),
            )
          )}
        </>
      )}
    </RecordPage>
  );
}

function Left({ controlled: { card, left, day_count, cash } }: { controlled: Controlled }): ReactNode {
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
            value: `${money(left_kobo, card.currency)} of ${money(limit_kobo, card.currency)}${raised_kobo > 0 ? ` and ${naira(raised_kobo)} more` : ""}${resets_at ? `, begins anew on ${day(resets_at)} at 00:00` : ""}`,
          })),
          day_count && { label: "Payments today", value: `${day_count.left} of ${day_count.allowed} are left` },
          ...cash.map(({ period, left_kobo, limit_kobo, resets_at }) => ({
            label: period === "day" ? "Cash from machines today" : ofWeek,
            value: `${naira(left_kobo)} of ${naira(limit_kobo)} (the national limit), begins anew on ${day(resets_at)} at 00:00`,
          })),
        ]}
      />
    </Panel>
  );
}

const listed = (words: readonly string[]): string => words.join(", ");

function InWords({ set, currency }: { set: ControlSet; currency: "NGN" | "USD" }): ReactNode {
  const limits = Object.entries(limitWords).flatMap(([period, words]) => {
    const limit = set[`${period}_kobo` as "day_kobo"];
    return limit === null ? [] : [{ label: sentence(words), value: money(limit, currency) }];
  });
  const lists = [
    ["Only for", set.allowed_categories],
    ["Not for", set.blocked_categories],
    ["Only at", set.allowed_merchants],
    ["Not at", set.blocked_merchants],
    ["Channels", set.channels],
    ["Countries", set.countries],
  ] as const;
  return (
    <Facts
      items={[
        ...limits,
        ...lists.map(
          ([label, values]) => values.length > 0 && { label, value: listed(values.map((each) => sentence(each))) },
        ),
        { label: "When", value: hoursInWords(set) },
        set.day_count !== null && { label: "Payments a day", value: String(set.day_count) },
      ]}
    />
  );
}
