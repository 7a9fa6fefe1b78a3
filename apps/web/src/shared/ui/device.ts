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

/** Remembers a value; `undefined` forgets it. */
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

const watch =
  (query: string) =>
  (listener: () => void): (() => void) => {
    const media = matchMedia(query);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };

/** K033: a mobile screen is 768 px wide or less. */
const PHONE = "(max-width: 768px)";
const watchPhone = watch(PHONE);
/** Whether the screen is a phone's. */
export const useIsPhone = (): boolean => useSyncExternalStore(watchPhone, () => matchMedia(PHONE).matches);

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
