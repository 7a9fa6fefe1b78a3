import { automaticWords } from "@manilla/contract/cards/card-payment-words";
import { cardEnding } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CheckboxField, MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
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
  /** Of a person's own: whether what the wallet lacks is taken from their bank card, and which one that is. */
  debits_bank_card?: boolean;
  bank_card?: string | null;
  onClose: () => void;
}

/** C255. */
export function SetUpDialog({
  card_id,
  automatic,
  transfer_kobo,
  debits_bank_card = false,
  bank_card = null,
  onClose,
}: Props): ReactNode {
  const form = useCallForm(calls.cardLines.setUp, {
    initial: { automatic, transfer_kobo: (transfer_kobo || null) as number | null, debits_bank_card },
    isGuarded: false,
    toBody: ({ debits_bank_card: debits, ...body }) => ({
      ...body,
      ...(card_id && { card_id, debits_bank_card: debits }),
    }),
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
        {card_id && (
          <CheckboxField
            name="debits_bank_card"
            label="Take what the wallet does not have from my bank card"
            hint={
              bank_card
                ? `The one ${cardEnding(bank_card)}, at the end of the due day and again later while it is not paid`
                : "Save a bank card under Repayment Cards first"
            }
            disabled={!bank_card && !debits_bank_card}
          />
        )}
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
