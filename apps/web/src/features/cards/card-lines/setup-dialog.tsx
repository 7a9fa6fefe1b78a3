import { automaticWords } from "@manilla/contract/cards/card-payment-words";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Automatic = keyof typeof automaticWords;
interface Props {
  /** Of a person's own; absent for a company's line. */
  card_id?: string;
  automatic: Automatic;
  transfer_kobo: number;
  onClose: () => void;
}

/** C255. */
export function SetUpDialog({ card_id, automatic, transfer_kobo, onClose }: Props): ReactNode {
  const form = useCallForm(calls.cardLines.setUp, {
    initial: { automatic, transfer_kobo: (transfer_kobo || null) as number | null },
    isGuarded: false,
    toBody: (body) => ({ ...body, ...(card_id && { card_id }) }),
    onDone: () => {
      toast("Saved.");
      onClose();
    },
  });
  const choices = (Object.keys(automaticWords) as Automatic[])
    .filter((value) => card_id || value !== "none")
    .map((value) => ({ value, label: automaticWords[value] }));
  return (
    <Dialog opened onClose={onClose} title={card_id ? "How this card is paid" : "How the cards are paid"}>
      <Form form={form}>
        <SelectField name="automatic" label="Taken from the wallet on the due day" choices={choices} />
        <MoneyField
          name="transfer_kobo"
          label="Paid by transfer"
          hint={
            card_id
              ? "Of the next money that you transfer to your account number with us. Empty: nothing"
              : "Of the next money that is transferred to the wallet’s account number. Empty: nothing"
          }
        />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}
