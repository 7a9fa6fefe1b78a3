import type { ReactNode } from "react";
import { Link } from "react-router";
import { IconAlertTriangle, IconCheck, IconChevronRight } from "../../../shared/ui/icons.ts";
import styles from "./onboarding.module.css";
import { numberOf, progressOf, type Step, type StepKey } from "./steps.ts";

const spoken: Record<Step["status"], string> = {
  done: "Done",
  todo: "To do",
  problem: "Needs your attention",
  optional: "Optional",
  later: "Comes later",
};

/** How far along, as a bar with words. */
export function Progress({ steps }: { steps: readonly Step[] }): ReactNode {
  const { done, of } = progressOf(steps);
  return (
    <div className="stack-8">
      <p className={styles.lead}>
        {done} of {of} steps done
      </p>
      <div className={styles.bar} aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <span key={index} data-done={index < done} />
        ))}
      </div>
    </div>
  );
}

/** The steps with their status; each is a link. */
export function StepList({ steps, current }: { steps: readonly Step[]; current: StepKey | undefined }): ReactNode {
  return (
    <ol className={styles.steps} aria-label="Your profile, step by step">
      {steps.map(({ key, title, status, line }) => (
        <li key={key}>
          <Link className={styles.step} to={`?step=${key}`} aria-current={key === current ? "step" : undefined}>
            <span className={styles.mark} data-status={status} aria-hidden="true">
              {status === "done" ? (
                <IconCheck size={14} />
              ) : status === "problem" ? (
                <IconAlertTriangle size={14} />
              ) : (
                (numberOf(steps, key) ?? "+")
              )}
            </span>
            <div className={styles.stepText}>
              <strong>{title}</strong>
              <span>
                <span className="visually-hidden">{spoken[status]}. </span>
                {line}
              </span>
            </div>
            <IconChevronRight size={16} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ol>
  );
}
