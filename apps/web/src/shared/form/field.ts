import { useEffect } from "react";
import { fieldId } from "./error-summary.tsx";
import { type CallForm, type FieldValue, useForm } from "./use-call-form.tsx";

export interface FieldProps {
  /** The field's name in the call's body. */
  name: string;
  label: string;
  hint?: string | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

interface FieldParts {
  form: CallForm;
  id: string;
  value: FieldValue;
  error: string | undefined;
  label: string;
  set(value: FieldValue): void;
  leave(): void;
}

/** What every field has: its value, its message, its place in the error summary, and "(optional)" where it may stay empty. */
export function useField({ name, label }: Pick<FieldProps, "name" | "label">): FieldParts {
  const form = useForm();
  useEffect(() => void form.labels.set(name, label), [form.labels, name, label]);
  return {
    form,
    id: fieldId(form, name),
    value: form.values[name],
    error: form.messageOf(name),
    label: form.isOptional(name) ? `${label} (optional)` : label,
    set: (value) => form.set(name, value),
    leave: () => form.leave(name),
  };
}

export const asText = (value: FieldValue): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
