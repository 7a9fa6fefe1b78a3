import { date, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { addressOf } from "../../shared/api/call.ts";
import type { Answer } from "../../shared/api/call.ts";
import { calls } from "../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../shared/api/query-client.ts";
import type { Receipt } from "../../shared/loans/owing.ts";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconDownload } from "../../shared/ui/icons.ts";
import { Copyable, Panel } from "../../shared/ui/kit.tsx";
import { forgetPending } from "./pending.ts";
import styles from "./repayments.module.css";

const ASKED_AGAIN_MS = 10_000;

interface Props {
  charge: Answer<typeof calls.repayments.instantTransfer>;
  receipts: readonly Receipt[];
  loanId: string;
  userId: string;
  onAgain: () => void;
}

/** What became of a payment. While it is unknown we look again by ourselves and nobody is asked to pay twice. */
export function Outcome({ charge, receipts, loanId, userId, onAgain }: Props): ReactNode {
  const receipt = receipts.find(({ id, reference }) => id === charge.receipt_id || reference === charge.reference);
  const isUnknown = charge.status === "unknown" && !receipt;
  const [askedAt, setAskedAt] = useState(() => new Date());
  useEffect(() => {
    if (!isUnknown) return forgetPending(userId, loanId);
    const timer = setInterval(() => void refreshEverything().then(() => setAskedAt(new Date())), ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnknown, userId, loanId]);
  if (isUnknown) {
    return (
      <Panel>
        <div className={styles.outcome} data-tone="warning" role="status">
          <IconAlertTriangle aria-hidden="true" />
          <h2>Asking the bank</h2>
          <p>
            Your bank has not said yet whether {naira(charge.requested_kobo)} were paid. <strong>Please do not pay again.</strong> We keep asking, and write to you when there is an answer. You can leave this page.
          </p>
          <p className="muted small">
            Last looked at {date(askedAt, "h:ia")} · Reference <Copyable text={charge.reference} label="Reference">{charge.reference}</Copyable>
          </p>
          <Button variant="default" onClick={() => void refreshEverything().then(() => setAskedAt(new Date()))}>
            Look now
          </Button>
        </div>
      </Panel>
    );
  }
  if (charge.status === "failed" && !receipt) {
    return (
      <Panel>
        <div className={styles.outcome} data-tone="danger" role="alert">
          <IconCircleX aria-hidden="true" />
          <h2>Not paid</h2>
          <p>{charge.message} Nothing was taken.</p>
          <Button onClick={onAgain}>Try another way</Button>
        </div>
      </Panel>
    );
  }
  const id = receipt?.id ?? charge.receipt_id;
  return (
    <Panel>
      <div className={styles.outcome} data-tone="success" role="status">
        <IconCircleCheck aria-hidden="true" />
        <h2>{naira(receipt?.amount_kobo ?? charge.received_kobo ?? charge.requested_kobo)} received</h2>
        <p>Thank you. {charge.status === "success" ? charge.message : ""}</p>
        <div className={styles.buttons}>
          {id && (
            <Button component="a" href={addressOf(calls.repayments.receiptLetter, { params: { id } })} download variant="default" leftSection={<IconDownload size={16} />}>
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
