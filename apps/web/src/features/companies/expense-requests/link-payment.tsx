import { naira, shortDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { find, linkPayment, payments } = calls.expenseRequests;
type Request = Answer<typeof find>;
type Payments = Answer<typeof payments>["payments"];
interface Props {
  record: Request;
  onClose: () => void;
}

/** Which payment of the company has bought a line of the purchase. */
export function LinkPaymentDialog({ record, onClose }: Props): ReactNode {
  const { data } = useRecord(payments, { params: { id: record.id } });
  return (
    <Dialog opened onClose={onClose} title="Which payment has bought it?">
      {data && data.payments.length === 0 && (
        <p>
          No payment without a request is here yet. A transfer is, once it has arrived, and a card's once it is taken.
        </p>
      )}
      {data && data.payments.length > 0 && <Choice record={record} paid={data.payments} onClose={onClose} />}
    </Dialog>
  );
}

function Choice({ record: { id, version, lines }, paid, onClose }: Props & { paid: Payments }): ReactNode {
  const open = lines.filter(({ is_refused }) => !is_refused);
  const likely = paid.find(({ line_number }) => line_number !== null);
  const form = useCallForm(linkPayment, {
    initial: {
      expense_id: likely?.expense_id ?? "",
      line_number: String(likely?.line_number ?? (open.length === 1 ? open[0]!.number : "")),
      version,
    },
    params: { id },
    isGuarded: false,
    toBody: ({ expense_id, line_number }) => ({ expense_id, line_number: Number(line_number), version }),
    onDone: () => (toast("Linked. The request is paid."), onClose()),
  });
  return (
    <Form form={form}>
      <p className="muted">
        It becomes the expense of this line, under its category. What was agreed to is not paid a second time.
      </p>
      <SelectField
        name="expense_id"
        label="Payment"
        choices={paid.map(({ expense_id, merchant, amount_kobo, spent_on, person }) => ({
          value: expense_id,
          label: `${naira(amount_kobo)} at ${merchant}, ${shortDay(spent_on)}, ${person}`,
        }))}
      />
      <SelectField
        name="line_number"
        label="Line"
        choices={open.map(({ number, merchant, amount_kobo }) => ({
          value: String(number),
          label: `${merchant}, ${naira(amount_kobo)} agreed`,
        }))}
      />
      <SubmitButton onCancel={onClose}>Link</SubmitButton>
    </Form>
  );
}
