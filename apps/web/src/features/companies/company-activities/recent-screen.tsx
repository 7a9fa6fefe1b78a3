import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { Activities } from "../../../shared/companies/activities.tsx";

/** R060: the last ten things that happened in the company. */
export default function RecentScreen(): ReactNode {
  const company_id = useSession().user.company_id ?? "";
  const answer = useRecord(calls.companyActivities.recent, { params: { company_id } });
  return (
    <Page width="text" lead="The last ten things that happened in your company.">
      <Answered of={answer} height={240}>
        {({ activities }) => (
          <Panel>
            {activities.length === 0 ? <Empty title="Nothing yet" /> : <Activities activities={activities} />}
          </Panel>
        )}
      </Answered>
    </Page>
  );
}
