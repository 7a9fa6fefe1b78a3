import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FileField } from "../../../shared/form/file-field.tsx";
import { PasswordField, TextField } from "../../../shared/form/fields.tsx";
import { CheckboxField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { type Document, documentTypes, typeNames } from "../../../shared/documents/document-words.ts";
import { type Person } from "./parts.tsx";
import styles from "../../../shared/documents/documents.module.css";

interface OpensProps {
  label: string;
  title: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog with a form. */
export function Opens({ label, title, children }: OpensProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}

/** C065. */
export function RequestDocuments({ person }: { person: Person }): ReactNode {
  if (!useMay(calls.documents.request)) return null;
  return (
    <Opens label="Ask for documents" title={`Ask ${person.name} for documents`}>
      {(close) => <RequestForm person={person} close={close} />}
    </Opens>
  );
}

/** The same, asked from elsewhere on the case. */
export const RequestDocumentsDialog = ({
  person,
  onClose,
}: Pick<FormProps, "person"> & { onClose: () => void }): ReactNode => (
  <Dialog opened onClose={onClose} title={`Ask ${person.name} for documents`}>
    <RequestForm person={person} close={onClose} />
  </Dialog>
);

interface FormProps {
  person: Pick<Person, "id" | "name" | "email">;
  close: () => void;
}

function RequestForm({ person, close }: FormProps): ReactNode {
  const form = useCallForm(calls.documents.request, {
    initial: { bank_statement: false, work_id: false, govt_id: false, credit_report: false, custom: false, note: "" },
    params: { id: person.id },
    isGuarded: false,
    rules: { note: "nullable|max:500" },
    toBody: (values) => ({
      types: documentTypes.filter((type) => values[type]),
      ...(values.note !== "" && { note: values.note }),
    }),
    onDone: () => {
      close();
      toast(`A link went to ${person.email}.`);
    },
  });
  const isNothing = !documentTypes.some((type) => form.values[type]);
  return (
    <Form form={form}>
      <p className="muted">
        {person.name} gets a mail with a link that needs no sign-in and works for this request only.
      </p>
      <fieldset className={styles.types}>
        <legend>Which documents</legend>
        {documentTypes.map((type) => (
          <CheckboxField key={type} name={type} label={typeNames[type]} />
        ))}
      </fieldset>
      <TextAreaField name="note" label="Note for the person" />
      {isNothing ? <p className="small muted">Choose at least one.</p> : <SubmitButton>Send the link</SubmitButton>}
    </Form>
  );
}

const uploads = {
  bank_statement: calls.documents.staffBankStatement,
  govt_id: calls.documents.staffGovernmentId,
  work_id: calls.documents.staffWorkId,
  credit_report: calls.documents.staffCreditReport,
  custom: calls.documents.staffCustom,
} as const;

/** C060 to C064. */
export function AddDocument({ person }: { person: Person }): ReactNode {
  if (!useMay(calls.documents.staffCustom)) return null;
  return (
    <Opens label="Add a document" title={`Add a document for ${person.name}`}>
      {(close) => <AddForm person={person} close={close} />}
    </Opens>
  );
}

function AddForm({ person, close }: { person: Person; close: () => void }): ReactNode {
  const [type, setType] = useState<Document["type"]>("bank_statement");
  return (
    <>
      <label className={styles.type}>
        Kind
        <select value={type} onChange={(event) => setType(event.currentTarget.value as Document["type"])}>
          {documentTypes.map((each) => (
            <option key={each} value={each}>
              {typeNames[each]}
            </option>
          ))}
        </select>
      </label>
      <UploadForm key={type} person={person} type={type} close={close} />
    </>
  );
}

function UploadForm({ person, type, close }: { person: Person; type: Document["type"]; close: () => void }): ReactNode {
  const call = uploads[type];
  const form = useCallForm(call as typeof calls.documents.staffCustom, {
    initial: { document: null, title: "", password: "" },
    params: { id: person.id },
    isGuarded: false,
    rules: { document: "required", title: "nullable|min:2|max:100", password: "nullable|max:100" },
    onDone: () => {
      close();
      toast("The document is here.");
    },
  });
  return (
    <Form form={form}>
      <FileField name="document" label="File" of={call} />
      <TextField name="title" label="Title" />
      {type === "bank_statement" && (
        <PasswordField
          name="password"
          label="Password of the PDF"
          autoComplete="new-password"
          hint="Only where the file is protected. It is not kept."
        />
      )}
      <SubmitButton>Add</SubmitButton>
    </Form>
  );
}
