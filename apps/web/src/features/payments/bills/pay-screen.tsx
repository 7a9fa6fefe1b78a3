import { naira } from "@manilla/contract/formats";
import { type BillKind, billKinds } from "@manilla/contract/payments/bill-kinds";
import { type ReactNode, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { Choices } from "../../../shared/form/choices.tsx";
import { useMaybeSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { readAgain } from "../../../shared/payments/again.ts";
import { Favourites } from "./again.tsx";
import { Betting } from "./betting.tsx";
import { PayForm } from "./pay-form.tsx";

export type Sold = Answer<typeof calls.bills.services>;

const isKind = (text: string | null): text is BillKind => text !== null && text in billKinds;

/** R143 for customers: what to pay, for whom, how much, and what it costs in all. */
export default function PayScreen(): ReactNode {
  return (
    <PaySection lead="Paid from your wallet, and there in seconds." base="/customer/bills">
      <Recent />
    </PaySection>
  );
}

/** What is sold, and paying it: the same for people and for companies. */
interface SectionProps {
  lead: string;
  base: "/customer/bills" | "/corporate/bills/new";
  children?: ReactNode;
}
export function PaySection({ lead, base, children }: SectionProps): ReactNode {
  const answer = useRecord(calls.bills.services, {});
  // Another favourite is another form.
  const { key } = useLocation();
  return (
    <Page width="form" lead={lead}>
      <Answered of={answer} height={360}>
        {(sold) => <Pay key={key} sold={sold} />}
      </Answered>
      <Favourites base={base} />
      {children}
    </Page>
  );
}

function Pay({ sold }: { sold: Sold }): ReactNode {
  const [query] = useSearchParams();
  const asked = query.get("kind");
  const { state } = useLocation();
  const again = readAgain(state);
  const [kind, setKind] = useState<BillKind>(again?.kind ?? (isKind(asked) ? asked : "airtime"));
  const offer = sold.kinds.find((each) => each.kind === kind);
  const [first] = sold.sources;
  const bounds = useCall(calls.betting.own, {}, { enabled: kind === "betting" && offer !== undefined });
  // What is left of the day is what can be typed.
  const left = kind === "betting" && offer ? Math.min(offer.maximum_kobo, bounds.data?.left_kobo ?? 0) : undefined;
  const isOut = kind === "betting" && bounds.data?.is_excluded !== false;
  return (
    <>
      <Panel>
        <div className="stack">
          <Choices
            legend="What would you like to pay?"
            choices={sold.kinds.map((each) => ({ value: each.kind, label: billKinds[each.kind] }))}
            value={kind}
            onChange={setKind}
          />
          {first && (
            <p className="small muted">
              {first.paid_from === "company" ? "The company's" : "Your"} wallet holds {naira(first.available_kobo)}.
            </p>
          )}
        </div>
      </Panel>
      {kind === "betting" && offer && <Betting />}
      {!offer || offer.notice ? (
        <Notice tone="warning">{offer?.notice ?? "This is not sold at the moment."}</Notice>
      ) : (
        !isOut && (
          <PayForm
            key={kind}
            offer={left === undefined ? offer : { ...offer, maximum_kobo: left }}
            sources={sold.sources}
            again={again?.kind === kind ? again : undefined}
          />
        )
      )}
    </>
  );
}

const RECENT = 8;

/** The last bills: followed, read again, paid again. */
function Recent(): ReactNode {
  const session = useMaybeSession();
  const { data } = useCall(
    calls.bills.transactions,
    { params: { userId: session?.user.id ?? "" }, query: { limit: RECENT } },
    { enabled: session !== undefined },
  );
  if (!data || data.items.length === 0) return null;
  return (
    <Panel title="Your last bills" flush>
      <PlainTable
        caption="Your last bills"
        rows={data.items}
        columns={[
          { key: "service_name", header: "For", card: "title", opens: ({ id }) => `/customer/bills/${id}` },
          { key: "total_kobo", header: "Paid", card: "field" },
          { key: "status", badge: "bill", card: "badge" },
          { key: "created_at", header: "When", card: "field" },
        ]}
      />
    </Panel>
  );
}
