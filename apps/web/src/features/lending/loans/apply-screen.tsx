import { day, naira, percent, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Choices } from "../../../shared/form/choices.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { QuoteCost, QuoteSchedule } from "../../../shared/quote/quote-cost.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Failure, Notice, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { maySend, useSession } from "../../../shared/session/session.ts";
import { isWithinReach, withinLimit } from "./apply-bounds.ts";
import { AmountChoice, InstalmentChoice } from "./apply-fields.tsx";
import { LimitPanel, type Standing } from "./apply-limit.tsx";
import styles from "./loans.module.css";
import { useSettled } from "./use-settled.ts";

export type Plan = Answer<typeof calls.loans.accessiblePlans>["plans"][number];

/** R108: a plan, an amount within one's limit, a number of instalments; what it costs while one chooses. */
export default function ApplyScreen(): ReactNode {
  const { data, error, refetch } = useRecord(calls.loans.accessiblePlans, {});
  const mayAsk = maySend(useSession(), calls.limits.findOwn);
  const limit = useRecord(calls.limits.findOwn, {}, { enabled: mayAsk });
  const [query, setQuery] = useSearchParams();
  // Without an answer about the limit the plans' own bounds are shown; the server holds the limit in any case.
  const isKnown = data !== undefined && (!mayAsk || limit.data !== undefined || limit.isError);
  const available = limit.data?.available_kobo ?? null;
  const plans = (data?.plans ?? []).map((each) => withinLimit(each, available));
  const plan =
    plans.find(({ code }) => code === query.get("plan")) ??
    plans.find((each) => isWithinReach(each, available)) ??
    plans[0];
  return (
    <Page lead="Choose, and see the whole cost before you ask.">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!isKnown && !error && <Skeleton height={320} />}
      {isKnown && !plan && <Empty title="No loan is offered now">Please look again later.</Empty>}
      {isKnown && !plan && limit.data && <LimitPanel standing={limit.data} />}
      {isKnown && plan && (
        <Application
          plans={plans}
          plan={plan}
          standing={limit.data}
          onPlan={(code) => setQuery({ plan: code }, { replace: true, preventScrollReset: true })}
        />
      )}
    </Page>
  );
}

const ROUND_KOBO = 100_000;
/** A modest first suggestion: a quarter of what is possible, in whole thousands. */
const suggested = (plan: Plan): number =>
  Math.max(plan.minimum_principal_kobo, Math.round(plan.maximum_principal_kobo / 4 / ROUND_KOBO) * ROUND_KOBO);

const clamped = (value: number, lowest: number, highest: number): number => Math.min(highest, Math.max(lowest, value));

function Application({
  plans,
  plan,
  standing,
  onPlan,
}: {
  plans: readonly Plan[];
  plan: Plan;
  standing: Standing | undefined;
  onPlan: (code: string) => void;
}): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.loans.request, {
    initial: {
      principal_kobo: suggested(plan) as number | string | null,
      instalments: Math.min(plan.maximum_instalments, Math.max(plan.minimum_instalments, 6)),
      purpose: "",
    },
    rules: { principal_kobo: "required", instalments: "required", purpose: "nullable|max:200" },
    // A visitor is not held up, and returns to the same figures after signing in.
    isGuarded: "draft",
    toBody: ({ principal_kobo, instalments, purpose }) => ({
      plan_id: plan.id,
      principal_kobo: Number(principal_kobo),
      instalments: Number(instalments),
      ...(purpose.trim() && { purpose: purpose.trim() }),
    }),
    onDone: async ({ loan }) => {
      toast("Your request is with us.");
      await navigate(`/customer/loans/${loan.id}`);
    },
  });
  const { principal_kobo } = form.values;
  const instalments = Number(form.values.instalments);
  const choose = (code: string): void => {
    const next = plans.find((other) => other.code === code);
    if (!next) return;
    form.setMany({
      principal_kobo: clamped(Number(principal_kobo) || 0, next.minimum_principal_kobo, next.maximum_principal_kobo),
      instalments: clamped(instalments, next.minimum_instalments, next.maximum_instalments),
    });
    onPlan(code);
  };
  const isPossible =
    typeof principal_kobo === "number" &&
    principal_kobo >= plan.minimum_principal_kobo &&
    principal_kobo <= plan.maximum_principal_kobo &&
    instalments >= plan.minimum_instalments &&
    instalments <= plan.maximum_instalments;
  const available = standing?.available_kobo ?? null;
  const isReachable = isWithinReach(plan, available);
  return (
    <>
      {plan.why_not.length > 0 && <Missing plan={plan} />}
      {plan.why_not.length === 0 && !isReachable && (
        <Notice tone="warning">
          Your limit leaves {naira(available ?? 0)}, and this plan begins at {naira(plan.minimum_principal_kobo)}.
          Choose another plan, pay back a part, or ask for a higher limit.
        </Notice>
      )}
      {standing && (
        <div className={styles.limitPanel}>
          <LimitPanel standing={standing} />
        </div>
      )}
      <Form form={form}>
        <div className={styles.apply}>
          <div>
            <Panel>
              <Choices legend="Plan" choices={plans.map(planChoice)} value={plan.code} onChange={choose} />
            </Panel>
            <Panel>
              <div className={styles.stack}>
                <AmountChoice plan={plan} isPossible={isPossible} />
                <InstalmentChoice plan={plan} />
                <TextField name="purpose" label="What is it for?" maxLength={200} />
              </div>
            </Panel>
          </div>
          <aside aria-label="What it costs">
            <Cost plan={plan} principal_kobo={isPossible ? principal_kobo : undefined} instalments={instalments} />
          </aside>
          {plan.why_not.length === 0 && isReachable ? (
            <div>
              <SubmitButton>Ask for this loan</SubmitButton>
              <p className="small muted">Asking binds you to nothing: a loan starts only when you accept the offer.</p>
            </div>
          ) : (
            <p className="muted">
              {plan.why_not.length > 0
                ? "You can ask as soon as what is missing is done."
                : "You can ask as soon as your limit leaves enough."}
            </p>
          )}
        </div>
      </Form>
    </>
  );
}

