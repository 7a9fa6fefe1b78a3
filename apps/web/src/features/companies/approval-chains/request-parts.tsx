/** The parts of a request of the company, on its page and on an approver's card. */
import { chainKindWords } from "@manilla/contract/companies/chain-steps";
import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ReceiptsOfRequest } from "../../../shared/expenses/receipts-panel.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { Facts, Notice, When } from "../../../shared/ui/kit.tsx";
import { ownPath } from "./own-path.ts";

type Request = Answer<typeof calls.approvalChains.find>;

/** Whose turn it is, as the viewer reads it. */
export function turnOf({ abilities, acts_for, waits_for, requester }: Request, me: string): string {
  if (abilities["approve"] === "counted_once")
    return `You have agreed already, and one person counts once. Pending with ${waits_for ?? "nobody"}: hand it on, or leave it to them.`;
  if (abilities["approve"] !== null)
    return `${requester.id === me ? "You asked for it. " : ""}Pending with ${waits_for ?? "nobody"}.`;
  const absent = acts_for.filter(({ id }) => id !== me).map(({ name }) => name);
  return absent.length > 0 ? `You decide for ${absent.join(" and ")}.` : "You decide.";
}

/** The request: kind, amount, requester, department and reason. */
export const AskedFacts = ({ request }: { request: Request }): ReactNode => (
  <Facts
    items={[
      { label: "What for", value: chainKindWords[request.kind] },
      request.amount_kobo !== null && { label: "Amount", value: naira(request.amount_kobo) },
      {
        label: "Requested by",
        value: (
          <>
            {request.requester.name}, <When at={request.created_at} />
          </>
        ),
      },
      request.department && { label: "Department", value: request.department },
      ...request.facts,
      request.reason && { label: "Why", value: request.reason },
    ]}
  />
);

/** What is behind it, for those who may see it: rows of a batch, bills, dates, receipts. */
export function Behind({ request }: { request: Request }): ReactNode {
  const seesBills = useMay(calls.bills.companyBills);
  const seesOrders = useMay(calls.standingOrders.listOfCompany);
  return (
    <>
      <RowsOfBatch request={request} />
      {request.kind === "bill" && seesBills && (
        <p>
          <Link to={`/corporate/bills/orders/${request.subject_id}`}>See each bill</Link>
        </p>
      )}
      {request.kind === "standing_order" && seesOrders && (
        <p>
          <Link to={`/corporate/standing-orders/${request.subject_id}`}>See the standing order and its dates</Link>
        </p>
      )}
      {request.kind === "expense_request" && <ReceiptsOfRequest id={request.subject_id} />}
    </>
  );
}

/** People who may see the rows of a batch look at them before deciding. */
function RowsOfBatch({ request: { kind, subject_id } }: { request: Request }): ReactNode {
  const { permissions } = useSession();
  const sees =
    kind === "salary"
      ? permissions.includes("company:can_pay_salaries")
      : kind === "transfer_batch" && permissions.includes("company:can_view_transfers");
  return (
    sees && (
      <p>
        <Link to={`/corporate/batches/${subject_id}`}>See each row of the batch</Link>
      </p>
    )
  );
}

export const Split = ({ request: { beside } }: { request: Request }): ReactNode => (
  <Notice tone="warning">
    It looks as if one request had been split: together with these it reaches a band of the chain.
    <ul>
      {beside.map(({ id, title, amount_kobo, created_at }) => (
        <li key={id}>
          <Link to={ownPath(`/approvals/${id}`)}>{title}</Link>
          {amount_kobo !== null && `, ${naira(amount_kobo)}`}, <When at={created_at} />
        </li>
      ))}
    </ul>
  </Notice>
);
