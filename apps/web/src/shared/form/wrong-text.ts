/**
 * Goes to the first field whose text could not be read: what is sent would be what it said before, not what is on the screen.
 * @param form everything that would be sent @returns whether there is one, and nothing is to be sent
 */
export function stopsAtWrongText(form: Element | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return Boolean(field);
}