const steps: Record<Plan["missing"][number], { to: string; label: string } | undefined> = {
  identity: { to: "/customer/settings/profile", label: "Verify it now" },
  bank_account: { to: "/customer/settings/profile", label: "Add it now" },
  review: undefined,
  open_request: { to: "/customer/loans", label: "See your loans" },
  arrears: { to: "/customer/repayments", label: "See what is due" },
  employer: undefined,
};

/** What the person still lacks for the loan, each with a link. */
function Missing({ plan }: { plan: Plan }): ReactNode {
  return (
    <Notice tone="warning">
      <strong>Before you can ask</strong>
      <ul className={styles.missing}>
        {plan.why_not.map((text, index) => {
          const step = plan.missing[index];
          const way = step && steps[step];
          return (
            <li key={text}>
              {text} {way && <Link to={way.to}>{way.label}</Link>}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

const feesOf = ({ fees }: Plan): string =>
  fees.length === 0
    ? "No fees."
    : `${fees.map(({ name, percent: share, kobo }) => `${sentence(name)} ${[share && percent(share), kobo && naira(kobo)].filter(Boolean).join(" and ")}`).join("; ")}.`;

const planChoice = (plan: Plan) => ({
  value: plan.code,
  label: plan.name,
  hint: (
    <>
      {plan.description && <div>{plan.description}</div>}
      {naira(plan.minimum_principal_kobo)} to {naira(plan.maximum_principal_kobo)}, up to {plan.maximum_instalments}{" "}
      months. {feesOf(plan)} {percent(plan.annual_rate_percent)} interest a year.
    </>
  ),
});

function Cost({
  plan,
  principal_kobo,
  instalments,
}: {
  plan: Plan;
  principal_kobo: number | undefined;
  instalments: number;
}): ReactNode {
  const ask = useSettled({ plan_id: plan.id, principal_kobo: principal_kobo ?? 0, instalments });
  const isPossible = principal_kobo !== undefined;
  const answer = useCall(
    calls.loans.quotePlan,
    { body: ask },
    { enabled: isPossible && ask.principal_kobo > 0, keep: true },
  );
  const isBehind = ask.principal_kobo !== principal_kobo || ask.instalments !== instalments;
  return (
    <Panel title="What it costs">
      {!isPossible && (
        <p className="muted">
          Choose an amount between {naira(plan.minimum_principal_kobo)} and {naira(plan.maximum_principal_kobo)}.
        </p>
      )}
      {isPossible && (
        <Answered
          of={{ ...answer, isPlaceholderData: answer.isPlaceholderData || isBehind }}
          height={280}
          className="stack-12"
        >
          {(quote) => (
            <>
              <QuoteCost quote={quote} terms={quote.terms} penalty={quote.penalty} />
              {/* The same figures, in sight while one chooses on a phone. */}
              <p className={styles.priceBar} aria-hidden="true">
                <strong>
                  {naira(quote.instalments[0]?.total_kobo ?? 0)} × {quote.instalments.length}
                </strong>
                <span>You receive {naira(quote.totals.received_kobo)}</span>
              </p>
              <details className={styles.unfold}>
                <summary>
                  Every instalment{plan.follows_salary_day && `, from ${day(quote.terms.first_due_on)}`}
                </summary>
                <QuoteSchedule instalments={quote.instalments} />
              </details>
            </>
          )}
        </Answered>
      )}
    </Panel>
  );
}
