import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Application } from "./application-screen.tsx";

/** A line is proposed to a second person, and then offered to the company. */
export default function OfferDialog({ record, onClose }: { record: Application; onClose: () => void }): ReactNode {
  const { known } = record;
  const suggested = Math.min(record.amount_kobo, known.suggested_kobo);
  const form = useCallForm(calls.creditLines.offer, {
    initial: { offered_kobo: (suggested > 0 ? suggested : null) as number | null, annual_rate_percent: "", reason: "" },
    params: { id: record.id },
    isGuarded: false,
    onDone: () => (toast("Proposed. A second person decides; the company hears nothing before."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Offer ${record.company} a line`}>
      <Form form={form}>
        <Facts
          items={[
            { label: "Asked for", value: naira(record.amount_kobo), figure: true },
            { label: "Suggested", value: naira(known.suggested_kobo), figure: true },
          ]}
        />
        <MoneyField name="offered_kobo" label="Line" />
        <TextField name="annual_rate_percent" label="Rate a year, in percent" hint="On what is drawn, day by day" />
        <TextAreaField name="reason" label="Reason" hint="The second person and the record read it" rows={2} />
        <SubmitButton onCancel={onClose}>Propose</SubmitButton>
      </Form>
    </Dialog>
  );
}
