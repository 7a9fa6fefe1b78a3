import { naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { useCallForm } from "../../../shared/form/use-call-form.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { ItemDialog } from "./item-dialog.tsx";
import { type Item, differenceAccounts } from "./words.ts";

/** A person says what a difference is: the bank's line is booked, and the rest to the account that is named. */
export function ResolveDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.reconciliation.resolve, {
    initial: { account: "" as (typeof differenceAccounts)[number], reason: "" as string },
    params: { id: item.id },
    rules: { account: "required", reason: "required|min:3|max:500" },
    isGuarded: false,
    toBody: (values) => ({ ...values, version: item.version }),
    onDone: ({ approval_id }) => {
      toast(approval_id ? "A second person was asked." : "Booked.");
      onClose();
    },
  });
  return (
    <ItemDialog
      item={item}
      title="What is this difference?"
      form={form}
      submit="Book the difference"
      onClose={onClose}
      facts={[
        item.statement && { label: "The bank says", value: item.statement.narration },
        { label: "Our books", value: naira(item.expected_kobo ?? 0), figure: true },
        { label: "The bank", value: naira(item.actual_kobo ?? 0), figure: true },
        { label: "Difference", value: naira(item.difference_kobo), figure: true },
      ]}
    >
      <SelectField
        name="account"
        label="Book the difference to"
        choices={differenceAccounts.map((value) => ({ value, label: sentence(value) }))}
      />
      <TextAreaField name="reason" label="How you know" />
      <p className="small muted">
        The bank&apos;s account is booked by what its statement shows. Above the configured amount a second person
        decides.
      </p>
    </ItemDialog>
  );
}
