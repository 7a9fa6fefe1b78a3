import { day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../../shared/api/use-call.ts";
import type { Answer } from "../../../../shared/api/call.ts";
import { ActionButton } from "../../../../shared/form/action-button.tsx";
import { useMay } from "../../../../shared/session/session.ts";
import { ToneBadge } from "../../../../shared/ui/badge.tsx";
import { Failure, Notice, Skeleton } from "../../../../shared/ui/kit.tsx";
import styles from "./subscription.module.css";

type Plan = Answer<typeof calls.companies.plans>["plans"][number];

/** Leaves for the payment provider's own page: the card is typed there, never here. */
const leaveFor = ({ authorization_url }: { authorization_url: string }): void => location.assign(authorization_url);

/** The plans side by side. @param props.verb what choosing is called: "Choose", "Change to" @param props.until to which day the present plan is paid */
export function PlanCards({ verb, until }: { verb: string; until: string | null }): ReactNode {
  const { data, error, refetch } = useRecord(calls.companies.plans, {});
  const mayPay = useMay(calls.companies.choosePlan);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} />;
  return (
    <div className={styles.stack}>
      {!data.is_approved && (
        <Notice tone="info">
          Your registration is being looked at. You pay nothing before it is approved; these are the plans that you can
          choose from then.
        </Notice>
      )}
      {!mayPay && (
        <Notice tone="neutral">
          Only those who manage the subscription choose a plan: your company's administrators.
        </Notice>
      )}
      <div className={styles.plans}>
        {data.plans.map((plan) => (
          <PlanCard key={plan.code} plan={plan} verb={verb} mayPay={data.is_approved} ends={endOf(data.plans, until)} />
        ))}
      </div>
      {mayPay && data.is_approved && (
        <p className="small muted">
          You pay a month by card on our payment provider's page. The plan begins as soon as the payment arrives;
          another month of the same plan follows the one that is paid.
        </p>
      )}
    </div>
  );
}

/** What ends when another plan is taken. */
function endOf(plans: readonly Plan[], until: string | null): string | undefined {
  const current = plans.find(({ is_current }) => is_current);
  return current && until ? `${current.name}, paid until ${day(until)}` : undefined;
}

interface CardProps {
  plan: Plan;
  verb: string;
  mayPay: boolean;
  ends: string | undefined;
}

function PlanCard({ plan, verb, mayPay, ends }: CardProps): ReactNode {
  return (
    <section className={styles.plan} data-current={plan.is_current} aria-label={plan.name}>
      <div className={styles.head}>
        <h2>{plan.name}</h2>
        {plan.is_current && <ToneBadge tone="success">Your plan</ToneBadge>}
      </div>
      <div className={styles.price}>
        {naira(plan.monthly_kobo)} <small>a month</small>
      </div>
      <p>{plan.description}</p>
      <div>
        <ActionButton
          call={calls.companies.choosePlan}
          body={{ plan: plan.code }}
          disabledBecause={mayPay ? undefined : "Your registration is not approved yet."}
          variant={plan.is_current || ends ? "quiet" : "primary"}
          done={leaveFor}
          confirm={{
            title: plan.is_current ? `Pay another month of ${plan.name}?` : `${verb} ${plan.name}?`,
            body: "The payment provider's page opens next. Nothing is taken before you confirm there.",
            facts: [
              { label: "Plan", value: plan.name },
              { label: plan.is_current ? "Next month" : "First month", kobo: plan.monthly_kobo },
              ...(ends && !plan.is_current ? [{ label: "Ends with the payment", value: ends }] : []),
            ],
            yes: "Go to the payment",
          }}
        >
          {plan.is_current ? "Pay the next month" : `${verb} ${plan.name}`}
        </ActionButton>
      </div>
    </section>
  );
}
