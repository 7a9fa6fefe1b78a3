import { counted } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { fetchFile, saveFile } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { DateField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { create, download } = calls.expenseJournals;

/** A journal of some days, saved as a file at once. */
export function JournalDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = useCallForm(create, {
    initial: { from_on: "", until_on: "", wallet_code: "" },
    isGuarded: false,
    onDone: ({ journal, without_code }) => {
      const left = without_code > 0 ? ` ${counted(without_code, "expense")} without a ledger code stayed out.` : "";
      toast(`Journal ${journal.number}: ${counted(journal.expense_count, "expense")}.${left}`);
      onClose();
      fetchFile(download, { params: { id: journal.id } }).then(
        ({ blob, name }) => saveFile(blob, name ?? `expenses-journal-${journal.number}.csv`),
        (error: unknown) => toast(errorText(error), { tone: "danger" }),
      );
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Make a journal">
      <Form form={form}>
        <p>
          Paid expenses of these days that are in no journal yet: debits by ledger code, and your wallet as the credit.
        </p>
        <DateField name="from_on" label="From" />
        <DateField name="until_on" label="Until" />
        <TextField
          name="wallet_code"
          label="Ledger code of the wallet"
          hint="The account of this wallet in your own books"
        />
        <SubmitButton onCancel={onClose}>Make it</SubmitButton>
      </Form>
    </Dialog>
  );
}
