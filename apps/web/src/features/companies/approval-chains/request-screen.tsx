import { type ReactNode, lazy } from "react";
import { type OtherAct, type Work, WorkBar } from "../../../shared/actions/work.tsx";
import { isPossible } from "../../../shared/actions/facts.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { AskedFacts, Behind, Split, turnOf } from "./request-parts.tsx";

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

/** Pending: its approvers decide, its requester may withdraw it. */
const workOf = (me: string): Work<Request> => ({
  acts: () => [approve, decline, sendBack, handOn, withdraw],
  beside: ["decline", "withdraw"],
  next: (request) => ({ says: turnOf(request, me), acts: request.abilities["approve"] === null ? ["approve"] : [] }),
});

function Details({ request }: { request: Request }): ReactNode {
  const { user } = useSession();
  return (
    <>
      {request.status === "pending" && <WorkBar of={request} work={workOf(user.id)} label="this request" />}
      {request.is_split && <Split request={request} />}
      <Panel title="Request">
        <AskedFacts request={request} />
      </Panel>
      <Behind request={request} />
      <Panel title={request.chain_number ? `Steps, version ${request.chain_number} of the chain` : "Steps"}>
        <ol className="list stack-8">
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
  stand_in: "in place of who is away or gone",
} as const;
function asWords({ name, because, has_agreed, is_gone }: Request["steps"][number]["approvers"][number]): string {
  const notes = [has_agreed && "agreed", is_gone && "no longer asked", BECAUSE[because]].filter(Boolean);
  return notes.length > 0 ? `${name} (${notes.join(", ")})` : name;
}
