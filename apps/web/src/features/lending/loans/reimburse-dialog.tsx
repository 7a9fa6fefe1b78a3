import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import {
  EvidenceFields,
  evidenceOf,
  evidenceRules,
  noEvidence,
  slipAt,
} from "../../../shared/form/evidence-fields.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useQuoteOfDay } from "../../../shared/loans/receiving/quote-of-day.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Loan } from "./loan-parts.tsx";

/** C087: asks that all of a loan be recorded as paid back outside its schedule. */
export default function ReimburseDialog({ record: loan, onClose }: { record: Loan; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.loans.markAsReimbursed, {
    initial: { reference: "", reason: "", ...noEvidence },
    params: { id: loan.id },
    isGuarded: false,
    rules: { reference: "required|min:3|max:60", reason: "required|min:3|max:500", ...evidenceRules },
    fieldOf: slipAt,
    toBody: ({ reference, reason, ...evidence }) => ({
      reference,
      reason,
      ...evidenceOf(evidence),
      ...(owed_kobo !== undefined && { amount_kobo: owed_kobo }),
      version: loan.version,
    }),
    onDone: () => (toast("A second person has to agree."), onClose()),
  });
  const today = useRecord(calls.repayments.settlementQuote, { params: { id: loan.id } });
  const then = useQuoteOfDay(form, loan.id);
  const quote = then ?? today.data;
  // All of it is received: the borrower's credit stays theirs.
  const owed_kobo = quote && quote.total_kobo + quote.credit_used_kobo;
  return (
    <Dialog opened onClose={onClose} title="Mark as reimbursed">
      <Form form={form}>
        <Facts
          items={[
            { label: "Customer", value: loan.customer.name },
            { label: "Principal outstanding", value: naira(loan.outstanding_principal_kobo), figure: true },
            owed_kobo !== undefined && {
              label: `Owed in all ${then ? "then" : "today"}`,
              value: naira(owed_kobo),
              figure: true,
            },
          ]}
        />
        <TextField
          name="reference"
          label="Reference"
          hint="As on the slip or transfer. The same reference is received only once."
          autoComplete="off"
        />
        <EvidenceFields />
        <TextAreaField name="reason" label="Reason" rows={2} />
        <Notice tone="info">
          A second person confirms this. All that was owed on that day then counts as received outside the schedule, and
          the loan ends. What a credit balance holds stays the customer's.
        </Notice>
        <SubmitButton onCancel={onClose}>Ask to record</SubmitButton>
      </Form>
    </Dialog>
  );
}
