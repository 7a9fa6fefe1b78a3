import { badgeKinds, statusesOf } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CodeField, FieldRow, PasswordField, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { FileField } from "../../../shared/form/file-field.tsx";
import {
  BankField,
  CheckboxField,
  DateField,
  MoneyField,
  SelectField,
  TextAreaField,
} from "../../../shared/form/more-fields.tsx";
import { Question } from "../../../shared/form/action-button.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, cellOf, columns, isFigure } from "../../../shared/list/columns.tsx";
import listStyles from "../../../shared/list/list.module.css";
import { type AlertStyle, showAlert } from "../../../shared/ui/alert.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Failure, LinkButton, Notice, Skeleton } from "../../../shared/ui/kit.tsx";
import { CallError } from "../../../shared/api/errors.ts";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./design.module.css";

/** Every status of every kind. */
export const Badges = (): ReactNode =>
  badgeKinds.map((kind) => (
    <div key={kind} className={styles.row}>
      <span className="small muted" style={{ width: 96 }}>
        {sentence(kind)}
      </span>
      {statusesOf(kind).map((status) => (
        <StatusBadge key={status} kind={kind} status={status} />
      ))}
    </div>
  ));

export const Buttons = (): ReactNode => (
  <div className={styles.row}>
    <Button>Disburse</Button>
    <Button variant="default">Cancel</Button>
    <Button variant="outline" color="var(--danger-text)">
      Decline
    </Button>
    <Button loading>Working</Button>
    <Button data-disabled aria-disabled title="Two people have to verify this loan first.">
      Approve
    </Button>
    <LinkButton onClick={() => toast("A link in a sentence.")}>A link that acts</LinkButton>
  </div>
);

/** Every field there is, with rules; the form refuses itself when it is tried empty. */
export function Fields(): ReactNode {
  const form = useCallForm(calls.session.requestOtp, {
    initial: {
      name: "",
      email: "",
      phone: "",
      password: "",
      amount_kobo: null,
      date_of_birth: "",
      bank_code: "",
      kind: "",
      note: "",
      code: "",
      statement: null,
      agreed: false,
    },
    rules: {
      name: "required|name",
      email: "required|email|privateEmail",
      phone: "required|phone",
      password: "required|min:8|alphaNumPunct",
      amount_kobo: "required|number|min:100000",
      date_of_birth: "required",
      bank_code: "required",
      kind: "required",
      note: "nullable|max:40",
      code: "required|length:6",
      statement: "file",
      agreed: "is:true",
    },
    isGuarded: false,
  });
  return (
    <div className={styles.narrow}>
      <Form form={form}>
        <TextField name="name" label="Full name" />
        <FieldRow>
          <TextField name="email" label="Work e-mail" hint="Not a free-mail address" />
          <PhoneField name="phone" label="Phone" />
        </FieldRow>
        <PasswordField name="password" label="Password" autoComplete="new-password" />
        <FieldRow>
          <MoneyField name="amount_kobo" label="Amount" />
          <DateField name="date_of_birth" label="Date of birth" />
        </FieldRow>
        <FieldRow>
          <BankField name="bank_code" label="Bank" />
          <SelectField
            name="kind"
            label="Employment"
            choices={[
              { value: "employed", label: "Employed" },
              { value: "self_employed", label: "Self-employed" },
            ]}
          />
        </FieldRow>
        <TextAreaField name="note" label="Note" />
        <FileField
          name="statement"
          label="Bank statement"
          of={{ files: { accept: ["pdf", "csv", "jpeg"], max_bytes: 10_000_000 } }}
        />
        <CodeField name="code" label="Code" />
        <CheckboxField name="agreed" label="I have read the offer" />
        <SubmitButton>Try it empty</SubmitButton>
      </Form>
    </div>
  );
}

