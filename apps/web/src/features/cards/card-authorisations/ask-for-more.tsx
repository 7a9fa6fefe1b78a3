import { limitWords, type LimitPeriod } from "@manilla/contract/cards/decline-reasons";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { serverNow } from "../../../shared/api/call.ts";
import { isoDay } from "@manilla/contract/formats";
import { DateField, MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

interface Stopped {
  id: string;
  card: { id: string };
  merchant: string;
  amount_kobo: number;
  period: LimitPeriod;
}

/** After a decline: more of the limit that stopped it, until a day; the approver sees the purchase. */
export function AskForMore({ payment }: { payment: Stopped }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask for more…</Button>
      {isOpen && <AskDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  );
}

function AskDialog({ payment, onClose }: { payment: Stopped; onClose: () => void }): ReactNode {
  const { id, card, merchant, amount_kobo, period } = payment;
  const form = useCallForm(calls.cardControls.askRaise, {
    initial: {
      period,
      amount_kobo: amount_kobo as number | null,
      ends_on: isoDay(new Date(serverNow())),
      reason: "",
      authorisation_id: id,
    },
    params: { id: card.id },
    isGuarded: false,
    onDone: () => (toast("Asked. You have a message when it is decided."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Ask for more">
      <Form form={form}>
        <p className="muted">
          On top of your {limitWords[period]}, for {merchant}.
        </p>
        <MoneyField name="amount_kobo" label="How much more" />
        <DateField name="ends_on" label="Until" />
        <TextAreaField name="reason" label="What for" />
        <SubmitButton onCancel={onClose}>Ask</SubmitButton>
      </Form>
    </Dialog>
  );
}
