import { percent } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { CheckboxField, DateField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { WaitingChanges, fromColumn, setByColumns, stateColumn } from "../../../shared/record/dated.tsx";
import { PartnerLinks } from "./partner-links.tsx";

type Found = Answer<typeof calls.cardPartners.terms>;

/** What is agreed with a partner that funds cards: now, before, and from a day on. */
export default function TermsScreen(): ReactNode {
  const { partner = "" } = useParams();
  const answer = useRecord(calls.cardPartners.terms, { params: { partner } });
  const mayChange = useMay(calls.cardPartners.changeTerms);
  const [asked, setAsked] = useState(false);
  return (
    <Page
      lead="The terms agreed with the partner. They change from a future day; a second person agrees, and the past stays as it was."
      actions={
        <>
          <PartnerLinks partner={partner} here="Terms" />
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
            <Terms of={found} />
            {asked && <ChangeDialog of={found} onClose={() => setAsked(false)} />}
          </>
        )}
      </Answered>
    </Page>
  );
}

const Terms = ({ of: { terms, today, partner } }: { of: Found }): ReactNode => (
  <Panel title={`Terms of ${partner.name}`} flush>
    <PlainTable
      caption={`Terms of ${partner.name}`}
      rows={terms.map((each) => ({ ...each, id: each.valid_from }))}
      columns={[
        { ...fromColumn, card: "title" },
        stateColumn(today),
        {
          key: "_share",
          header: "Its share of the interest",
          render: ({ interest_share_percent }) => percent(interest_share_percent),
        },
        { key: "_new", header: "Funds new cards", render: ({ takes_new }) => (takes_new ? "Yes" : "No") },
        ...setByColumns,
      ]}
    />
  </Panel>
);

function ChangeDialog({ of: { terms, partner }, onClose }: { of: Found; onClose: () => void }): ReactNode {
  const now = terms.find(({ is_now }) => is_now);
  const form = useCallForm(calls.cardPartners.changeTerms, {
    initial: {
      valid_from: "",
      interest_share_percent: now?.interest_share_percent ?? "",
      takes_new: now?.takes_new ?? false,
      reason: "",
    },
    params: { partner: partner.slug },
    isGuarded: false,
    onDone: () => (toast("Requested. A second person decides; nothing has changed yet."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Change the terms of ${partner.name}`}>
      <Form form={form}>
        <DateField name="valid_from" label="From" />
        <TextField name="interest_share_percent" label="Its share of the interest, %" />
        <CheckboxField name="takes_new" label="New credit cards are funded by it" />
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>Ask for these terms</SubmitButton>
      </Form>
    </Dialog>
  );
}
