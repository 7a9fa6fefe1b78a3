import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../../shared/api/call.ts";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useCall } from "../../../../shared/api/use-call.ts";
import { againOf } from "../../../../shared/payments/again.ts";
import { useSession } from "../../../../shared/session/session.ts";
import { Panel } from "../../../../shared/ui/kit.tsx";
import styles from "./home.module.css";

const SHOWN = 3;
const LAST = { limit: 20, filter: JSON.stringify({ status: ["delivered"] }) };

type Bill = Answer<typeof calls.bills.transactions>["items"][number];

/** The last bill of each service, item and number. @param bills the newest first */
function different(bills: readonly Bill[]): Bill[] {
  const last = new Map<string, Bill>();
  for (const bill of bills) {
    const key = `${bill.service} ${bill.item} ${bill.customer_no}`;
    if (!last.has(key)) last.set(key, bill);
  }
  return [...last.values()].slice(0, SHOWN);
}

/** The last bills; each link opens the form, filled in. */
export function BuyAgain(): ReactNode {
  const session = useSession();
  const { data } = useCall(calls.bills.transactions, { params: { userId: session.user.id }, query: LAST });
  const bills = different(data?.items ?? []);
  if (bills.length === 0) return null;
  return (
    <Panel title="Buy again" actions={<Link to="/customer/bills">Airtime & bills</Link>} flush>
      <ul className="rows">
        {bills.map((bill) => (
          <li key={bill.id}>
            <div>
              <Link to="/customer/bills" state={againOf(bill)} className={styles.entry}>
                {bill.service_name}
              </Link>
              <div className="muted small">
                {bill.customer_name ? `${bill.customer_name}, ` : ""}
                {bill.customer_no}
              </div>
            </div>
            <strong>{naira(bill.amount_kobo)}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
