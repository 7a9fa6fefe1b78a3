/**
 * Fields of the same kind, for the shape of an object: `...alike(z.string().nullable(), "address", "state")`.
 * @returns the shape of these fields
 */
export const alike = <Type, const Name extends string>(type: Type, ...names: readonly Name[]): Record<Name, Type> =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;
