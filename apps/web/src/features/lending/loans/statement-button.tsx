import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FileButton } from "../../../shared/form/file-button.tsx";
import type { Loan } from "./loan-parts.tsx";

/** Every movement on the loan with its balance, as PDF. */
export const StatementButton = ({ loan }: { loan: Pick<Loan, "id" | "reference"> }): ReactNode => (
  <FileButton
    call={calls.loans.statementOfAccount}
    input={{ params: { id: loan.id } }}
    name={`statement-of-account-${loan.reference}.pdf`}
  >
    Statement of account
  </FileButton>
);
