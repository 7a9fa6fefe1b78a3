const listeners = new Set<() => void>();

/** Hears of everything that this person has changed from here. @returns stops hearing */
export function onActed(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Something was changed. */
export const sayActed = (): void => listeners.forEach((listener) => listener());
