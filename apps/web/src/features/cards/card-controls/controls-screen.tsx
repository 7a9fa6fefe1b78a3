import { hoursInWords } from "@manilla/contract/cards/card-control-kinds";
import { channelWords, limitWords } from "@manilla/contract/cards/decline-reasons";
import { merchantCategories } from "@manilla/contract/cards/merchant-categories";
import { cardEnding, money, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { ControlsForm } from "./controls-form.tsx";
import { type Controlled, Left } from "../../../shared/cards/left.tsx";

export type { Controlled } from "../../../shared/cards/left.tsx";
export type ControlSet = NonNullable<Controlled["company"]>;

/** Added: what a card may be used for, what is left of each limit and when it resets. */
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

const listed = (words: readonly string[]): string => words.join(", ");

function InWords({ set, currency }: { set: ControlSet; currency: "NGN" | "USD" }): ReactNode {
  const limits = Object.entries(limitWords).flatMap(([period, words]) => {
    const limit = set[`${period}_kobo` as "day_kobo"];
    return limit === null ? [] : [{ label: sentence(words), value: money(limit, currency) }];
  });
  const lists = [
    ["Only for", set.allowed_categories.map((each) => merchantCategories[each].words)],
    ["Not for", set.blocked_categories.map((each) => merchantCategories[each].words)],
    ["Only at", set.allowed_merchants],
    ["Not at", set.blocked_merchants],
    ["Only by", set.channels.map((each) => channelWords[each])],
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
        set.tips_percent > 0 && {
          label: "Tips at restaurants",
          value: `${set.tips_percent} % more than a limit has left`,
        },
        set.day_count !== null && { label: "Payments a day", value: String(set.day_count) },
      ]}
    />
  );
}
