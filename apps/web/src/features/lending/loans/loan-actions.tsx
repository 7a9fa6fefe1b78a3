import { actionsFrom, loanStates } from "@manilla/contract/platform/states";
import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { useMay } from "../../../shared/session/session.ts";
import type { Loan } from "./loan-parts.tsx";
import styles from "./loans.module.css";

const ModifyDialog = lazy(() => import("./modify-dialog.tsx"));

/** What can be done with the loan in its state; what this person may not do says why. */
export function LoanActions({ loan }: { loan: Loan }): ReactNode {
  const isBeforeOffer = loan.status === "requested" || loan.status === "pre_approved";
  const possible = actionsFrom(loan.status, loanStates);
  const whyNot = (ability: string): string | undefined => loan.abilities[ability]?.why_not ?? undefined;
  const shared = { params: { id: loan.id }, body: { version: loan.version } };
  const facts = [
    { label: "Person", value: loan.customer.name },
    { label: "Amount", kobo: loan.principal_kobo },
    { label: "Instalments", value: loan.instalment_count },
    { label: "Paid back in all", kobo: loan.total_kobo },
  ];
  return (
    <div className={styles.buttons}>
      {possible.includes("mark_reimbursed") && (
        <ActionButton
          call={calls.loans.markAsReimbursed}
          {...shared}
          body={shared.body as never}
          disabledBecause={whyNot("mark_as_reimbursed")}
          done="Marked as reimbursed."
          confirm={{
            title: "Mark as reimbursed?",
            body: "The loan was paid back outside its schedule. This posts to the books and ends the loan.",
            facts: [...facts, { label: "Principal owed", kobo: loan.outstanding_principal_kobo }],
            reason: "required",
            yes: "Mark as reimbursed",
          }}
        >
          Mark reimbursed
        </ActionButton>
      )}
      {possible.includes("request_stop") && (
        <ActionButton
          call={calls.loans.requestStop}
          {...shared}
          body={shared.body as never}
          disabledBecause={whyNot("request_stop")}
          done="Asked to stop."
          confirm={{
            title: "Ask that this loan be stopped?",
            body: "Nothing more happens to it until somebody decides.",
            facts,
            reason: "required",
            yes: "Ask to stop",
          }}
        >
          Request stop
        </ActionButton>
      )}
      {isBeforeOffer && <Modify loan={loan} whyNot={whyNot("modify")} />}
      {possible.includes("decline") && (
        <ActionButton
          call={calls.loans.decline}
          {...shared}
          body={shared.body as never}
          variant="danger"
          disabledBecause={whyNot("decline")}
          done="Declined."
          confirm={{
            title: "Decline this request?",
            body: "The person is told the reason.",
            facts,
            reason: "required",
            yes: "Decline",
            style: "danger",
          }}
        >
          Decline
        </ActionButton>
      )}
      {isBeforeOffer && (
        <>
          <ActionButton
            call={calls.loans.officersVerify}
            {...shared}
            disabledBecause={whyNot("officers_verify")}
            done="Verified as credit officer."
            confirm={{
              title: "Verify as credit officer?",
              body: "You have looked at income, identity and documents.",
              facts,
              reason: "optional",
              yes: "Verify",
            }}
          >
            Verify as officer
          </ActionButton>
          <ActionButton
            call={calls.loans.operationsVerify}
            {...shared}
            disabledBecause={whyNot("operations_verify")}
            done="Verified as operations."
            confirm={{
              title: "Verify as operations?",
              body: "You have looked at the account and the papers.",
              facts,
              reason: "optional",
              yes: "Verify",
            }}
          >
            Verify as operations
          </ActionButton>
        </>
      )}
      {possible.includes("approve") && (
        <ActionButton
          call={calls.loans.approve}
          {...shared}
          variant="primary"
          disabledBecause={whyNot("approve")}
          done="Approved. The offer is on its way."
          confirm={{
            title: "Approve and send the offer?",
            body: "The offer letter goes to the person at once.",
            facts,
            reason: "optional",
            yes: "Approve",
          }}
        >
          Approve
        </ActionButton>
      )}
    </div>
  );
}

function Modify({ loan, whyNot }: { loan: Loan; whyNot: string | undefined }): ReactNode {
  const isAllowed = useMay(calls.loans.modify);
  const [isOpen, setOpen] = useState(false);
  if (!isAllowed) return null;
  return (
    <>
      <Button variant="default" size="sm" disabled={whyNot !== undefined} title={whyNot} onClick={() => setOpen(true)}>
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
