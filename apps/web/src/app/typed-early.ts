/** What was typed into the page that the server sent, before its code was there. */
export interface TypedEarly {
  values: ReadonlyMap<string, string>;
  focused: string | undefined;
}

/** Reads the fields of the page as it was sent. */
export function readTyped(root: HTMLElement): TypedEarly {
  const fields = [...root.querySelectorAll("input")].filter(({ name }) => name !== "");
  return {
    values: new Map(fields.filter(({ value }) => value !== "").map(({ name, value }) => [name, value])),
    focused: fields.find((field) => field === document.activeElement)?.name,
  };
}

/** Hands them to the living page, as if they were typed now. */
export function typeAgain(root: HTMLElement, { values, focused }: TypedEarly): void {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  for (const [name, value] of values) {
    const field = root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
    if (!field) continue;
    // Past React's own setter: only then does it take the event for a change.
    write?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (focused !== undefined) root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(focused)}"]`)?.focus();
}
