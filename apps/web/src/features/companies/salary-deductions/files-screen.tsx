import { counted, day } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { CheckboxField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { findTerms, listAll, setTerms } = calls.salaryDeductions;
type Terms = Answer<typeof findTerms>["terms"];

const shown = columns<RowOf<typeof listAll>>([
  column("pay_day", { card: "title", width: 150 }),
  column("status", { badge: "deduction_file", card: "badge", width: 140 }),
  column("people", { header: "Loans", kind: "number", width: 100 }),
  column("asked_kobo", { card: "field", width: 160 }),
  column("deducted_kobo", { card: "field", width: 160 }),
  column("shortfall_kobo", { width: 160 }),
  column("unpaid_days", { header: "Days not paid", kind: "number", width: 120 }),
  column("reference", { width: 180 }),
]);

/** What the company keeps back from its people's pay, one file for each pay day. */
export default function FilesScreen(): ReactNode {
  const answer = useRecord(findTerms, {});
  const [isOpen, setOpen] = useState(false);
  const maySet = useMay(setTerms);
  return (
    <>
      <ListPage
        call={listAll}
        columns={shown}
        href={({ id }) => `/corporate/deductions/${id}`}
        tiles="asked_kobo"
        views={[
          { name: "To confirm", address: "f.status=open", empty: "Nothing is to be confirmed" },
          { name: "Not paid in time", address: "f.is_unpaid=true", empty: "Everything was paid in time" },
          { name: "To pay", address: "f.status=confirmed", empty: "Nothing is to be paid" },
        ]}
        lead="What your company keeps back from its people's pay for their loans with us."
        above={
          <Answered of={answer} height={24}>
            {({ terms }) => <p>{inWords(terms)}</p>}
          </Answered>
        }
        actions={
          maySet &&
          answer.data && (
            <Button variant="default" size="sm" onClick={() => setOpen(true)}>
              Pay day…
            </Button>
          )
        }
        empty="No file yet. It is made a week before your pay day, when somebody has agreed to repay a loan from the salary."
      />
      {isOpen && answer.data && <TermsDialog terms={answer.data.terms} onClose={() => setOpen(false)} />}
    </>
  );
}

function inWords({ is_on, people, next_pay_day, next_file_on }: Terms): string {
  if (!is_on || !next_pay_day || !next_file_on)
    return "Your company does not deduct from salaries. Say on which day you pay your people to begin.";
  const agreed = people === 0 ? "Nobody has agreed yet" : `${counted(people, "loan")} with consent`;
  return `${agreed}. The next pay day is ${day(next_pay_day)}; its file is made on ${day(next_file_on)}.`;
}

const days = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: index === 30 ? "The last day of the month" : String(index + 1),
}));

function TermsDialog({ terms, onClose }: { terms: Terms; onClose: () => void }): ReactNode {
  const form = useCallForm(setTerms, {
    initial: {
      is_on: terms.is_on,
      pay_day: terms.pay_day === null ? "" : String(terms.pay_day),
      is_connected: terms.is_connected,
    },
    isGuarded: false,
    toBody: ({ pay_day, ...body }) => ({ ...body, pay_day: pay_day === "" ? null : Number(pay_day) }),
    onDone: () => (toast("Saved."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Salary deduction">
      <Form form={form}>
        <CheckboxField
          name="is_on"
          label="We deduct loans from salaries"
          hint="Only for those who have agreed, and at most a third of a salary"
        />
        <SelectField name="pay_day" label="Pay day" hint="Of each month" choices={days} />
        {(terms.may_connect || terms.is_connected) && (
          <CheckboxField
            name="is_connected"
            label="Our payroll system answers the files"
            hint="You look at its answers and confirm them"
          />
        )}
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}
