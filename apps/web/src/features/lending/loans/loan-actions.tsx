import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Actions } from "../../../shared/actions/actions.tsx";
import { ContactDialog } from "../../../shared/people/contact-dialog.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { isPossible, whyNot } from "../../../shared/actions/facts.ts";
import type { Loan } from "./loan-parts.tsx";
import styles from "./loans.module.css";

const ReimburseDialog = lazy(() => import("./reimburse-dialog.tsx"));
const ModifyDialog = lazy(() => import("./modify-dialog.tsx"));

const {
  markAsReimbursed,
  requestStop,
  decline,
  officersVerify,
  operationsVerify,
  approve,
  approveAgainstRules,
  modify,
} = calls.loans;

/** One of the two approvals is offered: as usual, or against the rules. */
const isAgainst = ({ rules, principal_kobo }: Loan): boolean =>
  rules !== null && (rules.outcome !== "approved" || principal_kobo > rules.limit_kobo);

/** What can be done with the loan in its state; what this person may not do says why. */
export const LoanActions = ({ loan }: { loan: Loan }): ReactNode => (
  <div className={styles.buttons}>
    {RUNNING.includes(loan.status) && <Work loan={loan} />}
    <WithDialog loan={loan} of={markAsReimbursed} label="Mark reimbursed">
      {(onClose) => <ReimburseDialog loan={loan} onClose={onClose} />}
    </WithDialog>
    <Actions of={loan} calls={[requestStop]} />
    <WithDialog loan={loan} of={modify} label="Change the terms">
      {(onClose) => <ModifyDialog loan={loan} onClose={onClose} />}
    </WithDialog>
    <Actions
      of={loan}
      calls={[decline, officersVerify, operationsVerify, isAgainst(loan) ? approveAgainstRules : approve]}
    />
  </div>
);

const RUNNING = ["running", "past_due", "stop_requested", "charged_off"];

/** What is done with a loan that runs: money that came, and what the borrower said. */
function Work({ loan }: { loan: Loan }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayContact = useMay(calls.assignments.markAsContacted);
  const mayReceive = useMay(calls.repayments.settle);
  const late = loan.days_past_due > 0;
  return (
    <>
      {mayContact && (
        <Button size="sm" variant={late && !mayReceive ? "filled" : "default"} onClick={() => setOpen(true)}>
          Log a contact or promise…
        </Button>
      )}
      {mayReceive && (
        <Button
          size="sm"
          variant={late ? "filled" : "default"}
          component={Link}
          to={`/admin/repayments?f.loan_id=${loan.id}`}
        >
          Receive, debit or waive
        </Button>
      )}
      {isOpen && <ContactDialog userId={loan.customer.id} name={loan.customer.name} onClose={() => setOpen(false)} />}
    </>
  );
}

/** An act with a dialog of its own: offered where its state allows it, and where this person may not, it says why. */
function WithDialog({ loan, of, label, children }: DialogProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const refused = whyNot(of, loan);
  if (!isPossible(of, loan)) return null;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        disabled={refused !== undefined}
        title={refused}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}

interface DialogProps {
  loan: Loan;
  of: Parameters<typeof isPossible>[0];
  label: string;
  children: (onClose: () => void) => ReactNode;
}
