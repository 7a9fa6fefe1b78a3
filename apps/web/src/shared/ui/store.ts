import { useSyncExternalStore } from "react";

/** A value outside of React that components may watch: for dialogs and toasts that any code can call for. */
export interface Store<Value> {
  get(): Value;
  set(change: (value: Value) => Value): void;
  use(): Value;
}

/** Makes a store. */
export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => current,
    set(change) {
      current = change(current);
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, () => current),
  };
}
