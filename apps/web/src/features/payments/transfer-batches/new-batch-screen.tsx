import { MAX_BATCH_ROWS, batchKinds } from "@manilla/contract/payments/transfer-batch-kinds";
import { count } from "@manilla/contract/formats";
import { Button, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { saveFile } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { FileField } from "../../../shared/form/file-field.tsx";
import { RadioField } from "../../../shared/form/choices.tsx";
import { SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm, useForm } from "../../../shared/form/use-call-form.tsx";
import { monthName } from "../../../shared/figures/figures.tsx";
import { BanksNotice } from "../../../shared/payments/banks-notice.tsx";
import { OwnRoom } from "../../../shared/payments/wallet-limits.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { create } = calls.transferBatches;
const TEMPLATE =
  "name,bank,account_number,amount,narration,reference,employee_id,email,phone\nAda Obi,Guaranty Trust Bank,0012345678,25000.00,Invoice 12,INV-12,,ada@mail.example,\n";

/** The month of the business day, those around it first. */
function monthsAround(today: string): { value: string; label: string }[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return [0, -1, 1, -2].map((by) => {
    const at = year * 12 + month - 1 + by;
    const value = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    return { value, label: monthName(value) };
  });
}

/** A company brings a file of payments, or of salaries. */
export default function NewBatchScreen(): ReactNode {
  const navigate = useNavigate();
  const { configuration, permissions } = useSession();
  const [isNaming, setNaming] = useState(false);
  const months = monthsAround(String(configuration["business_date"] ?? ""));
  const maySend = permissions.includes("company:can_request_transfers");
  const form = useCallForm(create, {
    initial: {
      kind: maySend ? "payments" : "salary",
      name: "",
      month: months[0]!.value,
      file: null,
      payee_column: "",
      bank_column: "",
      account_column: "",
      amount_column: "",
    },
    rules: { kind: "required", name: "nullable|max:80", file: "required" },
    toBody: ({ kind, name, month, payee_column, bank_column, account_column, amount_column }) => {
      const named = Object.entries({
        payee: payee_column,
        bank: bank_column,
        account_no: account_column,
        amount: amount_column,
      });
      const columns = Object.fromEntries(named.filter(([, heading]) => heading.trim() !== ""));
      return {
        kind: kind as "payments" | "salary",
        ...(kind === "salary" ? { month } : name !== "" && { name }),
        ...(Object.keys(columns).length > 0 && { columns: JSON.stringify(columns) }),
      };
    },
    onDone: async ({ batch, is_known }) => {
      if (is_known) toast("These rows were brought before: here they are.");
      await navigate(`/corporate/batches/${batch.id}`);
    },
  });
  const isSalary = form.values["kind"] === "salary";
  return (
    <Page
      width="form"
      lead="The banks are asked about every row. Nothing moves before you submit it and somebody else agrees."
    >
      <BanksNotice />
      <OwnRoom />
      <Form form={form}>
        <Panel>
          <RadioField
            name="kind"
            legend="What is it?"
            choices={[
              {
                value: "payments",
                label: batchKinds.payments,
                hint: "To suppliers and anybody else",
                disabled: !maySend,
              },
              {
                value: "salary",
                label: batchKinds.salary,
                hint: "Seen by those who may pay salaries only; no stamp duty",
                disabled: !permissions.includes("company:can_pay_salaries"),
              },
            ]}
          />
          {isSalary ? (
            <SelectField name="month" label="Month" choices={months} />
          ) : (
            <TextField name="name" label="Name" hint="Without one the batch has that of its file" maxLength={80} />
          )}
          <FileField name="file" label="File" hint="CSV or Excel" of={create} />
          <PasteButton />
          <p className="small muted">
            One line names the columns, in any order: bank (its name or code), account number, amount in naira, and
            where you have them name, narration, reference and employee id. At most {count(MAX_BATCH_ROWS)} rows.{" "}
            <LinkButton onClick={() => saveFile(new Blob([TEMPLATE], { type: "text/csv" }), "batch-template.csv")}>
              Download the template
            </LinkButton>{" "}
            <LinkButton onClick={() => setNaming(!isNaming)}>
              {isNaming ? "My columns are called like that" : "My columns are called otherwise"}
            </LinkButton>
          </p>
          {isNaming && (
            <>
              <FieldRow>
                <TextField name="payee_column" label="Your column of names" maxLength={80} />
                <TextField name="bank_column" label="Your column of banks" maxLength={80} />
              </FieldRow>
              <FieldRow>
                <TextField name="account_column" label="Your column of account numbers" maxLength={80} />
                <TextField
                  name="amount_column"
                  label="Your column of amounts"
                  hint="Kept for your next files"
                  maxLength={80}
                />
              </FieldRow>
            </>
          )}
        </Panel>
        <SubmitButton>Check it</SubmitButton>
      </Form>
    </Page>
  );
}

/** Rows copied from a spreadsheet are a file too. */
function PasteButton(): ReactNode {
  const form = useForm();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const take = (): void => {
    form.set("file", new File([text], "pasted.csv", { type: "text/csv" }));
    setOpen(false);
  };
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>Paste rows instead</LinkButton>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Paste rows">
        <Textarea
          label="Rows with their heading"
          description="Copied from a spreadsheet, the line with the names of the columns too"
          rows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button mt="md" disabled={text.trim() === ""} onClick={take}>
          Take these rows
        </Button>
      </Dialog>
    </>
  );
}
