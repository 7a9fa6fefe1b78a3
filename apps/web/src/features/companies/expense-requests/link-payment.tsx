import { naira, shortDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
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
  const answer = useRecord(payments, { params: { id: record.id } });
  return (
    <Dialog opened onClose={onClose} title="Which payment has bought it?">
      <Answered of={answer} height={220}>
        {({ payments: paid }) =>
          paid.length === 0 ? (
            <p>
              No payment without a request is here yet. A transfer is here once it has arrived, and a card payment once
              the shop has taken its money.
            </p>
          ) : (
            <Choice record={record} paid={paid} onClose={onClose} />
          )
        }
      </Answered>
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
  const chosen = paid.find(({ expense_id }) => expense_id === form.values["expense_id"]);
  const line = open.find(({ number }) => String(number) === form.values["line_number"]);
  const beyond = chosen && line ? chosen.amount_kobo - Math.max(0, line.amount_kobo - line.bought_kobo) : 0;
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
      {beyond > 0 && <Notice tone="warning">It is {naira(beyond)} more than is left of this line.</Notice>}
      <SubmitButton onCancel={onClose}>Link</SubmitButton>
    </Form>
  );
}
