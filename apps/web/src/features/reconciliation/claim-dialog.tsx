import { naira } from "@manilla/contract/formats";
import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../shared/api/calls.gen.ts";
import { useCall } from "../../shared/api/use-call.ts";
import { TextAreaField } from "../../shared/form/more-fields.tsx";
import { useField } from "../../shared/form/field.ts";
import { SubmitButton } from "../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../shared/form/use-call-form.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Facts, Notice } from "../../shared/ui/kit.tsx";
import { toast } from "../../shared/ui/toasts.tsx";
import styles from "./reconciliation.module.css";
import type { Item } from "./words.ts";

/** Money of which nobody knew whose it is, given to a person: it pays what they owe, or stands to their credit. */
export function ClaimDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.reconciliation.claim, {
    initial: { user_id: "", note: "" }, params: { id: item.id }, rules: { user_id: "required", note: "required|min:3|max:500" }, isGuarded: false,
    onDone: () => {
      toast("Given to the person; the receipt is in their wallet.");
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Whose money is it?" isLocked={form.isPending}>
      <Form form={form}>
        <Facts items={[{ label: "Reference", value: item.reference }, { label: "Amount", value: naira(item.actual_kobo ?? item.expected_kobo ?? 0), figure: true }, ...(item.statement ? [{ label: "The bank says", value: item.statement.narration }] : [])]} />
        <PersonField />
        <TextAreaField name="note" label="How you know" />
        <Notice tone="info">It pays what is due on their loan, and what is over stands to their credit.</Notice>
        <SubmitButton>Give it to this person</SubmitButton>
      </Form>
    </Dialog>
  );
}

/** A person found by name, phone or e-mail. */
function PersonField(): ReactNode {
  const field = useField({ name: "user_id", label: "Person" });
  const [text, setText] = useState("");
  const { data, isFetching } = useCall(calls.search.search, { query: { q: text.trim() } }, { enabled: text.trim().length >= 2, keep: true });
  const people = text.trim().length >= 2 ? (data?.groups.find(({ noun }) => noun === "People")?.items ?? []) : [];
  return (
    <div className={styles.stack}>
      <TextInput id={field.id} label={field.label} description="Name, phone or e-mail" autoComplete="off" value={text} error={field.error} onChange={(event) => (setText(event.currentTarget.value), field.set(""))} />
      {people.length > 0 && (
        <ul className={styles.found}>
          {people.map((person) => (
            <li key={person.id}>
              <label>
                <input type="radio" name="claim-person" checked={field.value === person.id} onChange={() => field.set(person.id)} />
                <span>{person.label}</span>
                <small>{person.detail}</small>
              </label>
            </li>
          ))}
        </ul>
      )}
      {text.trim().length >= 2 && !isFetching && people.length === 0 && <p className="small muted">Nobody found.</p>}
    </div>
  );
}
