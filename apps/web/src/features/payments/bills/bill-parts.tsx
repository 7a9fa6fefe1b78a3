/** A bill as its payer follows it: where it is, its token, what was paid. */
import { date, exactTime, fullStop, naira } from "@manilla/contract/formats";
import { billKinds, bringsToken, customerLabels, groupedToken } from "@manilla/contract/payments/bill-kinds";
import { billMoneyBack, billSources } from "@manilla/contract/payments/bill-states";
import { type ReactNode, useEffect } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { Copyable, Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import styles from "./bills.module.css";

export type Bill = Answer<typeof calls.bills.find>;

const LOOK_AGAIN_MS = 3_000;
export const isOpen = ({ status }: Pick<Bill, "status">): boolean => ["accepted", "sent", "unknown"].includes(status);

export const titleOf = ({ kind, amount_kobo }: Bill): string =>
  `${naira(amount_kobo)} of ${billKinds[kind].toLowerCase()}`;

/** Looks again by itself while something is on its way and the page is seen. */
export function useFollowing(open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    const look = () => document.visibilityState === "visible" && void refreshEverything();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [open]);
}

/** Where it is, said honestly: nobody has to pay again because a provider is slow. */
export function State({ bill }: { bill: Bill }): ReactNode {
  const { status, failure, next_question_at, is_reviewed, total_kobo, paid_from } = bill;
  useFollowing(isOpen(bill));
  if (status === "delivered") return <Notice tone="success">It is delivered.</Notice>;
  if (status === "failed" || status === "refunded")
    return (
      <Notice tone="warning">
        {failure && fullStop(failure)} {naira(total_kobo)} is {billMoneyBack[paid_from]}.
      </Notice>
    );
  const [isToken, isPin] = [bringsToken(bill.kind, bill.service), bill.kind === "education"];
  return (
    <div aria-live="polite">
      <Notice tone="info">
        {status === "unknown"
          ? `The provider has not reported the outcome yet${isToken ? `, or not sent the ${isPin ? "PIN" : "token"}` : ""}. You need not pay again.`
          : "It is on its way."}{" "}
        {next_question_at && `We ask the provider again at ${exactTime(next_question_at)}.`}
        {is_reviewed && " A colleague looks at it."}
      </Notice>
    </div>
  );
}

/** What is typed into the meter, large. */
export const Token = ({ bill: { kind, tokens, units } }: { bill: Bill }): ReactNode => (
  <div className={styles.token}>
    <span className="muted">
      {kind === "education" ? "Your PIN" : tokens.length > 1 ? "Type them in this order" : "Your token"}
    </span>
    {tokens.map((token) => (
      <Copyable key={token} text={token} label={kind === "education" ? "PIN" : "token"}>
        <strong className={styles.digits}>{groupedToken(token)}</strong>
      </Copyable>
    ))}
    {units && <span>{units}</span>}
    <span className="small muted">It was also sent to your phone and by mail.</span>
  </div>
);

/** What was paid, for whom and from which money. */
export const Details = ({ bill }: { bill: Bill }): ReactNode => (
  <Panel title="What you paid">
    <Facts
      items={[
        { label: "For", value: bill.service_name },
        bill.item !== "any" && { label: "What", value: bill.item_name },
        { label: customerLabels[bill.kind], value: bill.customer_no },
        bill.customer_name !== null && { label: "In the name of", value: bill.customer_name },
        { label: "Price", value: naira(bill.amount_kobo), figure: true },
        bill.fee_kobo > 0 && { label: "Fee", value: naira(bill.fee_kobo), figure: true },
        bill.vat_kobo > 0 && { label: "VAT on the fee", value: naira(bill.vat_kobo), figure: true },
        { label: "In all", value: naira(bill.total_kobo), figure: true },
        { label: "Paid from", value: billSources[bill.paid_from] },
        { label: "When", value: date(bill.created_at) },
        { label: "Reference", value: bill.reference },
      ]}
    />
  </Panel>
);
