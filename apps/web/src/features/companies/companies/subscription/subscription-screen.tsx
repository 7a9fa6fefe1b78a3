import { count, day } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { PlainTable } from "../../../../shared/figures/figures.tsx";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../../shared/api/use-call.ts";
import { useMay, useSession } from "../../../../shared/session/session.ts";
import { Notice, Panel } from "../../../../shared/ui/kit.tsx";
import { Page } from "../../../../shared/ui/page.tsx";
import { PaymentBack } from "./payment-back.tsx";
import { PlanCards } from "./plan-cards.tsx";
import styles from "./subscription.module.css";

/** What the company has paid; nothing where it has not, or where one may not see it. */
function Receipts(): ReactNode {
  const { data } = useCall(calls.companies.planPayments, {}, { enabled: useMay(calls.companies.planPayments) });
  if (!data || data.payments.length === 0) return null;
  return (
    <Panel title="Receipts" flush>
      <PlainTable
        caption="Payments for your plan"
        rows={data.payments}
        keyOf={({ reference }) => reference}
        columns={[
          { key: "reference", card: "title", kind: "reference" },
          { key: "plan", header: "Plan" },
          { key: "amount_kobo", header: "Amount" },
          { key: "at", header: "Paid", kind: "date" },
          {
            key: "paid_until",
            header: "Paid until",
            render: ({ paid_until, taken_back_at }) =>
              taken_back_at ? "Taken back" : paid_until ? day(paid_until) : "Begins with your approval",
          },
        ]}
      />
    </Panel>
  );
}

/** R011 and R012: the plan that holds, the plans there are, and the outcome of a payment. */
export default function SubscriptionScreen(): ReactNode {
  const { user, guards, configuration } = useSession();
  const [query] = useSearchParams();
  const isUpgrade = useLocation().pathname.endsWith("/upgrade");
  const reference = query.get("reference");
  const company_id = user.company_id ?? "";
  const { data } = useRecord(
    calls.companies.uniquePlan,
    { params: { companyId: company_id } },
    { enabled: company_id !== "" },
  );
  const plan = data?.plan;
  const mayChoose = useMay(calls.companies.choosePlan);
  const { data: offered } = useRecord(calls.companies.plans, {});
  const isOver = Boolean(plan?.paid_until && plan.paid_until < String(configuration["business_date"] ?? ""));
  return (
    <Page
      lead={
        isUpgrade ? "Another plan begins at once, with its first month." : "What your company uses, and what it costs."
      }
      actions={
        !isUpgrade &&
        mayChoose &&
        guards.company_subscribed && <Link to="/corporate/subscription/upgrade">Change the plan</Link>
      }
    >
      <div className={styles.stack}>
        {reference && <PaymentBack key={reference} reference={reference} />}
        {offered?.is_approved && plan && !plan.unique_plan && !reference && (
          <Notice tone="info">
            Choose a plan to open the rest of Manilla for {user.company?.name ?? "your company"}.
          </Notice>
        )}
        {plan?.unique_plan && (
          <Notice tone={isOver ? "warning" : "neutral"}>
            Your plan is <strong>{plan.unique_plan}</strong>
            {plan.paid_until &&
              (isOver
                ? `; it was paid until ${day(plan.paid_until)} and holds until ${day(plan.holds_until ?? plan.paid_until)}.`
                : `, paid until ${day(plan.paid_until)}.`)}{" "}
            {count(plan.seats_used)} of its {count(plan.seats_allowed)} places are taken.
          </Notice>
        )}
      </div>
      <PlanCards verb={plan?.unique_plan ? "Change to" : "Choose"} until={isOver || !plan ? null : plan.paid_until} />
      <Receipts />
      {guards.company_subscribed && <Link to="/corporate/dashboard">Go to the dashboard</Link>}
    </Page>
  );
}
