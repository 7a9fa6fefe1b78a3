import { longMonth, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { addressOf } from "../../../shared/api/call.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { SlipField, noEvidence, slipAt } from "../../../shared/form/evidence-fields.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { DateField, MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Empty, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Month = Answer<typeof calls.remittances.months>["months"][number];

/** VAT on fees by month: what was collected, taken back, remitted, and what is still owed to the state. */
export default function VatScreen(): ReactNode {
  const answer = useRecord(calls.remittances.months, {});
  const [chosen, setChosen] = useState<Month>();
  const mayRemit = useMay(calls.remittances.remit);
  return (
    <Page lead="The VAT that fees carry is owed to the state from the day on which the fee is booked.">
      <Answered of={answer} height={240} className="stack">
        {({ months, payable_kobo }) =>
          months.length === 0 ? (
            <Empty title="No fee with VAT was booked yet" />
          ) : (
            <>
              <Panel title={`Owed now: ${naira(payable_kobo)}`} flush>
                <PlainTable
                  caption="VAT by month"
                  rows={months}
                  keyOf={({ month }) => month}
                  columns={[
                    { key: "month", header: "Month", card: "title", render: ({ month }) => longMonth(month) },
                    { key: "collected_kobo", header: "Collected" },
                    { key: "reversed_kobo", header: "Taken back" },
                    { key: "owed_kobo", header: "Owed" },
                    { key: "remitted_kobo", header: "Remitted" },
                    { key: "open_kobo", header: "Still to remit" },
                    { key: "still_owed_kobo", header: "Still owed in all" },
                    {
                      key: "_do",
                      header: "File and record",
                      render: (row) => (
                        <div style={{ display: "flex", flexWrap: "wrap", gap: 8, justifyContent: "flex-end" }}>
                          <FileButton
                            call={calls.remittances.monthFile}
                            input={{ params: { month: row.month } }}
                            name={`vat-${row.month}.csv`}
                          >
                            File
                          </FileButton>
                          {mayRemit && row.is_over && row.open_kobo > 0 && (
                            <Button size="sm" variant="default" onClick={() => setChosen(row)}>
                              Record remittance…
                            </Button>
                          )}
                        </div>
                      ),
                    },
                  ]}
                />
              </Panel>
              <Remitted />
            </>
          )
        }
      </Answered>
      {chosen && <RemitDialog month={chosen} onClose={() => setChosen(undefined)} />}
    </Page>
  );
}

/** The last remittances with the tax authority's receipts. */
function Remitted(): ReactNode {
  const { data } = useCall(calls.remittances.listAll, { query: { limit: 20 } });
  const rows = data?.items ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title="Remitted" flush>
      <PlainTable
        caption="VAT remitted"
        rows={rows}
        columns={[
          { key: "reference", header: "Reference", card: "title" },
          { key: "month", header: "For", render: ({ month }) => longMonth(month) },
          { key: "amount_kobo", header: "Amount" },
          { key: "paid_on", header: "Paid on" },
          { key: "recorded_by", header: "Recorded by" },
          { key: "confirmed_by", header: "Confirmed by" },
          {
            key: "_slip",
            header: "Receipt",
            render: ({ slip_id }) => (
              <a href={addressOf(calls.slips.slipFile, { params: { id: slip_id } })} target="_blank" rel="noreferrer">
                Open
              </a>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function RemitDialog({ month, onClose }: { month: Month; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.remittances.remit, {
    initial: { ...noEvidence, amount_kobo: month.open_kobo as number | null, paid_on: "", reference: "" },
    isGuarded: false,
    rules: { amount_kobo: "required", paid_on: "required", reference: "required|min:3|max:60", slip: "required" },
    fieldOf: slipAt,
    toBody: ({ amount_kobo, paid_on, reference, slip_id }) => ({
      month: month.month,
      amount_kobo: amount_kobo ?? 0,
      paid_on,
      reference,
      ...(slip_id !== "" && { slip_id }),
    }),
    onDone: () => (toast("A second person has to agree."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`VAT of ${longMonth(month.month)} remitted`}>
      <Form form={form}>
        <MoneyField name="amount_kobo" label="Amount paid" hint={`Still to remit: ${naira(month.open_kobo)}`} />
        <DateField name="paid_on" label="Paid on" />
        <TextField
          name="reference"
          label="Reference"
          hint="As on the transfer: the bank's statement is matched by it."
          autoComplete="off"
        />
        <SlipField label="Receipt" hint="The tax authority's receipt" />
        <Notice tone="info">
          This records a payment that was made; it moves no money. A second person confirms it. The bank&apos;s
          statement must show it.
        </Notice>
        <SubmitButton onCancel={onClose}>Ask to record</SubmitButton>
      </Form>
    </Dialog>
  );
}
