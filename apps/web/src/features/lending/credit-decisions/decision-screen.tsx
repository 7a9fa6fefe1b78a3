import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { DecisionView } from "../../../shared/decisions/decision-view.tsx";
import { RecordQueue } from "../../../shared/list/record-queue.tsx";
import { Failure, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

/** One decision, as it can be explained to the person and to the regulator. */
export default function DecisionScreen(): ReactNode {
  const { id = "" } = useParams();
  const { data, error, refetch } = useCall(calls.creditDecisions.find, { params: { id } }, { freshForMs: 0 });
  const decision = data?.decision;
  return (
    <Page
      width="text"
      title={decision ? `Decision about ${decision.name} ${decision.last_name}` : "Credit decision"}
      lead={<RecordQueue />}
      actions={decision && <Link to={`/admin/users/${decision.user_id}`}>The person</Link>}
    >
      {error && !decision && <Failure error={error} onRetry={() => void refetch()} />}
      {!decision && !error && <Skeleton height={240} />}
      {decision && (
        <Panel>
          <DecisionView decision={decision} />
        </Panel>
      )}
    </Page>
  );
}
