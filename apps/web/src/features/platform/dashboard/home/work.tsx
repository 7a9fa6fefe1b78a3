/** An employee's requests to their company, and the company's cards that they hold. */
import { cardKindWords } from "@manilla/contract/cards/card-states";
import { cardEnding, counted, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../../shared/api/use-call.ts";
import { useViewFigures } from "../../../../shared/list/view-figures.ts";
import { maySend, useSession } from "../../../../shared/session/session.ts";
import { Answered } from "../../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../../shared/ui/badge.tsx";
import { useIsPhone } from "../../../../shared/ui/device.ts";
import { Panel, When } from "../../../../shared/ui/kit.tsx";
import styles from "./home.module.css";

const REQUESTS = "/customer/expenses/requests";
const SHOWN = 3;
const UNDER_WAY = {
  query: {
    page: 1,
    limit: SHOWN,
    filter: JSON.stringify({ status: ["draft", "returned", "pending", "approved", "paying"] }),
  },
} as const;
/** Who has a request, by its status. */
const WITH: Partial<Record<string, string>> = {
  draft: "With you: not sent yet",
  returned: "With you: to be changed",
  pending: "With those who decide",
  approved: "With finance, to be paid",
  paying: "On its way to your account",
};

/** Requests for money that are not paid yet, and the button for another. */
function Requests(): ReactNode {
  const session = useSession();
  const answer = useRecord(calls.expenseRequests.listAll, UNDER_WAY);
  return (
    <Panel title="My requests" actions={<Link to={REQUESTS}>All</Link>} flush>
      <Answered of={answer} height={72}>
        {({ items }) =>
          items.length > 0 ? (
            <ul className="rows">
              {items.map(({ id, purpose, status, amount_kobo, created_at }) => (
                <li key={id}>
                  <div>
                    <Link to={`${REQUESTS}/${id}`} className={styles.entry}>
                      {purpose}
                    </Link>
                    <div className="muted small">
                      {WITH[status]} · <When at={created_at} />
                    </div>
                  </div>
                  <strong>{naira(amount_kobo)}</strong>
                </li>
              ))}
            </ul>
          ) : (
            <p className={styles.nothing}>You have no open requests.</p>
          )
        }
      </Answered>
      {maySend(session, calls.expenseRequests.create) && (
        <div className={styles.foot}>
          <Button component={Link} to={`${REQUESTS}/new`} size={useIsPhone() ? "md" : "sm"} variant="filled">
            Ask for money
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** What a card has left, or why it cannot pay. */
function Left({ id, status }: { id: string; status: string }): ReactNode {
  const { data } = useCall(calls.cards.find, { params: { id } }, { enabled: status === "active" });
  if (status !== "active")
    return (
      <span className="muted small">
        {status === "issued" ? "Pays once you activate it" : "Pays nothing while it is frozen"}
      </span>
    );
  if (data?.available_kobo === undefined || data.available_kobo === null) return null;
  return (
    <>
      <strong>{naira(data.available_kobo)}</strong> <span className="muted small">left</span>
    </>
  );
}

const IN_HAND = { page: 1, limit: SHOWN, filter: JSON.stringify({ status: ["issued", "active", "frozen"] }) } as const;
const WITHOUT_RECEIPT = [
  { call: calls.expenses.listAll, filter: { has_receipt: false, status: ["recorded", "flagged"] } },
] as const;

/** The cards that the employee holds, each with what is left; and expenses without a receipt. */
function Cards(): ReactNode {
  const session = useSession();
  const input = { params: { userId: session.user.id }, query: IN_HAND };
  const answer = useRecord(calls.cards.ofHolder, input);
  const [missing] = useViewFigures(WITHOUT_RECEIPT, maySend(session, calls.expenses.listAll));
  return (
    <Panel title="My cards" actions={<Link to="/customer/cards">All</Link>} flush>
      <Answered of={answer} height={72}>
        {({ items }) =>
          items.length > 0 ? (
            <ul className="rows">
              {items.map(({ id, kind, label, last4, status }) => (
                <li key={id}>
                  <div>
                    <Link to={`/customer/cards/${id}`} className={styles.entry}>
                      {label ?? cardKindWords[kind]} {cardEnding(last4)}
                    </Link>
                    <div>
                      <Left id={id} status={status} />
                    </div>
                  </div>
                  <StatusBadge kind="card" status={status} />
                </li>
              ))}
            </ul>
          ) : (
            <p className={styles.nothing}>You have no card.</p>
          )
        }
      </Answered>
      {missing && missing.count > 0 && (
        <p className={styles.ask}>
          <Link to="/customer/expenses?f.has_receipt=false&f.status=recorded,flagged">
            {counted(missing.count, "expense")} without a receipt
          </Link>
        </p>
      )}
    </Panel>
  );
}

/** Requests and cards, each for those who may see them. */
export default function CompanyWork(): ReactNode {
  const session = useSession();
  return (
    <>
      {maySend(session, calls.expenseRequests.listAll) && <Requests />}
      {maySend(session, calls.cards.ofHolder) && <Cards />}
    </>
  );
}
