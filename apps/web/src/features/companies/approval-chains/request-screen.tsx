import { chainKindWords } from "@manilla/contract/companies/chain-steps";
import { naira } from "@manilla/contract/formats";
import { type ReactNode, lazy } from "react";
import { Link } from "react-router";
import { type OtherAct, type Work, WorkBar } from "../../../shared/actions/work.tsx";
import { isPossible } from "../../../shared/actions/facts.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ReceiptsOfRequest } from "../../../shared/expenses/receipts-panel.tsx";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { ownPath } from "./own-path.ts";

const { approve, decline, find, reroute, sendBack, withdraw } = calls.approvalChains;
export type Request = Answer<typeof find>;

/** One request of the company: what is asked, whose turn it is, and everything that happened. */
export default function RequestScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ title }) => title}
      actions={(request) => request && <StatusBadge kind="company_approval" status={request.status} />}
      height={160}
    >
      {(request) => <Details request={request} />}
    </RecordPage>
  );
}

const RerouteDialog = lazy(() => import("./reroute-dialog.tsx"));
const handOn: OtherAct<Request> = {
  name: "reroute",
  can: reroute,
  act: (request, show) =>
    isPossible(reroute, request) && request.abilities["reroute"] === null && request.others.length > 0
      ? { label: "Hand on…", run: () => show(RerouteDialog) }
      : undefined,
};

/** Pending: who is asked decides, who asked may take it back. */
const workOf = (me: string): Work<Request> => ({
  acts: () => [approve, decline, sendBack, handOn, withdraw],
  beside: ["decline", "withdraw"],
  next: ({ abilities, acts_for, waits_for, requester }) => {
    const absent = acts_for.filter(({ id }) => id !== me).map(({ name }) => name);
    const mine = abilities["approve"] === null;
    return {
      says: mine
        ? absent.length > 0
          ? `You decide for ${absent.join(" and ")}.`
          : "You decide."
        : `${requester.id === me ? "You asked for it. " : ""}Pending with ${waits_for ?? "nobody"}.`,
      acts: mine ? ["approve"] : [],
    };
  },
});

/** Who may see the rows of a batch looks at them before deciding. */
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

function Details({ request }: { request: Request }): ReactNode {
  const seesBills = useMay(calls.bills.companyBills);
  const seesOrders = useMay(calls.standingOrders.listOfCompany);
  const { user } = useSession();
  return (
    <>
      {request.status === "pending" && <WorkBar of={request} work={workOf(user.id)} label="this request" />}
      {request.is_split && <Split request={request} />}
      <Panel title="Request">
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
      </Panel>
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
      <Panel title={request.chain_number ? `Steps, version ${request.chain_number} of the chain` : "Steps"}>
        <ol className="list">
          {request.steps.map((step, index) => (
            // Steps of a request never change places.
            <li key={index}>
              <strong>{step.name}</strong>{" "}
              <ToneBadge tone={step.state === "done" ? "success" : step.state === "now" ? "warning" : "neutral"}>
                {step.state === "done" ? "Agreed" : step.state === "now" ? "Now" : "Not yet"}
              </ToneBadge>
              {step.approvers.length > 0 && (
                <div className="small muted">
                  {step.need === "all" ? "All of them: " : ""}
                  {step.approvers.map(asWords).join(", ")}
                </div>
              )}
            </li>
          ))}
        </ol>
      </Panel>
      <Panel title="What happened">
        <History entries={request.history} />
      </Panel>
    </>
  );
}

const BECAUSE = {
  chain: "",
  escalated: "escalated",
  rerouted: "handed on",
  stand_in: "in place of who is gone",
} as const;
function asWords({ name, because, has_agreed, is_gone }: Request["steps"][number]["approvers"][number]): string {
  const notes = [has_agreed && "agreed", is_gone && "no longer asked", BECAUSE[because]].filter(Boolean);
  return notes.length > 0 ? `${name} (${notes.join(", ")})` : name;
}

const Split = ({ request: { beside } }: { request: Request }): ReactNode => (
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
