import { day, naira } from "@manilla/contract/formats";
import { orderEnds, repeatInWords } from "@manilla/contract/payments/standing-order-rules";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { useLive } from "../../../shared/ui/live.ts";
import { type Order, orderWork } from "./order-work.ts";
import { DateList } from "./rule-fields.tsx";

const { find } = calls.standingOrders;

/** One standing order: what it sends and when, its next dates, and whether each earlier one was sent. */
export default function StandingOrderScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  useLive("notification", ({ kind }) => {
    if (kind === "standing_order" || kind === "transfer") void refreshEverything();
  });
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ amount_kobo, payee }) => `${naira(amount_kobo)} to ${payee}`}
      actions={(order) => order && <StatusBadge kind="standing_order" status={order.status} />}
    >
      {(order) => (
        <>
          <WorkBar of={order} work={orderWork} label={`the standing order to ${order.payee}`} />
          {order.replaced_by && order.replaced_by !== order.id && (
            <p>
              <Link to={`/${type}/standing-orders/${order.replaced_by}`}>The order that takes its place</Link>
            </p>
          )}
          <Rule order={order} type={type} />
          {order.next.length > 0 && (
            <Panel title="Next dates">
              <DateList dates={order.next} />
            </Panel>
          )}
          <Past order={order} type={type} />
          <Panel title="What happened">
            <History entries={order.history} />
          </Panel>
        </>
      )}
    </RecordPage>
  );
}

const endOf = ({ ends, ends_after, ends_on }: Order): string =>
  ends === "after" ? `After ${ends_after} dates` : ends_on ? `On ${day(ends_on)}` : orderEnds[ends];

const Rule = ({ order, type }: { order: Order; type: string }): ReactNode => (
  <Panel title="Standing order">
    <Facts
      items={[
        { label: "To", value: order.payee },
        {
          label: "Account",
          value: order.bank_name ? `${order.bank_name} ${order.account_no}` : "Their wallet with us",
        },
        order.narration !== null && { label: "For", value: order.narration },
        { label: "Each time", value: naira(order.amount_kobo), figure: true },
        { label: "Charges", value: "Those of a transfer on its day" },
        { label: "When", value: repeatInWords(order.repeat, order.on_day) },
        { label: "From", value: day(order.first_on) },
        { label: "Ends", value: endOf(order) },
        { label: "Sent so far", value: String(order.paid_count), figure: true },
        { label: "Made by", value: order.asked_by },
        { label: "Since", value: <When at={order.created_at} /> },
        order.replaces_id !== null && {
          label: "It replaced",
          value: <Link to={`/${type}/standing-orders/${order.replaces_id}`}>The order before it</Link>,
        },
        {
          label: "Reference",
          value: (
            <Copyable text={order.reference} label="reference">
              {order.reference}
            </Copyable>
          ),
        },
      ]}
    />
  </Panel>
);

function Past({ order, type }: { order: Order; type: string }): ReactNode {
  if (order.past.length === 0) return null;
  return (
    <Panel title="Dates until now">
      <ul className="list">
        {order.past.map(({ due_on, transfer_id, transfer_status, total_kobo, skipped_because, refused_because }) => (
          <li key={due_on}>
            {day(due_on)}:{" "}
            {transfer_id ? (
              <>
                <Link to={`/${type}/transfers/${transfer_id}`}>{naira(total_kobo ?? 0)} with charges</Link>{" "}
                <StatusBadge kind="transfer" status={transfer_status ?? ""} />
              </>
            ) : (
              <span className="muted">
                {skipped_because ? `not sent. ${skipped_because}` : `not sent yet. ${refused_because ?? ""}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
