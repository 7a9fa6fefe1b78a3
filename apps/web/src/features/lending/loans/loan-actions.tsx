import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Actions } from "../../../shared/actions/actions.tsx";
import { isPossible, whyNot } from "../../../shared/actions/facts.ts";
import type { Loan } from "./loan-parts.tsx";
import styles from "./loans.module.css";

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
    <Actions of={loan} calls={[markAsReimbursed, requestStop]} />
    {isPossible(modify, loan) && <Modify loan={loan} />}
    <Actions
      of={loan}
      calls={[decline, officersVerify, operationsVerify, isAgainst(loan) ? approveAgainstRules : approve]}
    />
  </div>
);

function Modify({ loan }: { loan: Loan }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const refused = whyNot(modify, loan);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        disabled={refused !== undefined}
        title={refused}
        onClick={() => setOpen(true)}
      >
        Change the terms
      </Button>
      {isOpen && (
        <Suspense>
          <ModifyDialog loan={loan} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
