import { naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { errorText } from "../../../../shared/api/errors.ts";
import { refreshEverything } from "../../../../shared/api/query-client.ts";
import { useAction, useCall } from "../../../../shared/api/use-call.ts";
import type { Answer } from "../../../../shared/api/call.ts";
import type { Repayment } from "../../../../shared/loans/owing.ts";
import { useMay } from "../../../../shared/session/session.ts";
import { IconCopy } from "../../../../shared/ui/icons.ts";
import { Notice, Panel } from "../../../../shared/ui/kit.tsx";
import { announce, toast } from "../../../../shared/ui/toasts.tsx";
import { ReceiptRow } from "./receipt-row.tsx";
import styles from "./repayments.module.css";

type Account = Answer<typeof calls.repayments.transfer>;

/** Paying by bank transfer (C302): an account of one's own; what is paid into it is recognised by itself. */
export function TransferPayment({ loan, amount }: { loan: Repayment["loan"]; amount: number | null }): ReactNode {
  const isAllowed = useMay(calls.repayments.transfer);
  const ask = useAction(calls.repayments.transfer);
  const [account, setAccount] = useState<Account>();
  if (!isAllowed) return null;
  if (account) return <Details account={account} amount={amount} />;
  return (
    <div className="stack">
      {ask.error !== undefined && <Notice tone="danger">{errorText(ask.error)}</Notice>}
      <Button
        className={styles.payButton}
        size="md"
        loading={ask.isPending}
        onClick={() => void ask.run({ body: { loan_id: loan.id } }).then(setAccount, () => undefined)}
      >
        Show the account
      </Button>
    </div>
  );
}

function Details({ account, amount }: { account: Account; amount: number | null }): ReactNode {
  const own = useCall(calls.repayments.listOwn, {});
  const [before] = useState(() => new Set(own.data?.receipts.map(({ id }) => id)));
  const arrived = own.data?.receipts.filter(({ id, channel }) => !before.has(id) && channel === "bank_transfer") ?? [];
  const [isLooking, setLooking] = useState(false);
  const hasArrived = arrived.length > 0;
  const place = useRef<HTMLDivElement>(null);
  // On a phone it is below the fold, and the button that was pressed is gone.
  useEffect(() => void place.current?.focus(), [hasArrived]);
  const look = async (): Promise<void> => {
    setLooking(true);
    await refreshEverything();
    setLooking(false);
    announce("Looked again.");
  };
  return (
    <div ref={place} tabIndex={-1} className={styles.shown}>
      <Panel title={hasArrived ? "It has arrived" : "Pay into this account"}>
        {hasArrived ? (
          <div role="status">
            <ul className={`list ${styles.list}`}>
              {arrived.map((receipt) => (
                <ReceiptRow key={receipt.id} receipt={receipt} />
              ))}
            </ul>
          </div>
        ) : (
          <Instructions account={account} amount={amount}>
            <Button variant="default" loading={isLooking} onClick={() => void look()}>
              Has it arrived?
            </Button>
          </Instructions>
        )}
      </Panel>
    </div>
  );
}

const Instructions = ({
  account,
  amount,
  children,
}: {
  account: Account;
  amount: number | null;
  children: ReactNode;
}): ReactNode => (
  <div className="stack-12">
    <Line label={account.bank_name} value={account.account_no} spoken="Account number" isLarge />
    {amount !== null && (
      <Line label="Amount" value={naira(amount)} copied={(amount / 100).toFixed(2)} spoken="Amount" />
    )}
    <div>
      <p className="small muted">In the name of</p>
      <p>{account.account_name}</p>
    </div>
    <ol className={styles.next}>
      <li>Open your bank’s app and send the amount to this account. It is yours alone, so no reference is needed.</li>
      <li>We see it within minutes and send you the receipt. You can leave this page.</li>
    </ol>
    <div>{children}</div>
  </div>
);

function Line({
  label,
  value,
  copied,
  spoken,
  isLarge,
}: {
  label: string;
  value: string;
  copied?: string;
  spoken: string;
  isLarge?: boolean;
}): ReactNode {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(copied ?? value);
    toast(`${spoken} copied.`);
  };
  return (
    <div className={styles.row} style={{ padding: 0 }}>
      <div>
        <p className="small muted">{label}</p>
        <p
          className={isLarge ? styles.number : styles.figure}
          style={isLarge ? undefined : { textAlign: "left", fontSize: "1.125rem" }}
        >
          {value}
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconCopy size={16} />}
        aria-label={`Copy ${spoken.toLowerCase()}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  );
}
