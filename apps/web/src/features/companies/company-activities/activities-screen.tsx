import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { Activities } from "../../../shared/companies/activities.tsx";

/** R059: what happened in the company, a page at a time. */
export default function ActivitiesScreen(): ReactNode {
  const company_id = useSession().user.company_id ?? "";
  /** The last activity of each page that was left; what came before the last of them is shown. */
  const [befores, setBefores] = useState<readonly { before: string; before_id: string }[]>([]);
  const answer = useRecord(
    calls.companyActivities.listAll,
    { params: { company_id }, query: befores.at(-1) ?? {} },
    { keep: true },
  );
  return (
    <Page width="text" lead="What happened in your company, the newest first.">
      <Answered of={answer} height={320}>
        {({ activities, has_more }) => (
          <>
            <Panel>
              {activities.length === 0 ? (
                <Empty title="Nothing yet">What your people do for the company appears here.</Empty>
              ) : (
                <Activities activities={activities} />
              )}
            </Panel>
            <p>
              {befores.length > 0 && (
                <Button variant="default" onClick={() => setBefores(befores.slice(0, -1))}>
                  Later
                </Button>
              )}
              {has_more && befores.length > 0 && " "}
              {has_more && (
                <Button
                  variant="default"
                  onClick={() => {
                    const last = activities.at(-1)!;
                    setBefores([...befores, { before: last.happened_at, before_id: last.id }]);
                  }}
                >
                  Earlier
                </Button>
              )}
            </p>
          </>
        )}
      </Answered>
    </Page>
  );
}
