import { day } from "@manilla/contract/formats";
import type { ComplaintCategory } from "@manilla/contract/people/complaint-categories";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { ComplaintFields, TAKEN_DOWN } from "../../../shared/people/complaint-fields.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Person } from "./parts.tsx";

interface Props {
  person: Pick<Person, "id" | "name">;
  onClose: () => void;
}

/** N01: a complaint that came by telephone, with the clock of those that are written. */
export const ComplaintDialog = ({ person, onClose }: Props): ReactNode => (
  <Dialog opened onClose={onClose} title={`Record a complaint of ${person.name}`}>
    <ComplaintForm person={person} onClose={onClose} />
  </Dialog>
);

function ComplaintForm({ person, onClose }: Props): ReactNode {
  const form = useCallForm(calls.complaints.record, {
    initial: { category: "", text: "" },
    params: { id: person.id },
    isGuarded: "draft",
    toBody: ({ category, text }) => ({ category: category as ComplaintCategory, text }),
    onDone: ({ reference, due_on }) => {
      form.discardDraft();
      onClose();
      toast(`${reference} is recorded. It is to be resolved by ${day(due_on)}.`);
    },
  });
  return (
    <Form form={form}>
      <p className="muted">{person.name} gets the reference and the day by text message and mail.</p>
      <ComplaintFields hint={TAKEN_DOWN} />
      <SubmitButton>Record the complaint</SubmitButton>
    </Form>
  );
}
