import { date, day } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { IconCheck, IconX } from "../../../shared/ui/icons.ts";
import type { Loan } from "./loan-parts.tsx";
import styles from "./loans.module.css";

interface Step {
  name: string;
  detail: string;
  isDone: boolean;
}
const at = (moment: string | null): string => (moment ? date(moment) : "");
const endings: Record<string, string> = {
  declined: "Declined",
  withdrawn: "Withdrawn",
  rejected: "Offer not taken",
  pre_declined: "Declined by HR",
  terminated: "Terminated",
};

/** What the person who borrows has to know of it: no names of staff, one step for our own checks. */
function ownSteps(loan: Loan): readonly Step[] {
  const isChecked = loan.officer_verified_at !== null && loan.operations_verified_at !== null;
  const all = stepsOf(loan).filter(({ name }) => !name.endsWith("verified"));
  return all.flatMap((step) =>
    step.name === "Approved, offer sent"
      ? [
          { name: "Checked by two people", detail: "", isDone: isChecked || step.isDone },
          { ...step, detail: loan.offered_at ? at(loan.offered_at) : "" },
        ]
      : [step],
  );
}

function stepsOf(loan: Loan): readonly Step[] {
  const by = (person: { name: string } | null, moment: string | null): string =>
    [person?.name, at(moment)].filter(Boolean).join(", ");
  const isOnItsWay = loan.status === "disbursing";
  return [
    { name: "Requested", detail: at(loan.created_at), isDone: true },
    {
      name: "Credit officer verified",
      detail: by(loan.officer, loan.officer_verified_at),
      isDone: loan.officer_verified_at !== null,
    },
    {
      name: "Operations verified",
      detail: by(loan.operations, loan.operations_verified_at),
      isDone: loan.operations_verified_at !== null,
    },
    {
      name: "Approved, offer sent",
      detail: loan.offered_at
        ? `${by(loan.approver, loan.offered_at)}${loan.offer_expires_on && !loan.accepted_at ? `; valid until ${day(loan.offer_expires_on)}` : ""}`
        : "",
      isDone: loan.offered_at !== null,
    },
    { name: "Offer accepted", detail: at(loan.accepted_at), isDone: loan.accepted_at !== null },
    {
      name: "Paid out",
      detail: isOnItsWay ? "on its way" : loan.disbursed_on ? day(loan.disbursed_on) : "",
      isDone: loan.disbursed_on !== null && !isOnItsWay,
    },
    { name: "Paid back", detail: loan.settled_on ? day(loan.settled_on) : "", isDone: loan.settled_on !== null },
  ];
}

/**
 * The steps of a loan from request to the last repayment, and its current one.
 * @param props.isOwn for the person who borrows
 */
export function LoanSteps({ loan, isOwn }: { loan: Loan; isOwn?: boolean }): ReactNode {
  const steps = isOwn ? ownSteps(loan) : stepsOf(loan);
  const ending = endings[loan.status];
  const next = steps.findIndex(({ isDone }) => !isDone);
  const shown = ending ? steps.filter(({ isDone }) => isDone) : steps;
  return (
    <ol className={styles.steps}>
      {shown.map((step, index) => (
        <li key={step.name} data-state={step.isDone ? "done" : index === next ? "now" : "waiting"}>
          <span className={styles.mark} aria-hidden="true">
            {step.isDone && <IconCheck size={12} stroke={3} />}
          </span>
          <div>
            {step.name}
            <span className="visually-hidden">{step.isDone ? " (done)" : index === next ? " (next)" : " (later)"}</span>
            {step.detail && <div className="small muted">{step.detail}</div>}
          </div>
        </li>
      ))}
      {ending && (
        <li data-state="failed">
          <span className={styles.mark} aria-hidden="true">
            <IconX size={12} stroke={3} />
          </span>
          <div>
            {ending}
            {loan.decision_reason && <div className="small muted">{loan.decision_reason}</div>}
          </div>
        </li>
      )}
    </ol>
  );
}
