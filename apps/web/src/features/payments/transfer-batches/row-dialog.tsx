import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { BankField, MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { changeRow, rows } = calls.transferBatches;
export type Item = RowOf<typeof rows>;

/** The number that fits, where the reason names one. */
const fitting = ({ reason, account_no }: Item): string =>
  /\b(\d{10}) fits this bank/.exec(reason ?? "")?.[1] ?? account_no;

/** One row, corrected where it is; its bank is asked again. */
export function RowDialog({ batch_id, row, onClose }: { batch_id: string; row: Item; onClose: () => void }): ReactNode {
  const form = useCallForm(changeRow, {
    initial: {
      payee: row.payee,
      bank_code: row.bank_code ?? "",
      account_no: fitting(row),
      amount_kobo: row.amount_kobo as number | null,
      narration: row.narration ?? "",
      email: row.email ?? "",
      phone: row.phone ?? "",
    },
    params: { id: batch_id, number: String(row.number) },
    isGuarded: false,
    toBody: ({ payee, bank_code, account_no, amount_kobo, narration, email, phone }) => ({
      bank_code,
      account_no,
      amount_kobo: amount_kobo ?? 0,
      ...(payee !== "" && { payee }),
      ...(narration !== "" && { narration }),
      ...(email !== "" && { email }),
      ...(phone !== "" && { phone }),
    }),
    onDone: (answer) => {
      toast(
        answer.row.verdict === "ready"
          ? `Row ${row.number} is right now.`
          : `Row ${row.number} was changed. ${sentence(answer.row.reason ?? "")}`,
      );
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Row ${row.number}`}>
      <Form form={form}>
        {row.reason && <Notice tone="warning">{sentence(row.reason)}</Notice>}
        <TextField
          name="payee"
          label="Name"
          hint={row.account_name ? `The bank says ${row.account_name}` : undefined}
          maxLength={120}
        />
        <FieldRow>
          <BankField name="bank_code" label="Bank" />
          <TextField name="account_no" label="Account number" digits={10} />
        </FieldRow>
        <MoneyField
          name="amount_kobo"
          label="Amount"
          hint={row.amount_kobo === null && row.amount !== "" ? `The file says ${row.amount}` : undefined}
        />
        <TextField name="narration" label="For" maxLength={60} />
        <TextField name="email" label="E-mail" hint="Hears when the money has arrived" />
        <TextField name="phone" label="Phone" hint="Hears by text message where there is no e-mail" />
        <SubmitButton onCancel={onClose}>Correct it</SubmitButton>
      </Form>
    </Dialog>
  );
}
