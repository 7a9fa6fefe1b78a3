import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { DecisionView } from "../../../shared/decisions/decision-view.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";

/** One decision, as it can be explained to the person and to the regulator. */
export default function DecisionScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.creditDecisions.find}
      width="text"
      title={({ decision }) => `Decision about ${fullName(decision)}`}
      actions={(data) => data && <Link to={`/admin/users/${data.decision.user_id}`}>The person</Link>}
    >
      {({ decision }) => (
        <Panel>
          <DecisionView decision={decision} />
        </Panel>
      )}
    </RecordPage>
  );
}
