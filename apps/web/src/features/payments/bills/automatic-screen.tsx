import { weekdayWords } from "@manilla/contract/cards/card-control-kinds";
import { day, fullStop, naira } from "@manilla/contract/formats";
import { billPlanPeriods } from "@manilla/contract/payments/bill-plan-kinds";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

const { listPlans, pause, resume, end } = calls.billPlans;
type Plan = Answer<typeof listPlans>["plans"][number];

/** What is bought by itself: when next, for how much at most, and how it went. */
export default function AutomaticScreen(): ReactNode {
  const answer = useRecord(listPlans, {});
  return (
    <Page
      width="form"
      lead="Bought automatically from your cash wallet, within your limits. You can pause or end each at any time."
    >
      <Answered of={answer} height={240}>
        {({ plans }) =>
          plans.length === 0 ? (
            <Notice>
              Nothing is bought automatically. <Link to="/customer/bills">Open a bill that was delivered</Link>, and
              choose “Buy automatically”.
            </Notice>
          ) : (
            plans.map((plan) => <One key={plan.id} plan={plan} />)
          )
        }
      </Answered>
    </Page>
  );
}

const whenOf = ({ every, on_day }: Plan): string =>
  `${billPlanPeriods[every]}, ${every === "week" ? (weekdayWords[on_day - 1] ?? "") : `on day ${on_day}`}`;

function One({ plan }: { plan: Plan }): ReactNode {
  const { name, status, amount_kobo, maximum_kobo, next_on, ends_on, last_on, last_bill_id, last_failure } = plan;
  return (
    <Panel title={name}>
      <div className="stack">
        <div>
          <StatusBadge kind="bill_plan" status={status} />
        </div>
        <Facts
          items={[
            { label: "Amount", value: naira(amount_kobo) },
            { label: "At most, with charges", value: naira(maximum_kobo) },
            { label: "When", value: whenOf(plan) },
            status === "active" && { label: "Next", value: day(next_on) },
            ends_on !== null && { label: "Until", value: day(ends_on) },
            last_on !== null && {
              label: `On ${day(last_on)}`,
              value: last_bill_id ? (
                <Link to={`/customer/bills/${last_bill_id}`}>Bought</Link>
              ) : (
                fullStop(last_failure ?? "")
              ),
            },
          ]}
        />
        <Actions of={plan} calls={[pause, resume, end]} />
      </div>
    </Panel>
  );
}
