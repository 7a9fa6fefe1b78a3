import { count, counted, day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { maySend, useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";

/** A company at a glance: its people, their loans, its plan; each figure leads to what it is made of. */
export function CompanySection(): ReactNode {
  const session = useSession();
  const answer = useRecord(calls.companies.dashboard, {});
  const { data } = answer;
  const mayLoans = maySend(session, calls.loans.listOfCompany);
  const to = (path: string, text: string): ReactNode => (mayLoans ? <Link to={path}>{text}</Link> : text);
  return (
    <Panel
      title={data?.company.name ?? "Your company"}
      actions={<Link to="/corporate/settings/profile/company">Profile</Link>}
    >
      <Answered of={answer} height={140}>
        {(data) => (
          <Facts
            items={[
              {
                label: "People",
                value: `${count(data.employees)}, of them ${counted(data.administrators, "administrator")}`,
              },
              {
                label: "Running loans",
                value: to("/corporate/employee-loan-history?f.status=running,past_due", count(data.loans_running)),
              },
              { label: "Requested", value: to("/corporate/loans/requests", count(data.loans_requested)) },
              { label: "Principal owed by employees", value: naira(data.outstanding_kobo) },
              {
                label: "Plan",
                value: <Link to="/corporate/subscription">{data.company.unique_plan ?? "None yet"}</Link>,
              },
              data.company.plan_paid_until && { label: "Paid until", value: day(data.company.plan_paid_until) },
            ]}
          />
        )}
      </Answered>
    </Panel>
  );
}
