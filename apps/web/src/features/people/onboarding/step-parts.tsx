import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { IconCircleCheck } from "../../../shared/ui/icons.ts";
import styles from "./onboarding.module.css";
import { type OnboardingState, type Step, type StepKey, stepAfter, stepsOf } from "./steps.ts";

/** What every step is given. `onSaved` goes on to the next open step. */
export interface StepProps {
  state: OnboardingState;
  onSaved: () => void;
}

/** A completed step: what, since when, who did it. */
export const Done = ({ title, children }: { title: ReactNode; children?: ReactNode }): ReactNode => (
  <div className={styles.done}>
    <IconCircleCheck size={22} aria-hidden="true" />
    <div>
      <strong>{title}</strong>
      {children && <div className="muted">{children}</div>}
    </div>
  </div>
);

/** The way on from a step, and beside it whatever else can be done here. @param isSkip the step is left undone */
export function Onward({
  state,
  from,
  isSkip,
  children,
}: {
  state: OnboardingState;
  from: StepKey;
  isSkip?: boolean;
  children?: ReactNode;
}): ReactNode {
  const next: Step | undefined = stepAfter(stepsOf(state), from);
  return (
    <div className={styles.buttons}>
      <Button
        component={Link}
        to={next ? `?step=${next.key}` : "/customer/dashboard"}
        variant={isSkip ? "default" : "filled"}
      >
        {next ? `${isSkip ? "Skip to" : "Continue"}: ${next.title}` : "To your dashboard"}
      </Button>
      {children}
    </div>
  );
}
