import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { FieldRow } from "../form/fields.tsx";
import { DateField, MoneyField, SelectField, TextAreaField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, rulesOf, useCallForm } from "../form/use-call-form.tsx";
import { contactChannelNames, contactOutcomeNames } from "./contact-words.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toasts.tsx";

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** C058: how a person was reached, what they said, and what they promised. */
export function ContactDialog({
  userId,
  name,
  onClose,
}: {
  userId: string;
  name: string;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog opened onClose={onClose} title={`Contact with ${name}`}>
      <ContactForm userId={userId} onClose={onClose} />
    </Dialog>
  );
}

const RULES = rulesOf(calls.assignments.markAsContacted);
/** What an outcome asks for besides. */
const RULES_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  call_back: { ...RULES, call_again_on: "required" },
  promised_to_pay: { ...RULES, promised_on: "required" },
};

function ContactForm({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.assignments.markAsContacted, {
    initial: {
      user_id: userId,
      channel: "phone",
      outcome: "" as string,
      note: "",
      promised_on: "",
      promised_kobo: null as number | null,
      call_again_on: "",
    },
    isGuarded: false,
    rules: ({ outcome }) => RULES_OF[outcome] ?? RULES,
    onDone: () => {
      toast("Logged.");
      onClose();
    },
  });
  const isPromised = form.values.outcome === "promised_to_pay";
  return (
    <Form form={form}>
      <FieldRow>
        <SelectField name="channel" label="How" choices={choicesOf(contactChannelNames)} />
        <SelectField name="outcome" label="What came of it" choices={choicesOf(contactOutcomeNames)} />
      </FieldRow>
      {isPromised && (
        <FieldRow>
          <MoneyField name="promised_kobo" label="Promised" />
          <DateField name="promised_on" label="By" />
        </FieldRow>
      )}
      <DateField
        name="call_again_on"
        label="Call again on"
        hint={
          form.values.outcome === "call_back"
            ? "The day that was agreed."
            : "When to call next. A later contact replaces it."
        }
      />
      <TextAreaField name="note" label="Note" hint="Colleagues see it, the person does not." />
      <SubmitButton>Log the contact</SubmitButton>
    </Form>
  );
}
