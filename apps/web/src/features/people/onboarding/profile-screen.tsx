import { fullName } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { ProfileBadge, useOwnDecision } from "../../../shared/credit/own-decision.tsx";
import { IconChevronLeft } from "../../../shared/ui/icons.ts";
import { Failure, Notice, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { ContactPanel } from "./contact-panel.tsx";
import { DataPanel } from "./data-panel.tsx";
import { DocumentsStep } from "./documents-step.tsx";
import { EmployerClaim } from "./employer-claim.tsx";
import { EmailStep } from "./email-step.tsx";
import { IdentityStep } from "./identity-step.tsx";
import { ApprovalStep, CardStep } from "./last-steps.tsx";
import styles from "./onboarding.module.css";
import { PersonalStep } from "./personal-step.tsx";
import { StatementStep } from "./statement-step.tsx";
import { Progress, StepList } from "./step-list.tsx";
import type { StepProps } from "./step-parts.tsx";
import {
  numberOf,
  type OnboardingState,
  openSteps,
  progressOf,
  type Step,
  stepAfter,
  type StepKey,
  stepKeys,
  stepsOf,
} from "./steps.ts";
import { WorkStep } from "./work-step.tsx";

const stepOf = (text: string | null): StepKey | undefined => stepKeys.find((key) => key === text);

/** R018: the whole profile, which is also the way through onboarding. Each part has an address and saves by itself. */
export default function ProfileScreen(): ReactNode {
  const { data, error, refetch } = useRecord(calls.onboarding.find, {});
  const [query] = useSearchParams();
  // A statement source comes back with a code and knows nothing of our steps.
  const current = query.has("code") || query.has("record") ? "statement" : stepOf(query.get("step"));
  const decision = useOwnDecision();
  if (!data) {
    return (
      <Page width="text">
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />}
      </Page>
    );
  }
  const state: OnboardingState = { ...data, decision };
  const steps = stepsOf(state);
  const step = steps.find(({ key }) => key === current);
  return step ? (
    <StepPage key={step.key} state={state} steps={steps} step={step} />
  ) : (
    <Overview state={state} steps={steps} />
  );
}

function Overview({ state, steps }: { state: OnboardingState; steps: readonly Step[] }): ReactNode {
  const [next] = openSteps(steps);
  return (
    <Page lead={`${fullName(state.person)} · ${state.person.email}`}>
      <div className={styles.layout}>
        <div className="stack" style={{ gridColumn: "1 / -1", maxWidth: 640 }}>
          <Standing state={state} />
          <EmployerClaim />
          {next && (
            <Panel>
              <Progress steps={steps} />
              <div className={styles.buttons}>
                <Button component={Link} to={`?step=${next.key}`} variant="filled">
                  {next.status === "problem" ? `Mend: ${next.title}` : `Continue: ${next.title}`}
                </Button>
                <span className="muted small">Leave whenever you like. Everything that is saved stays.</span>
              </div>
            </Panel>
          )}
          <StepList steps={steps} current={undefined} />
          <ContactPanel />
          <DataPanel />
        </div>
      </div>
    </Page>
  );
}

/** The profile's overall status, when there is something to say beyond open steps. */
function Standing({ state }: { state: OnboardingState }): ReactNode {
  const { status, decline_reason } = state.profile;
  const badge = <ProfileBadge status={status} isReady={state.completeness.is_ready_for_review} />;
  if (status === "activated")
    return (
      <Notice tone="success" action={badge}>
        You are approved. You can ask for a loan.
      </Notice>
    );
  if (status === "declined" || status === "deactivated") {
    return (
      <Notice tone="danger" action={badge}>
        Your profile was not approved{decline_reason ? `: ${decline_reason.replace(/[.!?]?$/, ".")}` : "."}{" "}
        <Link to="/customer/approval">What you can do</Link>
      </Notice>
    );
  }
  if (state.completeness.is_ready_for_review && openSteps(stepsOf(state)).length === 0)
    return (
      <Notice tone="info" action={badge}>
        Everything is here. We are looking at it and write to you as soon as there is a decision.
      </Notice>
    );
  return null;
}

function StepPage({ state, steps, step }: { state: OnboardingState; steps: readonly Step[]; step: Step }): ReactNode {
  const [query, setQuery] = useSearchParams();
  useEffect(() => void document.getElementById("main")?.scrollTo(0, 0), []);
  const goOn = (): void => {
    const next = stepAfter(steps, step.key);
    setQuery(next ? { step: next.key } : {});
  };
  const props: StepProps = { state, onSaved: goOn };
  const at = numberOf(steps, step.key);
  return (
    <Page title={step.title} lead={at ? `Step ${at} of ${progressOf(steps).of}` : "Optional"}>
      <div className={styles.layout} data-open="true">
        <nav className={styles.rail} aria-label="Steps">
          <div className="stack">
            <Progress steps={steps} />
            <StepList steps={steps} current={step.key} />
          </div>
        </nav>
        <div className="stack">
          {step.key === "identity" && <IdentityStep {...props} />}
          {step.key === "personal" && <PersonalStep {...props} />}
          {step.key === "work" && <WorkStep {...props} />}
          {step.key === "work-email" && <EmailStep {...props} />}
          {step.key === "documents" && <DocumentsStep {...props} />}
          {step.key === "statement" && (
            <StatementStep
              {...props}
              code={query.get("code") ?? query.get("record") ?? undefined}
              source={query.get("source") ?? undefined}
              onCodeUsed={() => setQuery({ step: "statement" }, { replace: true })}
            />
          )}
          {step.key === "approval" && <ApprovalStep {...props} />}
          {step.key === "card" && <CardStep {...props} />}
          <Link className={styles.back} to="?">
            <IconChevronLeft size={16} aria-hidden="true" />
            All steps
          </Link>
        </div>
      </div>
    </Page>
  );
}
