import { day, exactTime, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { addressOf } from "../../../../shared/api/call.ts";
import { Button } from "@mantine/core";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { errorText } from "../../../../shared/api/errors.ts";
import { useAction } from "../../../../shared/api/use-call.ts";
import { Notice } from "../../../../shared/ui/kit.tsx";
import type { Receipt } from "../../../../shared/loans/owing.ts";
import { ToneBadge } from "../../../../shared/ui/badge.tsx";
import { IconDownload } from "../../../../shared/ui/icons.ts";
import { excessChoices } from "../../../../shared/loans/receiving/excess.tsx";
import styles from "./repayments.module.css";

const channels: Record<Receipt["channel"], string> = {
  card: "by card",
  direct_debit: "debited from your card",
  bank_transfer: "by bank transfer",
  staff: "recorded by our staff",
  credit_balance: "from your credit",
  import: "taken over from before",
  salary_deduction: "Kept back from your salary",
};

/** What is beyond the next instalment, chosen again while it may be. */
function ChooseExcess({ receipt, until }: { receipt: Receipt; until: string }): ReactNode {
  const choose = useAction(calls.repayments.chooseExcess);
  const chosen = receipt.excess ?? "following";
  return (
    <details className="small">
      <summary>
        Beyond the next instalment: {excessChoices.find(({ value }) => value === chosen)?.label.toLowerCase()}
      </summary>
      {choose.error !== undefined && <Notice tone="danger">{errorText(choose.error)}</Notice>}
      <p className="muted">You can choose until {day(until)}.</p>
      <div className={styles.buttons}>
        {excessChoices
          .filter(({ value }) => value !== chosen)
          .map(({ value, label }) => (
            <Button
              key={value}
              variant="default"
              size="xs"
              loading={choose.isPending}
              onClick={() =>
                void choose.run({ params: { id: receipt.id }, body: { excess: value } }).catch(() => undefined)
              }
            >
              {label}
            </Button>
          ))}
      </div>
    </details>
  );
}

/** A payment with its receipt as PDF (C286). */
export function ReceiptRow({ receipt }: { receipt: Receipt }): ReactNode {
  return (
    <li className={styles.row}>
      <div>
        <strong className={receipt.reversed_at ? styles.strike : undefined}>{naira(receipt.amount_kobo)}</strong>{" "}
        {receipt.reversed_at && <ToneBadge tone="neutral">Reversed</ToneBadge>}
        <div className="muted small" title={exactTime(receipt.received_at)}>
          {day(receipt.received_on)}, {channels[receipt.channel]}
        </div>
        {receipt.choice_until && <ChooseExcess receipt={receipt} until={receipt.choice_until} />}
        {receipt.reversed_at && receipt.reversal_reason && <div className="muted small">{receipt.reversal_reason}</div>}
      </div>
      <a
        className="icon-button"
        href={addressOf(calls.repayments.receiptLetter, { params: { id: receipt.id } })}
        download
        aria-label={`Receipt of ${naira(receipt.amount_kobo)}, ${day(receipt.received_on)}, as PDF`}
      >
        <IconDownload size={20} />
      </a>
    </li>
  );
}
