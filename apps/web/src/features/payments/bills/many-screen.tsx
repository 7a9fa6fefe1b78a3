import { count, counted, naira } from "@manilla/contract/formats";
import { MAX_NUMBERS, billOrderKinds } from "@manilla/contract/payments/bill-order-kinds";
import { Button, FileButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { check, buyMany, read: readFile, request } = calls.billOrders;
type Checked = Answer<typeof check> & { kind: keyof typeof billOrderKinds; text: string };

/** Airtime or data for many numbers: pasted or from a file, each with its verdict before anything moves. */
export default function ManyScreen(): ReactNode {
  const isCompany = useMay(request);
  const [checked, setChecked] = useState<Checked>();
  const form = useCallForm(check, {
    initial: { kind: "airtime", text: "" },
    isGuarded: "draft",
    toBody: ({ kind, text }) => ({ kind: kind as Checked["kind"], text }),
    onDone: (answer, { kind, text }) => setChecked({ ...answer, kind: kind as Checked["kind"], text: String(text) }),
  });
  const reading = useAction(readFile);
  const read = async (file: File | null) => {
    if (!file) return;
    try {
      form.set("text", (await reading.run({}, { file })).text);
    } catch (error) {
      form.refuse("text", (error instanceof CallError && error.fields.file?.join(" ")) || errorText(error));
    }
  };
  const { text } = form.values;
  return (
    <Page
      lead={`A row for each number, ${counted(isCompany ? MAX_NUMBERS.company : MAX_NUMBERS.person, "number")} at most: the phone, the amount or the name of the bundle, and its network where the number was ported.`}
    >
      <Form form={form}>
        <Panel>
          <div className="stack">
            <SelectField
              name="kind"
              label="What"
              choices={Object.entries(billOrderKinds).map(([value, label]) => ({ value, label }))}
            />
            <TextAreaField
              name="text"
              label="Numbers"
              hint="For example 08031234567, 500. A file is CSV or Excel, with headings for phone, amount or bundle, and network."
              rows={8}
            />
            <div>
              <FileButton onChange={(file) => void read(file)} accept=".csv,.xlsx,text/csv">
                {(props) => (
                  <Button {...props} type="button" variant="default" loading={reading.isPending}>
                    Read them from a file…
                  </Button>
                )}
              </FileButton>
            </div>
          </div>
        </Panel>
        <SubmitButton>Check the numbers</SubmitButton>
      </Form>
      {checked && checked.text === text && <Verdicts checked={checked} isCompany={isCompany} />}
    </Page>
  );
}

function Verdicts({ checked, isCompany }: { checked: Checked; isCompany: boolean }): ReactNode {
  const navigate = useNavigate();
  const { run, isPending, error } = useAction(buyMany);
  const { rows, ready_count, total_kobo, available_kobo, kind, text } = checked;
  const isReady = ready_count === rows.length && ready_count > 0;
  const buy = async () => {
    try {
      const { order, approval_id } = await run({ body: { kind, text } });
      toast(approval_id ? "Asked. The money is held until somebody else has agreed." : "Being bought.");
      await navigate(`/${isCompany ? "corporate" : "customer"}/bills/orders/${order.id}`);
    } catch {
      // Said below.
    }
  };
  const why = error instanceof CallError ? (error.fields.text?.join(" ") ?? errorText(error)) : undefined;
  return (
    <>
      <Panel title={`${count(ready_count)} of ${counted(rows.length, "row")} can be bought`} flush>
        <PlainTable
          caption="Verdicts"
          rows={rows}
          keyOf={({ row }) => String(row)}
          columns={[
            { key: "row", header: "Row", kind: "number" },
            { key: "phone", header: "Number", kind: "text", card: "title" },
            { key: "service_name", header: "Network", card: "field" },
            { key: "item_name", header: "What" },
            { key: "total_kobo", header: "Costs", card: "field" },
            {
              key: "why",
              header: "Verdict",
              card: "field",
              render: ({ why: refused, note }) => refused ?? note ?? "Can be bought",
            },
          ]}
        />
      </Panel>
      {why && <Notice tone="danger">{why}</Notice>}
      {isReady ? (
        <p className="buttons">
          <Button type="button" loading={isPending} disabled={total_kobo > available_kobo} onClick={() => void buy()}>
            {isCompany ? "Ask to buy" : "Buy"} for {naira(total_kobo)}
          </Button>
          <span className="muted">{naira(available_kobo)} is there.</span>
        </p>
      ) : (
        <Notice tone="warning">Correct or leave out what is refused, and check again. Nothing was bought.</Notice>
      )}
    </>
  );
}
