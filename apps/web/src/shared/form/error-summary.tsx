import { type ReactNode, useEffect, useRef } from "react";
import styles from "./form.module.css";
import type { CallForm } from "./use-call-form.tsx";

/** The id of a field's element, for labels and for links to it. */
export const fieldId = (form: CallForm, name: string): string => `${form.id}-${name}`;

/** Whether two sentences say the same: the server's own words are often those of the one field that is wrong. */
const plain = (text: string): string => text.toLowerCase().replace(/\.$/, "");

/** After a failed attempt: what is wrong, with a link to each field; takes the focus so that nobody has to look for it. */
export function ErrorSummary({
  form,
  failure,
}: {
  form: CallForm;
  failure: NonNullable<CallForm["failure"]>;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => void box.current?.focus(), [failure.attempt]);
  const wrong = failure.fields.flatMap((field) => {
    const message = form.messageOf(field);
    const label = form.labels.get(field);
    // An error without a field here (a link's token) is part of the sentence, or follows it.
    if (!message || (label === undefined && failure.text.toLowerCase().startsWith(message.toLowerCase()))) return [];
    return [{ field, message, label }];
  });
  // Once every field is mended there is nothing left to say.
  if (failure.fields.length > 0 && !failure.fields.some((field) => form.messageOf(field))) return null;
  const [only] = wrong;
  const isSaidAtField = wrong.length === 1 && only?.label !== undefined && plain(only.message) === plain(failure.text);
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      {!isSaidAtField && <p>{failure.text}</p>}
      {wrong.length > 0 && (
        <ul>
          {wrong.map(({ field, message, label }) => (
            <li key={field}>
              {label !== undefined && <FieldLink id={fieldId(form, field)} label={label} />}
              {message}
            </li>
          ))}
        </ul>
      )}
      {failure.requestId && failure.fields.length === 0 && <p className="small">Request {failure.requestId}</p>}
    </div>
  );
}

const FieldLink = ({ id, label }: { id: string; label: string }): ReactNode => (
  <>
    <a href={`#${id}`} onClick={(event) => (event.preventDefault(), document.getElementById(id)?.focus())}>
      {label}
    </a>
    {": "}
  </>
);
