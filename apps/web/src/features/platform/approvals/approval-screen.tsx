import type { ReactNode } from "react";
import { type Work, WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useSession } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { askedFacts, Changes, Items } from "./asked.tsx";
import { Effects } from "./effect.tsx";

type Approval = Answer<typeof calls.approvals.find>;

/** One request: who asks for what, what changes, and the decision. */
export default function ApprovalScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.approvals.find}
      width="text"
      title={({ title }) => title}
      subject="approval"
      actions={(approval) => approval && <StatusBadge kind="approval" status={approval.status} />}
      height={120}
    >
      {(approval) => <Details approval={approval} />}
    </RecordPage>
  );
}

const { withdraw, decline, approve } = calls.approvals;
/** Pending: a second person approves, the maker may withdraw. */
const approvalWork = (isOwn: boolean): Work<Approval> => ({
  acts: () => (isOwn ? [approve, decline, withdraw] : [approve, decline]),
  beside: isOwn ? ["withdraw"] : ["decline"],
  next: ({ why_not }) => ({
    says: isOwn ? "You requested it: a second person decides." : (why_not ?? "You decide as the second person."),
    acts: isOwn ? [] : ["approve"],
  }),
});

function Decision({ approval }: { approval: Approval }): ReactNode {
  const { user } = useSession();
  return approval.status === "pending" ? (
    <WorkBar of={approval} work={approvalWork(approval.maker.id === user.id)} label="this request" />
  ) : null;
}

function Details({ approval }: { approval: Approval }): ReactNode {
  return (
    <>
      <Decision approval={approval} />
      <Panel title="Request">
        <Facts
          items={[
            ...askedFacts(approval),
            approval.checker &&
              approval.decided_at && {
                label: "Decided by",
                value: (
                  <>
                    {approval.checker.name}, <When at={approval.decided_at} />
                  </>
                ),
              },
            approval.decision_reason && { label: "Why", value: approval.decision_reason },
          ]}
        />
      </Panel>
      <Effects approval={approval} />
      <Items approval={approval} />
      <Changes approval={approval} />
    </>
  );
}
