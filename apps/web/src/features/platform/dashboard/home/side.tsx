import { day, naira, ordinal } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { displayPhone } from "@manilla/contract/phone";
import { addressOf } from "../../../../shared/api/call.ts";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useCall } from "../../../../shared/api/use-call.ts";
import { latestNotifications } from "../../../../shared/messages/latest.ts";
import { dueWords, lateWords, type Owing, type Receipt } from "../../../../shared/loans/owing.ts";
import { IconDownload } from "../../../../shared/ui/icons.ts";
import { Panel, When } from "../../../../shared/ui/kit.tsx";
import { useSession } from "../../../../shared/session/session.ts";
import { newsOf } from "./news.ts";

const SHOWN = 3;

/** The next instalments. */
export function Schedule({ owing, today }: { owing: Owing; today: string }): ReactNode {
  return (
    <Panel
      title={owing.due_kobo > 0 ? "Your instalments" : "Coming up"}
      actions={<Link to="/customer/repayments">All instalments</Link>}
      flush
    >
      <ul className="rows">
        {owing.open.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <div>
              <strong>{ordinal(row.number)} instalment</strong>
              <div className="muted small">
                {row.days_past_due > 0 ? lateWords(row.days_past_due) : `Due ${dueWords(row.due_on, today)}`}
              </div>
            </div>
            <strong>{naira(row.outstanding_kobo)}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The last payments with their receipts, and the customer credit. */
export function Receipts({ receipts, credit }: { receipts: readonly Receipt[]; credit: number }): ReactNode {
  if (receipts.length === 0 && credit === 0) return null;
  return (
    <Panel title="Last receipts" actions={<Link to="/customer/repayments?show=receipts">All</Link>} flush>
      <ul className="rows">
        {receipts.slice(0, SHOWN).map((receipt) => (
          <li key={receipt.id}>
            <div>
              <strong>{naira(receipt.amount_kobo)}</strong>
              <div className="muted small">
                {day(receipt.received_on)}
                {receipt.reversed_at ? ", reversed" : ""}
              </div>
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
        ))}
        {credit > 0 && (
          <li>
            <div className="muted small">To your credit; the next instalment uses it first</div>
            <strong>{naira(credit)}</strong>
          </li>
        )}
      </ul>
    </Panel>
  );
}

/** What happened and was not read yet. */
export function News({ owing }: { owing: readonly Owing[] }): ReactNode {
  const { data } = useCall(calls.notifications.unread, latestNotifications);
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title="New for you" actions={<Link to="/customer/notifications">All</Link>} flush>
      <ul className="rows">
        {newsOf(data.data, owing)
          .slice(0, 3)
          .map((item) => (
            <li key={item.id}>
              <div>
                <strong>{item.title}</strong>
                <div className="small">{item.body}</div>
                <div className="muted small">
                  <When at={item.created_at} />
                </div>
              </div>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

/** Our telephone number and hours, and the way to complain. */
export function Help(): ReactNode {
  const { configuration } = useSession();
  const [phone, hours] = [String(configuration["support_phone"] ?? ""), String(configuration["support_hours"] ?? "")];
  return (
    <Panel title="Help" actions={<Link to="/customer/help">Complain</Link>} flush>
      <ul className="rows">
        <li>
          <div>
            {phone ? (
              <a href={`tel:${phone}`}>Call us: {displayPhone(phone)}</a>
            ) : (
              <Link to="/customer/help">Reach us</Link>
            )}
            {hours && <div className="muted small">{hours}</div>}
          </div>
        </li>
      </ul>
    </Panel>
  );
}
