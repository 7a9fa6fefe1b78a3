import { billKinds } from "@manilla/contract/payments/bill-kinds";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { DateField, MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { maySend, useMaybeSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { listTerms, setTerms } = calls.billDesk;
const percentOf = (bps: number): string => `${bps / 100} %`;
const PERCENT = "required|numeric|min:0|max:100";

/** What bills cost and give back, by kind; two people change it from a day to come. */
export function TermsPanel(): ReactNode {
  const answer = useRecord(listTerms, {});
  const [isChanging, setChanging] = useState(false);
  const mayAct = maySend(useMaybeSession(), setTerms);
  return (
    <Panel title="What is sold, fees, commission and cashback">
      <div className="stack">
        <Answered of={answer} height={200}>
          {({ terms }) => (
            <PlainTable
              caption="Fees, commission and cashback"
              rows={terms}
              keyOf={({ kind, valid_from }) => `${kind} ${valid_from}`}
              columns={[
                { key: "kind", header: "What", card: "title", render: ({ kind }) => billKinds[kind] },
                { key: "valid_from", header: "From", kind: "day", card: "field" },
                { key: "is_sold", header: "Sold", card: "field", render: ({ is_sold }) => (is_sold ? "Yes" : "No") },
                { key: "fee_kobo", header: "Fee, before VAT", card: "field" },
                {
                  key: "commission_bps",
                  header: "Commission",
                  card: "field",
                  render: ({ commission_bps }) => percentOf(commission_bps),
                },
                {
                  key: "cashback_bps",
                  header: "Cashback",
                  card: "field",
                  render: ({ cashback_bps }) => percentOf(cashback_bps),
                },
              ]}
            />
          )}
        </Answered>
        {mayAct && (
          <p className="buttons">
            <Button variant="default" onClick={() => setChanging(true)}>
              Change…
            </Button>
          </p>
        )}
      </div>
      {isChanging && <ChangeDialog onClose={() => setChanging(false)} />}
    </Panel>
  );
}

function ChangeDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = useCallForm(setTerms, {
    initial: {
      kind: "",
      valid_from: "",
      is_sold: "yes",
      fee_kobo: null as number | null,
      commission_percent: "",
      cashback_percent: "",
      reason: "",
    },
    isGuarded: false,
    rules: {
      kind: "required",
      valid_from: "required",
      fee_kobo: "required",
      commission_percent: PERCENT,
      cashback_percent: PERCENT,
      reason: "required|min:3|max:500",
    },
    fieldOf: (name) => name.replace("_bps", "_percent"),
    toBody: ({ kind, valid_from, is_sold, fee_kobo, commission_percent, cashback_percent, reason }) => ({
      kind: kind as keyof typeof billKinds,
      valid_from,
      is_sold: is_sold === "yes",
      fee_kobo: fee_kobo ?? 0,
      commission_bps: Math.round(Number(commission_percent) * 100),
      cashback_bps: Math.round(Number(cashback_percent) * 100),
      reason,
    }),
    onDone: () => (toast("Requested. A second person decides; nothing has changed yet."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Change a kind of bill">
      <Form form={form}>
        <SelectField
          name="kind"
          label="What"
          choices={Object.entries(billKinds).map(([value, label]) => ({ value, label }))}
        />
        <DateField name="valid_from" label="From" hint="Sales can be ended from today" />
        <SelectField
          name="is_sold"
          label="Sold"
          choices={[
            { value: "yes", label: "Yes: people see and buy it" },
            { value: "no", label: "No: it is not there" },
          ]}
        />
        <MoneyField name="fee_kobo" label="Fee, before VAT" />
        <TextField name="commission_percent" label="Commission, in percent" inputMode="decimal" />
        <TextField name="cashback_percent" label="Cashback, in percent" inputMode="decimal" />
        <TextAreaField name="reason" label="Reason" hint="The second person reads it" rows={2} />
        <SubmitButton onCancel={onClose}>Ask to change it</SubmitButton>
      </Form>
    </Dialog>
  );
}
