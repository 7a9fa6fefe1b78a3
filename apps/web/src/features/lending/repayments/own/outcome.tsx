import { date, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { addressOf } from "../../../../shared/api/call.ts";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../../shared/api/errors.ts";
import { refreshEverything } from "../../../../shared/api/query-client.ts";
import type { Receipt } from "../../../../shared/loans/owing.ts";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconDownload } from "../../../../shared/ui/icons.ts";
import { Copyable, Notice, Panel } from "../../../../shared/ui/kit.tsx";
import { type Payment, type Pending, receiptOf } from "./pending.ts";
import styles from "./repayments.module.css";

const ASKED_AGAIN_MS = 10_000;

interface Props {
  pending: Pending;
  payment: Payment;
  receipts: readonly Receipt[];
}

/** The outcome of a payment; the truth, also when that is "we do not know yet". */
export function Outcome({ pending, payment, receipts }: Props): ReactNode {
  const receipt = receiptOf(pending, receipts);
  const status = receipt ? "success" : (pending.charge?.status ?? "unknown");
  if (status === "unknown") return <Unknown pending={pending} payment={payment} />;
  if (status === "failed") {
    return (
      <Panel>
        <div className={styles.outcome} data-tone="danger" role="alert">
          <IconCircleX aria-hidden="true" />
          <h2>Not paid</h2>
          <p>{(pending.charge?.message ?? "").replace(/[^.!?]$/, "$&.")} Nothing was taken.</p>
          <Button onClick={payment.forget}>Try another way</Button>
        </div>
      </Panel>
    );
  }
  return (
    <Paid
      receiptId={receipt?.id ?? pending.charge?.receipt_id ?? null}
      amount={receipt?.amount_kobo ?? pending.charge?.received_kobo ?? pending.body.amount_kobo}
      payment={payment}
    />
  );
}

function Paid({
  receiptId,
  amount,
  payment,
}: {
  receiptId: string | null;
  amount: number;
  payment: Payment;
}): ReactNode {
  const { settled } = payment;
  // Nothing is left to be asked about when the page is opened again; until then the good news stays.
  useEffect(settled);
  return (
    <Panel>
      <div className={styles.outcome} data-tone="success" role="status">
        <IconCircleCheck aria-hidden="true" />
        <h2>{naira(amount)} received</h2>
        <p>Thank you.</p>
        <div className={styles.buttons}>
          {receiptId && (
            <Button
              component="a"
              href={addressOf(calls.repayments.receiptLetter, { params: { id: receiptId } })}
              download
              variant="default"
              leftSection={<IconDownload size={16} />}
            >
              Receipt
            </Button>
          )}
          <Button component={Link} to="/customer/dashboard">
            Done
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** Asked again by itself while a charge is known. Without one the request itself may be lost: then only on demand, as it may still pay. */
function Unknown({ pending, payment }: { pending: Pending; payment: Payment }): ReactNode {
  const [askedAt, setAskedAt] = useState(() => new Date());
  const [isLooking, setLooking] = useState(false);
  const [error, setError] = useState<unknown>();
  const look = async (): Promise<void> => {
    setLooking(true);
    setError(undefined);
    try {
      await payment.ask();
    } catch (failure) {
      if (!(failure instanceof CallError && failure.code === "in_flight")) setError(failure);
    } finally {
      setAskedAt(new Date());
      setLooking(false);
    }
  };
  const again = useRef(look);
  again.current = look;
  const isKnown = pending.charge !== undefined || pending.hasReached === true;
  useEffect(() => {
    const timer = setInterval(() => void (isKnown ? again.current() : refreshEverything()), ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isKnown]);
  return (
    <Panel>
      <div className={styles.outcome} data-tone="warning" role="status">
        <IconAlertTriangle aria-hidden="true" />
        <h2>{isKnown ? "Asking the bank" : "No answer yet"}</h2>
        <p>
          {isKnown
            ? `Your bank has not said yet whether it paid ${naira(pending.body.amount_kobo)}.`
            : `We do not know yet whether your payment of ${naira(pending.body.amount_kobo)} reached us.`}{" "}
          <strong>Please do not start another one.</strong>{" "}
          {isKnown
            ? "We keep asking and write to you when there is an answer. You can leave this page."
            : "Asking about it pays it at most once, however often you ask."}
        </p>
        {error !== undefined && <Notice tone="warning">{errorText(error)}</Notice>}
        <p className="muted small">
          {isKnown ? "Last asked" : "Begun"} on {date(isKnown ? askedAt : new Date(pending.at))}
          {pending.charge && (
            <>
              {" "}
              · Reference{" "}
              <Copyable text={pending.charge.reference} label="Reference">
                {pending.charge.reference}
              </Copyable>
            </>
          )}
        </p>
        <Button variant="default" loading={isLooking} onClick={() => void look()}>
          {isKnown ? "Ask now" : "Ask about it"}
        </Button>
      </div>
    </Panel>
  );
}
