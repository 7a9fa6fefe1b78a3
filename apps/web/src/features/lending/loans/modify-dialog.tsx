import { counted, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Loan } from "./loan-parts.tsx";
import { useSettled } from "./use-settled.ts";

/** Another amount or term before the offer, with what it would come to. */
export default function ModifyDialog({ record: loan, onClose }: { record: Loan; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.loans.modify, {
    initial: {
      principal_kobo: loan.principal_kobo as number | null,
      instalments: String(loan.instalment_count),
      reason: "",
    },
    params: { id: loan.id },
    isGuarded: false,
    rules: {
      principal_kobo: "required|number",
      instalments: "required|number|min:1|max:360",
      reason: "required|min:3|max:500",
    },
    toBody: ({ principal_kobo, instalments, reason }) => ({
      principal_kobo: principal_kobo ?? 0,
      instalments: Number(instalments),
      reason,
      version: loan.version,
    }),
    onDone: () => {
      toast("Changed. Both verifications are needed again.");
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Change the terms">
      <Form form={form}>
        <p className="muted">
          Requested: {naira(loan.requested_principal_kobo)} in {counted(loan.requested_instalments, "instalment")}.
          Verifications are taken back, because they were given for other terms.
        </p>
        <FieldRow>
          <MoneyField name="principal_kobo" label="Amount" />
          <TextField name="instalments" label="Instalments" inputMode="numeric" maxLength={3} />
        </FieldRow>
        <Preview
          loan={loan}
          principal_kobo={form.values.principal_kobo}
          instalments={Number(form.values.instalments)}
        />
        <TextAreaField name="reason" label="Reason" />
        <SubmitButton>Change the terms</SubmitButton>
      </Form>
    </Dialog>
  );
}

function Preview({
  loan,
  principal_kobo,
  instalments,
}: {
  loan: Loan;
  principal_kobo: number | null;
  instalments: number;
}): ReactNode {
  const body = useSettled({ ...loan.terms, principal_kobo: principal_kobo ?? 0, instalments });
  const isWhole =
    typeof body.principal_kobo === "number" &&
    body.principal_kobo > 0 &&
    Number.isInteger(body.instalments) &&
    body.instalments > 0 &&
    body.instalments <= 360;
  const { data } = useCall(calls.loans.quote, { body }, { enabled: isWhole, keep: true });
  if (!data || !isWhole) return null;
  return (
    <Facts
      items={[
        { label: "Instalment", value: naira(data.instalments[0]?.total_kobo ?? 0), figure: true },
        { label: "Interest", value: naira(data.totals.interest_kobo), figure: true },
        {
          label: "Paid back, before fees",
          value: naira(data.totals.principal_kobo + data.totals.interest_kobo),
          figure: true,
        },
      ]}
    />
  );
}
