import { date, day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { type Answer, addressOf } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { RecordTimeline } from "../../../shared/record/timeline.tsx";
import { accountTypeOf, useMay } from "../../../shared/session/session.ts";
import { PaymentClaims } from "../../../shared/payments/payment-claims.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { useLive } from "../../../shared/ui/live.ts";

const { find, receipt, cancel } = calls.transfers;
const { listAll: reviews, letGo, stop } = calls.transferReviews;
type Transfer = Answer<typeof find>;

/** Where the money is, in whole sentences. */
function saysOf({ status, failure, asked_again_at, due_on }: Transfer): {
  tone: "info" | "warning" | "success" | "danger";
  words: string;
} {
  switch (status) {
    case "success":
      return { tone: "success", words: "It has arrived." };
    case "failed":
    case "reversed":
      return { tone: "danger", words: `It did not arrive, and the wallet has everything again. ${failure ?? ""}` };
    case "refunded":
      return { tone: "info", words: `It was refunded: the wallet has everything again. ${failure ?? ""}` };
    case "cancelled":
      return { tone: "info", words: `Nothing was sent. ${failure ?? ""}` };
    case "scheduled":
      if (failure)
        return {
          tone: "warning",
          words: `It could not leave on its day, and is tried again each morning. Nothing has left the wallet yet. ${failure}`,
        };
      return { tone: "info", words: `It leaves on ${day(due_on!)}. Nothing has left the wallet yet.` };
    case "in_review":
      return {
        tone: "info",
        words:
          "We look at it before it is sent. The money is held in the wallet until then; we will notify you, and you need not send it again.",
      };
    case "awaiting_approval":
      return { tone: "info", words: "It is looked at before it is sent." };
    case "unknown":
      return {
        tone: "warning",
        words: `The bank has not said whether it arrived. Do not send it again.${asked_again_at ? ` We ask the bank again on ${date(asked_again_at)}.` : ""}`,
      };
    default:
      return { tone: "info", words: "It is on its way. You hear from us as soon as it has arrived." };
  }
}

/** Its row in the list of what is held, for a colleague who may see that. */
function useHeld({ id, reference, status }: Transfer) {
  const enabled = useMay(reviews) && status === "in_review";
  return useCall(reviews, { query: { search: reference } }, { enabled }).data?.items.find((held) => held.id === id);
}

/** Why a colleague is asked about it. */
const Held = ({ transfer }: { transfer: Transfer }): ReactNode => {
  const held = useHeld(transfer);
  return (
    <Notice tone="warning">
      Its money is held in the wallet until a colleague has looked.{held && ` Held because: ${held.held_because}.`}
    </Notice>
  );
};

/** What a colleague decides about it, as in its row of that list. */
const Decisions = ({ transfer }: { transfer: Transfer }): ReactNode => {
  const held = useHeld(transfer);
  return held && <Actions of={held} calls={[letGo, stop]} />;
};

const LOOK_AGAIN_MS = 5_000;

/** Where it is, followed until it has ended: a person need not load the page again. */
function State({ transfer }: { transfer: Transfer }): ReactNode {
  const isOpen = ["in_review", "approved", "sent", "unknown"].includes(transfer.status);
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = () => document.visibilityState === "visible" && void refreshEverything();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  const { tone, words } = saysOf(transfer);
  return <Notice tone={tone}>{words}</Notice>;
}

/** One transfer: where the money is, what it cost, and all that happened. */
export default function TransferScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  const mayFollow = useMay(calls.transfers.timeline);
  useLive("notification", ({ kind }) => {
    if (kind === "transfer") void refreshEverything();
  });
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ amount_kobo, payee }) => `${naira(amount_kobo)} to ${payee}`}
      actions={(transfer) =>
        transfer && (
          <>
            <StatusBadge kind="transfer" status={transfer.status} />
            <Actions of={transfer} calls={[cancel]} />
            {type === "admin" && <Decisions transfer={transfer} />}
            {["success", "reversed", "refunded"].includes(transfer.status) && (
              <Button
                component="a"
                variant="default"
                href={addressOf(receipt, { params: { id: transfer.id } })}
                target="_blank"
                rel="noopener"
              >
                Receipt
              </Button>
            )}
          </>
        )
      }
    >
      {(transfer) => (
        <>
          {type === "admin" && transfer.status === "in_review" ? (
            <Held transfer={transfer} />
          ) : (
            <State transfer={transfer} />
          )}
          <Details transfer={transfer} />
          <Panel title="What happened" flush={mayFollow}>
            {mayFollow ? (
              <RecordTimeline call={calls.transfers.timeline} id={transfer.id} />
            ) : (
              <History entries={transfer.history} />
            )}
          </Panel>
          {type !== "admin" && <PaymentClaims kind="transfer" id={transfer.id} />}
        </>
      )}
    </RecordPage>
  );
}

function Details({ transfer }: { transfer: Transfer }): ReactNode {
  const mayOpenPayout = useMay(calls.disbursements.payout);
  const maySeeExpense = useMay(calls.expenses.find) && accountTypeOf(location.pathname) === "corporate";
  return (
    <Panel title="Transfer">
      <Facts
        items={[
          { label: "To", value: transfer.payee },
          {
            label: "Account",
            value: transfer.bank_name ? `${transfer.bank_name} ${transfer.account_no}` : "Their wallet with us",
          },
          transfer.payout_id !== null &&
            mayOpenPayout && {
              label: "Payout",
              value: <Link to={`/admin/payments/${transfer.payout_id}`}>Ask the bank, or decide about it</Link>,
            },
          transfer.expense_id !== null &&
            maySeeExpense && {
              label: "Spend",
              value: <Link to={`/corporate/expenses/${transfer.expense_id}`}>the expense</Link>,
            },
          transfer.narration !== null && { label: "For", value: transfer.narration },
          { label: "Amount", value: naira(transfer.amount_kobo), figure: true },
          { label: "Fee", value: naira(transfer.fee_kobo), figure: true },
          { label: "VAT", value: naira(transfer.vat_kobo), figure: true },
          { label: "Stamp duty", value: naira(transfer.stamp_duty_kobo), figure: true },
          { label: "Leaves the wallet", value: naira(transfer.total_kobo), figure: true },
          { label: "Sent by", value: transfer.sent_by },
          { label: "When", value: date(transfer.created_at) },
          {
            label: "Reference",
            value: (
              <Copyable text={transfer.reference} label="reference">
                {transfer.reference}
              </Copyable>
            ),
          },
          transfer.session_id !== null && {
            label: "Session id",
            value: (
              <Copyable text={transfer.session_id} label="session id">
                {transfer.session_id}
              </Copyable>
            ),
          },
          transfer.provider_reference !== null && {
            label: "The bank’s reference",
            value: (
              <Copyable text={transfer.provider_reference} label="bank’s reference">
                {transfer.provider_reference}
              </Copyable>
            ),
          },
        ]}
      />
    </Panel>
  );
}