interface Loan {
  reference: string;
  person: string;
  amount_kobo: number;
  rate_percent: string;
  due_on: string;
  status: string;
}
const loans: readonly Loan[] = [
  {
    reference: "LN-20418",
    person: "Adaeze Okafor",
    amount_kobo: 25_000_000,
    rate_percent: "4.5",
    due_on: "2026-12-05",
    status: "running",
  },
  {
    reference: "LN-20419",
    person: "Ibrahim Sule",
    amount_kobo: 9_750_050,
    rate_percent: "5",
    due_on: "2026-11-28",
    status: "past_due",
  },
  {
    reference: "LN-20425",
    person: "Bisi Adeyemi",
    amount_kobo: 140_000_000,
    rate_percent: "3.875",
    due_on: "2027-01-15",
    status: "requested",
  },
];
const loanColumns = columns<Loan>([
  column("reference", { header: "Loan" }),
  column("person"),
  column("amount_kobo"),
  column("rate_percent", { header: "Rate a month" }),
  column("due_on", { header: "Next due" }),
  column("status", { badge: "loan" }),
]);

/** The table's look at rest; the lists of the application show it at work. */
export function Table(): ReactNode {
  const [density, setDensity] = useState("regular");
  return (
    <>
      <div className={styles.row}>
        {["compact", "regular", "relaxed"].map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            aria-pressed={density === name}
            onClick={() => setDensity(name)}
          >
            {sentence(name)}
          </Button>
        ))}
      </div>
      <div className={styles.frame}>
        <div
          className={listStyles.scroller}
          data-density={density}
          tabIndex={0}
          role="region"
          aria-label="Sample of a table"
        >
          <table className={listStyles.table}>
            <caption className="visually-hidden">Sample of a table</caption>
            <thead>
              <tr>
                {loanColumns.map((column) => (
                  <th key={column.key} scope="col" data-figure={isFigure(column)}>
                    {column.header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {loans.map((loan) => (
                <tr key={loan.reference}>
                  {loanColumns.map((column) => (
                    <td key={column.key} data-figure={isFigure(column)}>
                      {cellOf(column, loan)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

const alertSamples: Record<AlertStyle, { title: string; body: string }> = {
  error: { title: "Permission Denied", body: "You do not have permission to do this." },
  success: { title: "Loan disbursed", body: "The bank has confirmed the transfer." },
  warning: { title: "Leave this form?", body: "What you typed has not been sent." },
  alert: { title: "Close of business has run", body: "The business date is now 06 Nov 2026." },
};

export function Dialogs(): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.row}>
      {(Object.keys(alertSamples) as AlertStyle[]).map((style) => (
        <Button
          key={style}
          variant="default"
          onClick={() => void showAlert({ style, ...alertSamples[style], buttons: [{ label: "Okay", value: "okay" }] })}
        >
          {sentence(style)}
        </Button>
      ))}
      <Button onClick={() => setAsking(true)}>An act that moves money</Button>
      <Button variant="default" onClick={() => toast("Saved.")}>
        A message
      </Button>
      <Question
        opened={isAsking}
        isPending={false}
        error={undefined}
        onCancel={() => setAsking(false)}
        onYes={() => setAsking(false)}
        question={{
          title: "Disburse 3 loans?",
          facts: [
            { label: "Payees", value: "3 people" },
            { label: "Principal", kobo: 174_750_050 },
            { label: "Transfer fees", kobo: 16_125 },
            { label: "Total", kobo: 174_766_175 },
          ],
          reason: "optional",
          yes: "Disburse",
        }}
      />
    </div>
  );
}

export const Notices = (): ReactNode => (
  <div style={{ display: "grid", gap: 8 }}>
    <Notice tone="info">Your statement is being read. You may leave this page.</Notice>
    <Notice tone="warning">The bank has not answered. We ask again at 14:05; nothing is sent twice.</Notice>
    <Notice tone="success">Paid on 05 Nov 2026.</Notice>
    <Notice tone="danger">The card was declined by its bank.</Notice>
  </div>
);

export const Emptiness = (): ReactNode => (
  <>
    <Empty
      title="No Results"
      action={<LinkButton onClick={() => toast("Cleared.")}>Clear search and filters</LinkButton>}
    >
      Nothing matches what you are looking for.
    </Empty>
    <Failure error={new CallError({ status: 500, requestId: "0192f1c2" })} onRetry={() => toast("Tried again.")} />
    <Skeleton width="40%" />
  </>
);
