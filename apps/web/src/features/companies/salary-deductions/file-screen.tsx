import { shortfallReasons, shortfallWords } from "@manilla/contract/companies/deduction-file-states";
import { counted, day, naira } from "@manilla/contract/formats";
import { type ReactNode, useCallback, useState } from "react";
import { useParams } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { accountTypeOf, useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { type File, fileWork, unpaidWords } from "./file-work.ts";

const { answer, find, lines } = calls.salaryDeductions;
type Line = RowOf<typeof lines>;

const carried: Readonly<Record<string, string>> = {
  ...shortfallWords,
  unanswered: "The file before was not answered or not paid",
};
const shown = columns<Line>([
  column("person", { header: "Employee", card: "title", width: 190, render: ({ person }) => person.name }),
  column("staff_number", { header: "Staff number", width: 120 }),
  column("loan", { card: "field", width: 180, render: ({ loan }) => loan.reference }),
  column("asked_kobo", { card: "field", width: 130 }),
  column("overdue_kobo", { header: "Of it overdue", width: 120, isHidden: true }),
  column("deducted_kobo", { card: "field", width: 130 }),
  column("shortfall_reason", {
    header: "Why less",
    card: "field",
    width: 190,
    render: ({ shortfall_reason, note }) =>
      shortfall_reason ? [shortfallWords[shortfall_reason], note].filter(Boolean).join(": ") : "–",
  }),
  column("carried_because", {
    header: "Last time",
    width: 150,
    render: ({ carried_because }) => (carried_because ? carried[carried_because] : "–"),
  }),
]);

/** The people and sums of a pay day: answered, confirmed and paid here. */
export default function FileScreen(): ReactNode {
  const { id = "" } = useParams();
  const found = useRecord(find, { params: { id } });
  const [line, setLine] = useState<Line>();
  const isOpen = useMay(answer) && found.data?.status === "open";
  const actions = useCallback(
    (row: Line): RowAction[] => (isOpen ? [{ label: "Kept back less…", run: () => setLine(row) }] : []),
    [isOpen],
  );
  return (
    <>
      <ListPage
        call={lines}
        params={{ id }}
        columns={shown}
        title={found.data ? `Salary deductions of ${day(found.data.pay_day)}` : "Salary deductions"}
        above={
          <Answered of={found} height={150}>
            {(file) => <Above file={file} />}
          </Answered>
        }
        rowActions={actions}
        href={accountTypeOf(location.pathname) === "admin" ? ({ loan }) => `/admin/loans/${loan.id}` : undefined}
        empty="Nobody is in this file."
      />
      {line && <AnswerDialog line={line} onClose={() => setLine(undefined)} />}
    </>
  );
}

function Above({ file }: { file: File }): ReactNode {
  const { status, asked_kobo, deducted_kobo, shortfall_kobo, people, available_kobo, company, exceptions } = file;
  const unpaid = unpaidWords(file);
  return (
    <>
      <WorkBar of={file} work={fileWork} label={`the deductions of ${day(file.pay_day)}`} />
      <Figures
        items={[
          { label: "Asked", value: naira(asked_kobo), note: counted(people, "loan") },
          { label: "Kept back", value: naira(deducted_kobo) },
          {
            label: "Less than asked",
            value: naira(shortfall_kobo),
            ...(exceptions.length > 0 && {
              note: exceptions.map(({ reason, people: many }) => `${shortfallWords[reason]}: ${many}`).join(", "),
            }),
          },
          available_kobo !== null && { label: "Available in the wallet", value: naira(available_kobo) },
        ]}
      />
      <Facts
        items={[
          { label: "State", value: <StatusBadge kind="deduction_file" status={status} /> },
          { label: "Reference", value: file.reference },
          available_kobo === null && { label: "Company", value: company.name },
          { label: "No card is debited until", value: day(file.held_until) },
          { label: "No penalty until", value: `${day(file.shielded_until)}, on what is confirmed` },
          file.confirmed_by && { label: "Confirmed by", value: file.confirmed_by },
          file.paid_by && { label: "Paid by", value: file.paid_by },
        ]}
      />
      {unpaid && <Notice tone="danger">{unpaid}</Notice>}
    </>
  );
}

const reasons = shortfallReasons.map((value) => ({ value, label: shortfallWords[value] }));

function AnswerDialog({ line, onClose }: { line: Line; onClose: () => void }): ReactNode {
  const { id, person, asked_kobo, deducted_kobo, shortfall_reason, note } = line;
  const form = useCallForm(answer, {
    initial: {
      deducted_kobo: (shortfall_reason ? deducted_kobo : 0) as number | null,
      shortfall_reason: shortfall_reason ?? "",
      note: note ?? "",
    },
    params: { id },
    isGuarded: false,
    toBody: ({ shortfall_reason: why, deducted_kobo: kobo, note: said }) => ({
      deducted_kobo: kobo ?? 0,
      shortfall_reason: why === "" ? null : why,
      ...(said !== "" && { note: said }),
    }),
    onDone: () => (toast(`Noted for ${person.name}.`), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Kept back from ${person.name}`}>
      <Form form={form}>
        <Facts items={[{ label: "Asked", value: naira(asked_kobo), figure: true }]} />
        <MoneyField name="deducted_kobo" label="Kept back" hint="₦0 where nothing was" />
        <SelectField name="shortfall_reason" label="Why less" choices={reasons} />
        <TextField name="note" label="Note" />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}
