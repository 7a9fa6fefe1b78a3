/** A person's whole name, however much of it there is. */
export const fullName = (person: { name: string; last_name: string }): string =>
  `${person.name} ${person.last_name}`.trim();
