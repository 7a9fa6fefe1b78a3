import { type Mentioned, openMention } from "@manilla/contract/people/mentions";
import { Textarea } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { asText, type FieldProps, useField } from "../../../shared/form/field.ts";
import { announce } from "../../../shared/ui/toasts.tsx";
import styles from "./comments.module.css";

const SHOWN = 8;

/** Names whose words begin with what was typed, in the order of the list. */
function found(colleagues: readonly Mentioned[], query: string): readonly Mentioned[] {
  const wanted = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return colleagues
    .filter(({ name }) =>
      wanted.every((word) =>
        name
          .toLocaleLowerCase()
          .split(/\s+/)
          .some((part) => part.startsWith(word)),
      ),
    )
    .slice(0, SHOWN);
}

/** Text in which `@` opens the list of colleagues: arrows choose, Enter or Tab takes, Escape closes. */
export function MentionField({
  name,
  label,
  hint,
  colleagues,
  onChosen,
}: FieldProps & { colleagues: readonly Mentioned[]; onChosen: (person: Mentioned) => void }): ReactNode {
  const field = useField({ name, label });
  const list = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<{ from: number; query: string }>();
  const [at, setAt] = useState(0);
  const text = asText(field.value);
  const choices = open ? found(colleagues, open.query) : [];
  const isOpen = choices.length > 0;
  const look = (): void => {
    const caret = area.current?.selectionStart ?? 0;
    const next = openMention(area.current?.value ?? "", caret);
    if (next?.query !== open?.query || next?.from !== open?.from) setAt(0);
    if (next && !open) announce("Colleagues: choose with the arrow keys.");
    setOpen(next);
  };
  const take = (person: Mentioned | undefined): void => {
    if (!person || !open) return;
    const caret = area.current?.selectionStart ?? text.length;
    const head = `${text.slice(0, open.from)}@${person.name} `;
    field.set(head + text.slice(caret).replace(/^ /, ""));
    onChosen(person);
    setOpen(undefined);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(head.length, head.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (!isOpen) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => setAt((at + 1) % choices.length),
      ArrowUp: () => setAt((at + choices.length - 1) % choices.length),
      Enter: () => take(choices[at]),
      Tab: () => take(choices[at]),
      Escape: () => setOpen(undefined),
    };
    const act = event.shiftKey || event.ctrlKey || event.metaKey ? undefined : acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className={styles.mentionField}>
      <Textarea
        ref={area}
        id={field.id}
        name={name}
        label={field.label}
        description={hint}
        rows={3}
        value={text}
        error={field.error}
        onChange={(event) => (field.set(event.currentTarget.value), look())}
        onKeyDown={onKeyDown}
        onClick={look}
        onKeyUp={(event) => ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key) && look()}
        onBlur={() => (setOpen(undefined), field.leave())}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${at}` : undefined}
      />
      {isOpen && (
        <div id={list} role="listbox" aria-label="Colleagues" className={styles.colleagues}>
          {choices.map((person, index) => (
            // The keyboard stays in the text: the list is chosen from there, and pressed with the mouse here.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={person.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
