import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { RuleFields, type TypedRule, fieldOf, rulesOf, toRule } from "./rule-fields.tsx";

const { change, find } = calls.standingOrders;

const textOf = (value: number | string | null): string => (value === null ? "" : String(value));

/** Another amount, day or end from the next date on: another order in the place of this one. */
export function ChangeDialog({
  record: order,
  onClose,
}: {
  record: Answer<typeof find>;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState({ repeat: order.repeat as string, ends: order.ends as string });
  const form = useCallForm(change, {
    params: { id: order.id },
    rules: { amount_kobo: "required", narration: "nullable|max:60", ...rulesOf(chosen) },
    initial: {
      amount_kobo: order.amount_kobo as number | null,
      narration: order.narration ?? "",
      repeat: order.repeat as string,
      weekday: order.repeat === "week" ? textOf(order.on_day) : "",
      month_day: order.repeat === "month" ? textOf(order.on_day) : "",
      // The date itself, not the working day on which it is paid.
      first_on: order.next[0]?.due_on ?? "",
      ends: order.ends as string,
      ends_after: textOf(order.ends_after),
      ends_on: textOf(order.ends_on),
    },
    isGuarded: false,
    fieldOf: fieldOf(chosen.repeat),
    toBody: ({ amount_kobo, narration, ...typed }) => ({
      amount_kobo: amount_kobo ?? 0,
      ...(narration !== "" && { narration }),
      ...toRule(typed),
    }),
    onDone: async ({ order: made, approval_id }) => {
      toast(
        approval_id
          ? "Asked. This order goes on until somebody else has agreed to the other one."
          : "Changed. The other order holds from its first date on.",
      );
      await navigate(`/${accountTypeOf(location.pathname) ?? "customer"}/standing-orders/${made.id}`);
      onClose();
    },
  });
  const { repeat, ends } = form.values as TypedRule;
  if (repeat !== chosen.repeat || ends !== chosen.ends) setChosen({ repeat, ends });
  return (
    <Dialog opened onClose={onClose} title={`Change what ${order.payee} is sent`}>
      <Form form={form}>
        <MoneyField name="amount_kobo" label="Each time" />
        <TextField name="narration" label="For" hint="Shown to the recipient" maxLength={60} />
        <RuleFields />
        <SubmitButton onCancel={onClose}>Change it</SubmitButton>
      </Form>
    </Dialog>
  );
}
