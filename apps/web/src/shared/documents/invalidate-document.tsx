import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../api/calls.gen.ts";
import { SelectField, TextAreaField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useShortcut } from "../ui/keys.ts";
import { toast } from "../ui/toasts.tsx";
import { type Document, type Owner, reasonNames, titleOf } from "./document-words.ts";

interface Props {
  owner: Owner;
  document: Document;
  onDone?: (() => void) | undefined;
  shortcut?: string | undefined;
}

/** C067: a button, and its question with the closed list of reasons. */
export function InvalidateDocument(props: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useShortcut(props.shortcut, () => setOpen(true));
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        color="var(--danger-text)"
        aria-keyshortcuts={props.shortcut}
        onClick={() => setOpen(true)}
      >
        Invalidate
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={`Invalidate ${titleOf(props.document)}?`}>
        {isOpen && <InvalidateForm {...props} close={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function InvalidateForm({ owner, document, onDone, close }: Props & { close: () => void }): ReactNode {
  const form = useCallForm(calls.documents.invalidate, {
    initial: { reason: "", note: "" },
    params: { id: owner.id, docId: document.id },
    isGuarded: false,
    onDone: () => {
      close();
      toast("Invalidated. The customer was notified of the reason.");
      onDone?.();
    },
  });
  return (
    <Form form={form}>
      <p className="muted">It no longer counts, and {owner.name} is asked to send another one.</p>
      <SelectField
        name="reason"
        label="What is wrong with it"
        choices={Object.entries(reasonNames).map(([value, label]) => ({ value, label }))}
      />
      <TextAreaField name="note" label="Note for the person" />
      <SubmitButton>Invalidate</SubmitButton>
    </Form>
  );
}
