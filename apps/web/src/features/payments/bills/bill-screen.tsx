import { exactTime, fullStop, naira } from "@manilla/contract/formats";
import { billKinds, bringsToken, customerLabels, groupedToken } from "@manilla/contract/payments/bill-kinds";
import { billMoneyBack, billSources } from "@manilla/contract/payments/bill-states";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { PaymentClaims } from "../../../shared/payments/payment-claims.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import styles from "./bills.module.css";

const { find, receipt } = calls.bills;
type Bill = Answer<typeof find>;

const LOOK_AGAIN_MS = 3_000;
const isOpen = ({ status }: Bill): boolean => ["accepted", "sent", "unknown"].includes(status);

/** A bill of one's own: followed until it is there, its token large, its receipt as paper. */
export default function BillScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="form"
      title={({ kind, amount_kobo }) => `${naira(amount_kobo)} of ${billKinds[kind].toLowerCase()}`}
      actions={(bill) => bill && <StatusBadge kind="bill" status={bill.status} />}
    >
      {(bill) => (
        <>
          <State bill={bill} />
          {bill.tokens.length > 0 && <Token bill={bill} />}
          <Details bill={bill} />
          {!isOpen(bill) && <PaymentClaims kind="bill" id={bill.id} />}
          <div className="buttons">
            {bill.status === "delivered" && (
              <FileButton call={receipt} input={{ params: { id: bill.id } }} name={`receipt-${bill.reference}.pdf`}>
                Receipt
              </FileButton>
            )}
            {!isOpen(bill) && (
              <Button component={Link} to={`/customer/bills?kind=${bill.kind}`} variant="default">
                Pay another bill
              </Button>
            )}
          </div>
        </>
      )}
    </RecordPage>
  );
}

/** Where it is, said honestly: nobody has to pay again because a provider is slow. */
function State({ bill }: { bill: Bill }): ReactNode {
  const { status, failure, next_question_at, is_reviewed, total_kobo, paid_from } = bill;
  const open = isOpen(bill);
  useEffect(() => {
    if (!open) return undefined;
    const look = () => document.visibilityState === "visible" && void refreshEverything();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [open]);
  if (status === "delivered") return <Notice tone="success">It is delivered.</Notice>;
  if (status === "failed" || status === "refunded")
    return (
      <Notice tone="warning">
        {failure && fullStop(failure)} {naira(total_kobo)} is {billMoneyBack[paid_from]}.
      </Notice>
    );
  const isToken = bringsToken(bill.kind, bill.service);
  return (
    <div aria-live="polite">
      <Notice tone="info">
        {status === "unknown"
          ? `The provider has not reported the outcome yet${isToken ? ", or not sent the token" : ""}. You need not pay again.`
          : "It is on its way."}{" "}
        {next_question_at && `We ask the provider again at ${exactTime(next_question_at)}.`}
        {is_reviewed && " A colleague looks at it."}
      </Notice>
    </div>
  );
}

const Token = ({ bill: { tokens, units } }: { bill: Bill }): ReactNode => (
  <div className={styles.token}>
    <span className="muted">{tokens.length > 1 ? "Type them in this order" : "Your token"}</span>
    {tokens.map((token) => (
      <Copyable key={token} text={token} label="token">
        <strong className={styles.digits}>{groupedToken(token)}</strong>
      </Copyable>
    ))}
    {units && <span>{units}</span>}
    <span className="small muted">It was also sent to your phone and by mail.</span>
  </div>
);

const Details = ({ bill }: { bill: Bill }): ReactNode => (
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
        { label: "When", value: <When at={bill.created_at} /> },
        { label: "Reference", value: bill.reference },
      ]}
    />
  </Panel>
);
