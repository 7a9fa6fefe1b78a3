import { merchantCategories } from "@manilla/contract/cards/merchant-categories";
import { counted, dollars, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Compared, daysBefore } from "../../../shared/figures/compared.tsx";
import { DayRange, useDayRange } from "../../../shared/figures/day-range.tsx";
import { Figures } from "../../../shared/figures/figures.tsx";
import { SpendParts } from "../../../shared/figures/spend-parts.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

type Spend = Answer<typeof calls.cardAuthorisations.spend>;

/** The captures behind a figure. */
const taken = ({ from, to }: Spend, filter: string): string =>
  `/admin/cards/captures?${filter}&rangeKey=happened_at&rangeStart=${from}&rangeEnd=${to}`;

/** What cards pay for in a period, beside the period before; every figure opens what shops took. */
export default function SpendScreen(): ReactNode {
  const answer = useRecord(calls.cardAuthorisations.spend, { query: useDayRange() });
  return (
    <Page lead="What shops took with cards, less what they gave back, by the day on which they did.">
      <DayRange from={answer.data?.from} to={answer.data?.to} usual="This month" />
      <Answered of={answer} height={320}>
        {(spend) => <Spent spend={spend} />}
      </Answered>
    </Page>
  );
}

function Spent({ spend }: { spend: Spend }): ReactNode {
  const { from, to, amount_kobo, before_kobo, count, by_category, by_merchant } = spend;
  return (
    <>
      <Figures
        items={[
          {
            label: "Spent",
            value: naira(amount_kobo),
            href: taken(spend, "f.currency=NGN"),
            note: <Compared now={amount_kobo} before={before_kobo} than={daysBefore(from, to)} />,
          },
          { label: "Taken", value: counted(count, "time"), href: taken(spend, "f.currency=NGN&f.kind=capture") },
          {
            label: "With dollar cards",
            value: dollars(spend.dollars.amount_cents),
            note: counted(spend.dollars.count, "time"),
            href: taken(spend, "f.currency=USD"),
          },
        ]}
      />
      {by_category.length === 0 && <Empty title="Nothing yet">No shop took anything in these days.</Empty>}
      <SpendParts
        noun="time"
        title="By category"
        rows={by_category.map(({ category, ...part }) => ({
          ...part,
          key: category,
          name: merchantCategories[category].words,
          to: taken(spend, `f.currency=NGN&f.category=${category}`),
        }))}
      />
      <SpendParts
        noun="time"
        title="By shop"
        rows={by_merchant.map(({ id, ...part }) => ({
          ...part,
          key: id,
          to: taken(spend, `f.currency=NGN&f.merchant_id=${id}`),
        }))}
      />
    </>
  );
}
