import { count, counted, dollars, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { CheckboxField, DateField, MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { WaitingChanges, fromColumn, setByColumns, stateColumn } from "../../../shared/record/dated.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Found = Answer<typeof calls.dollarCards.terms>;

/** Whether dollars are offered, at what margin within which limits; and the position. */
export default function DollarTermsScreen(): ReactNode {
  const answer = useRecord(calls.dollarCards.terms, {});
  const mayChange = useMay(calls.dollarCards.changeTerms);
  const [asked, setAsked] = useState(false);
  return (
    <Page
      lead="Dollar cards are off until two people switch them on, from a day to come; switched off, they are so from today if you like. What was before stays as it was."
      actions={
        <>
          <Link to="/admin/dollar-cards">What was exchanged</Link>
          {mayChange && answer.data && (
            <Button size="sm" onClick={() => setAsked(true)}>
              Change terms…
            </Button>
          )}
        </>
      }
    >
      <Answered of={answer} height={240}>
        {(found) => (
          <>
            <WaitingChanges of={found.waiting} />
            <Position of={found.position} />
            <Terms of={found} />
            {asked && <ChangeDialog of={found} onClose={() => setAsked(false)} />}
          </>
        )}
      </Answered>
    </Page>
  );
}

const Position = ({ of }: { of: Found["position"] }): ReactNode => (
  <Panel title="Position">
    <Facts
      items={[
        { label: "Dollars of people's cards", value: dollars(of.purses_cents), figure: true },
        { label: "Taken beyond them", value: dollars(of.overdrawn_cents), figure: true },
        { label: "Owed to the issuer", value: dollars(of.issuer_owed_cents), figure: true },
        { label: "Our dollars with the issuer", value: dollars(of.issuer_float_cents), figure: true },
        { label: "Dollars still to be bought", value: dollars(of.position_cents), figure: true },
        { label: "Naira taken for them", value: naira(-of.position_kobo), figure: true },
        { label: "Margin earned", value: naira(of.margin_kobo), figure: true },
      ]}
    />
  </Panel>
);

const percentOf = (margin_bp: number): string => `${margin_bp / 100} %`;

const Terms = ({ of: { terms, today } }: { of: Found }): ReactNode => (
  <Panel title="Terms" flush>
    <PlainTable
      caption="Terms of dollar cards"
      rows={terms.map((each) => ({ ...each, id: each.valid_from }))}
      columns={[
        { ...fromColumn, card: "title" },
        stateColumn(today),
        { key: "_offered", header: "Offered", render: ({ is_offered }) => (is_offered ? "Yes" : "No") },
        { key: "_margin", header: "Margin", render: ({ margin_bp }) => percentOf(margin_bp) },
        { key: "_quote", header: "A quote holds", render: ({ quote_seconds }) => counted(quote_seconds, "second") },
        { key: "_days", header: "Oldest rate", render: ({ rate_days }) => counted(rate_days, "day") },
        {
          key: "_rates",
          header: "Rates believed",
          render: ({ rate_from, rate_to }) => `₦${count(rate_from)} to ₦${count(rate_to)}`,
        },
        { key: "_least", header: "At least", render: ({ least_cents }) => dollars(least_cents) },
        { key: "_month", header: "A month", render: ({ month_cents }) => dollars(month_cents) },
        ...setByColumns,
      ]}
    />
  </Panel>
);

function ChangeDialog({ of: { terms }, onClose }: { of: Found; onClose: () => void }): ReactNode {
  const now = (terms.find(({ is_now }) => is_now) ?? terms[0])!;
  const form = useCallForm(calls.dollarCards.changeTerms, {
    initial: {
      valid_from: "",
      is_offered: now.is_offered,
      margin_percent: String(now.margin_bp / 100),
      quote_seconds: String(now.quote_seconds),
      rate_days: String(now.rate_days),
      rate_from: String(now.rate_from),
      rate_to: String(now.rate_to),
      least_cents: now.least_cents as number | null,
      month_cents: now.month_cents as number | null,
      reason: "",
    },
    rules: {
      valid_from: "required",
      margin_percent: "required|number|min:0|max:20",
      quote_seconds: "required|number|min:30|max:3600",
      rate_days: "required|number|min:0|max:10",
      rate_from: "required|number|min:1|max:100000",
      rate_to: "required|number|min:1|max:100000",
      least_cents: "required",
      month_cents: "required",
      reason: "required|min:3|max:500",
    },
    toBody: ({ margin_percent, quote_seconds, rate_days, rate_from, rate_to, ...rest }) => ({
      ...rest,
      margin_bp: Math.round(Number(margin_percent) * 100),
      quote_seconds: Number(quote_seconds),
      rate_days: Number(rate_days),
      rate_from: Number(rate_from),
      rate_to: Number(rate_to),
    }),
    isGuarded: false,
    onDone: () => (toast("Requested. A second person decides; nothing has changed yet."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Change the terms of dollar cards">
      <Form form={form}>
        <FieldRow>
          <DateField name="valid_from" label="From" hint="Today only where none are offered" />
          <TextField name="margin_percent" label="Margin, %" hint="On either side of the published rate" />
        </FieldRow>
        <CheckboxField name="is_offered" label="Dollar cards are offered" />
        <FieldRow>
          <TextField name="quote_seconds" label="A quote holds, seconds" />
          <TextField name="rate_days" label="Oldest published rate, days" />
        </FieldRow>
        <FieldRow>
          <TextField name="rate_from" label="Lowest rate believed, ₦" />
          <TextField name="rate_to" label="Highest rate believed, ₦" />
        </FieldRow>
        <FieldRow>
          <MoneyField name="least_cents" label="At least" symbol="$" />
          <MoneyField name="month_cents" label="A person in a month" symbol="$" />
        </FieldRow>
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>Ask for these terms</SubmitButton>
      </Form>
    </Dialog>
  );
}
