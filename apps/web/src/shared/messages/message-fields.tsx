import { unknownVariables, variables } from "@manilla/contract/people/message-variables";
import { type ReactNode, useRef } from "react";
import { FieldRow, TextField } from "../form/fields.tsx";
import { SelectField, TextAreaField } from "../form/more-fields.tsx";
import { useForm } from "../form/use-call-form.tsx";
import { Notice } from "../ui/kit.tsx";
import { categoryChoices, channelChoices } from "./message-words.tsx";
import styles from "./messages.module.css";

/** A message's channel, kind and texts, with the variables that they may use. */
export function MessageFields(): ReactNode {
  const form = useForm();
  const texts = useRef<HTMLDivElement>(null);
  const body = String(form.values["body"] ?? "");
  const unknown = unknownVariables(`${String(form.values["subject"] ?? "")} ${body}`);
  const insert = (name: string): void => {
    const area = texts.current?.querySelector("textarea");
    const at = area?.selectionStart ?? body.length;
    form.set("body", `${body.slice(0, at)}{{${name}}}${body.slice(area?.selectionEnd ?? at)}`);
    area?.focus();
  };
  return (
    <div ref={texts} className="stack-12">
      <FieldRow>
        <SelectField name="channel" label="By" choices={channelChoices} />
        <SelectField name="category" label="Kind" choices={categoryChoices} />
      </FieldRow>
      {form.values["channel"] !== "sms" && (
        <TextField name="subject" label={form.values["channel"] === "mail" ? "Subject" : "Title"} maxLength={150} />
      )}
      <TextAreaField name="body" label="Text" rows={8} />
      <div className={styles.variables} role="group" aria-label="Put a variable into the text">
        {Object.entries(variables).map(([name, meaning]) => (
          <button key={name} type="button" title={`{{${name}}}`} onClick={() => insert(name)}>
            {meaning}
          </button>
        ))}
      </div>
      {unknown.length > 0 && (
        <Notice tone="warning">There is no variable {unknown.map((name) => `{{${name}}}`).join(", ")}.</Notice>
      )}
    </div>
  );
}
