import { counted, day, naira, rateInWords } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { RadioField } from "../../../shared/form/choices.tsx";
import { SlipField, slipAt } from "../../../shared/form/evidence-fields.tsx";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Loan } from "./loan-parts.tsx";
import { useSettled } from "./use-settled.ts";

const wholeNumber = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0);

/** Asks for more time: what changes, the schedule before and after as the server works it out, the reason. */
export default function RescheduleDialog({ record: loan, onClose }: { record: Loan; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.repayments.reschedule, {
    initial: {
      holiday_instalments: "0",
      more_instalments: "0",
      annual_rate_percent: "",
      overdue: "stays" as "stays" | "joins",
      reason: "",
      slip: null as File | null,
      slip_id: "",
    },
    params: { id: loan.id },
    isGuarded: false,
    rules: {
      holiday_instalments: "required|number|min:0|max:12",
      more_instalments: "required|number|min:0|max:60",
      annual_rate_percent: "nullable",
      reason: "required|min:3|max:500",
      slip: "nullable",
    },
    fieldOf: slipAt,
    toBody: ({ reason, slip_id, ...values }) => ({ ...changeOf(values), reason, ...(slip_id !== "" && { slip_id }) }),
    onDone: () => (toast("A second person has to agree."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Reschedule the loan" size="lg">
      <Form form={form}>
        <FieldRow>
          <TextField
            name="holiday_instalments"
            label="Instalments to skip"
            hint="The next due dates; as many are added at the end"
            inputMode="numeric"
            maxLength={2}
          />
          <TextField
            name="more_instalments"
            label="More instalments"
            hint="Added at the end"
            inputMode="numeric"
            maxLength={2}
          />
        </FieldRow>
        <TextField
          name="annual_rate_percent"
          label="New rate a year, in percent"
          hint="Empty: the rate stays"
          inputMode="decimal"
          maxLength={12}
        />
        {loan.overdue_kobo > 0 && (
          <RadioField
            name="overdue"
            legend={`What is overdue (${naira(loan.overdue_kobo)})`}
            choices={[
              { value: "stays", label: "Stays due", hint: "Its instalments stay due as they are." },
              {
                value: "joins",
                label: "Joins the coming instalments",
                hint: "Its principal and interest are spread; fees and penalties stay due. The loan keeps its class for 90 days without a new delay.",
              },
            ]}
          />
        )}
        <BeforeAndAfter loan={loan} values={form.values} />
        <SlipField label="Paper" hint="What it rests on: the borrower's request, an agreement" />
        <TextAreaField name="reason" label="Reason" rows={2} />
        <Notice tone="info">
          A second person decides with the same figures. We tell the borrower the new schedule.
        </Notice>
        <SubmitButton onCancel={onClose}>Ask to reschedule</SubmitButton>
      </Form>
    </Dialog>
  );
}

interface Values {
  holiday_instalments: string;
  more_instalments: string;
  annual_rate_percent: string;
  overdue: "stays" | "joins";
}
const changeOf = ({ holiday_instalments, more_instalments, annual_rate_percent, overdue }: Values) => ({
  holiday_instalments: wholeNumber(holiday_instalments),
  more_instalments: wholeNumber(more_instalments),
  ...(annual_rate_percent.trim() !== "" && { annual_rate_percent: annual_rate_percent.trim() }),
  overdue,
});

type Figures = Answer<typeof calls.repayments.reschedulePreview>["before"];
const lines: readonly (readonly [label: string, value: (figures: Figures) => string])[] = [
  ["Instalment", ({ instalment_kobo }) => naira(instalment_kobo)],
  ["To come", ({ instalments }) => counted(instalments, "instalment")],
  ["Next due", ({ next_due_on }) => (next_due_on ? day(next_due_on) : "–")],
  ["Last due", ({ last_due_on }) => (last_due_on ? day(last_due_on) : "–")],
  ["Rate", ({ annual_rate_percent }) => rateInWords(annual_rate_percent)],
  ["Overdue", ({ overdue_kobo }) => naira(overdue_kobo)],
  ["Interest of the whole loan", ({ interest_kobo }) => naira(interest_kobo)],
  ["Still to be paid", ({ left_kobo }) => naira(left_kobo)],
];

function BeforeAndAfter({ loan, values }: { loan: Loan; values: Values }): ReactNode {
  const body = useSettled(changeOf(values));
  const isChanged =
    body.holiday_instalments + body.more_instalments > 0 ||
    body.overdue === "joins" ||
    body.annual_rate_percent !== undefined;
  const { data, error } = useCall(
    calls.repayments.reschedulePreview,
    { params: { id: loan.id }, body },
    { enabled: isChanged, keep: true },
  );
  if (!isChanged) return <p className="muted">Say what changes; the schedule before and after appears here.</p>;
  if (error) return <Notice tone="danger">{errorText(error)}</Notice>;
  if (!data) return <p className="muted">Working it out…</p>;
  const { before, after } = data;
  return (
    <PlainTable
      caption="The schedule before and after"
      rows={lines.map(([label, value]) => ({ label, now: value(before), then: value(after) }))}
      keyOf={({ label }) => label}
      columns={[
        { key: "label", header: "The schedule", card: "title", canWrap: true },
        { key: "now", header: "Now", align: "right" },
        {
          key: "then",
          header: "Afterwards",
          align: "right",
          render: ({ now, then }) => (now === then ? then : <strong>{then}</strong>),
        },
      ]}
    />
  );
}
