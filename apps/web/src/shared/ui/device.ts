import { useSyncExternalStore } from "react";

/** What this device remembers for this person. Reading and writing never fail: storage may be closed or full. */
export function remembered<Value>(key: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(`manilla.${key}`);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`manilla.${key}`);
    else localStorage.setItem(`manilla.${key}`, JSON.stringify(value));
  } catch {
    // Nothing that matters is kept only here.
  }
}

/** Forgets everything whose key begins like this. */
export function forgetAll(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`manilla.${prefix}`)) localStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** One question to the browser for the whole visit: to ask it again at every drawing would cost a style recalculation each time. */
function watching(query: string): { watch: (listener: () => void) => () => void; matches: () => boolean } {
  let media: MediaQueryList | undefined;
  const asked = (): MediaQueryList => (media ??= matchMedia(query));
  return {
    watch(listener) {
      asked().addEventListener("change", listener);
      return () => asked().removeEventListener("change", listener);
    },
    matches: () => asked().matches,
  };
}

/** K033: a mobile screen is 768 px wide or less. */
const phone = watching("(max-width: 768px)");
/** Whether the screen is a phone's. */
export const useIsPhone = (): boolean => useSyncExternalStore(phone.watch, phone.matches);

const watchNetwork = (listener: () => void): (() => void) => {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
};
/** Whether the device says that it has a network. */
export const useIsOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine);
