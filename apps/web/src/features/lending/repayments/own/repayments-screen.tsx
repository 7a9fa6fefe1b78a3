import { count, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../../shared/api/use-call.ts";
import { owingOf, type Owing, type Receipt } from "../../../../shared/loans/owing.ts";
import { maySend, useSession } from "../../../../shared/session/session.ts";
import { Empty, Failure, Notice, Panel, Skeleton } from "../../../../shared/ui/kit.tsx";
import { Page } from "../../../../shared/ui/page.tsx";
import { Instalment } from "./instalment.tsx";
import { OwingPanel } from "./owing-panel.tsx";
import { ReceiptRow } from "./receipt-row.tsx";
import styles from "./repayments.module.css";

const tabs = ["open", "paid", "receipts"] as const;
type Tab = (typeof tabs)[number];

/** R115 for customers: what is owed, when, and how it is paid; what was paid, with receipts. */
export default function RepaymentsScreen(): ReactNode {
  const session = useSession();
  const { data, error, refetch } = useRecord(calls.repayments.listOwn, {});
  const today = String(session.configuration["business_date"] ?? "");
  if (!data)
    return <Page>{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={180} />}</Page>;
  const owing = owingOf(data.repayments, today);
  const open = owing.filter((each) => each.open.length > 0);
  if (owing.length === 0 && data.receipts.length === 0) {
    return (
      <Page>
        <Empty title="Nothing to repay" action={<Link to="/customer/dashboard">To your dashboard</Link>}>
          When you have a loan, its instalments and receipts are here.
        </Empty>
      </Page>
    );
  }
  const mayPay = maySend(session, calls.repayments.transfer);
  return (
    <Page>
      <div className="beside">
        <div>
          {open.map((each) => (
            <OwingPanel key={each.loan.id} owing={each} today={today} isNamed={open.length > 1} mayPay={mayPay} />
          ))}
          {open.length === 0 && <Notice tone="success">You owe nothing.</Notice>}
          <Tabs owing={owing} receipts={data.receipts} today={today} />
        </div>
        <aside aria-label="Ways to pay">
          {data.credit_balance_kobo > 0 && (
            <Panel title="Your credit">
              <p>
                <strong>{naira(data.credit_balance_kobo)}</strong> is held as your credit. Your next instalment uses it
                first.
              </p>
            </Panel>
          )}
          <Panel title="Automatic debit">
            <p className="muted">
              On the due date we debit your default card for what the instalment still asks. What you pay before lowers
              the debit; if you pay all of it, there is none.
            </p>
            <p style={{ marginTop: 8 }}>
              <Link to="/customer/repayment-cards">Your repayment cards</Link>
            </p>
          </Panel>
        </aside>
      </div>
    </Page>
  );
}

function Tabs({
  owing,
  receipts,
  today,
}: {
  owing: readonly Owing[];
  receipts: readonly Receipt[];
  today: string;
}): ReactNode {
  const [query] = useSearchParams();
  const shown: Tab = tabs.find((tab) => tab === query.get("show")) ?? "open";
  const open = owing.flatMap((each) => each.open);
  const paid = owing.flatMap((each) => each.paid).toReversed();
  const isNamed = owing.length > 1;
  const labels: Record<Tab, string> = {
    open: `To pay ${count(open.length)}`,
    paid: `Paid ${count(paid.length)}`,
    receipts: `Receipts ${count(receipts.length)}`,
  };
  return (
    <>
      <nav className={styles.tabs} aria-label="Repayments">
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={tab === "open" ? "?" : `?show=${tab}`}
            aria-current={tab === shown ? "page" : undefined}
            preventScrollReset
            replace
          >
            {labels[tab]}
          </Link>
        ))}
      </nav>
      <Panel flush>
        <ul className={`list ${styles.list}`}>
          {shown === "open" && open.map((row) => <Instalment key={row.id} row={row} today={today} isNamed={isNamed} />)}
          {shown === "paid" && paid.map((row) => <Instalment key={row.id} row={row} today={today} isNamed={isNamed} />)}
          {shown === "receipts" && receipts.map((receipt) => <ReceiptRow key={receipt.id} receipt={receipt} />)}
        </ul>
        {shown === "open" && open.length === 0 && <Empty title="Nothing left to pay" />}
        {shown === "paid" && paid.length === 0 && (
          <Empty title="Nothing paid yet">Paid instalments are listed here.</Empty>
        )}
        {shown === "receipts" && receipts.length === 0 && (
          <Empty title="No receipts yet">Each payment has one, to keep as PDF.</Empty>
        )}
      </Panel>
    </>
  );
}
