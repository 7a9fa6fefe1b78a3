import type { ReactNode } from "react";
import { createStore } from "./store.ts";

/** K050: the four styles of the alert dialog; its buttons take the dialog's style unless given their own (A87). */
export type AlertStyle = "error" | "success" | "warning" | "alert";

export interface AlertButton {
  label: string;
  /** What the dialog answers when this button is pressed. */
  value: string;
  style?: AlertStyle | "quiet";
}

export interface Alert {
  style: AlertStyle;
  title: string;
  body: ReactNode;
  sub_body?: ReactNode;
  buttons: readonly AlertButton[];
}

interface Shown extends Alert {
  id: number;
  isOpen: boolean;
  answer: (value: string | undefined) => void;
}

/** K038: a closed alert is removed from the page one second later, after its farewell. */
const REMOVED_AFTER_MS = 1_000;
let lastId = 0;
export const alerts = createStore<readonly Shown[]>([]);

/** Closes an alert with an answer; undefined when it was dismissed. */
export function closeAlert(id: number, value?: string): void {
  const shown = alerts.get().find((alert) => alert.id === id);
  if (!shown?.isOpen) return;
  shown.answer(value);
  alerts.set((list) => list.map((alert) => (alert.id === id ? { ...alert, isOpen: false } : alert)));
  setTimeout(() => alerts.set((list) => list.filter((alert) => alert.id !== id)), REMOVED_AFTER_MS);
}

/**
 * Shows an alert dialog and waits for its answer.
 * @returns the value of the button pressed, or undefined when it was dismissed
 */
export function showAlert(alert: Alert): Promise<string | undefined> {
  return new Promise((answer) => alerts.set((list) => [...list, { ...alert, id: ++lastId, isOpen: true, answer }]));
}

/** E002: the server's words and one button. Shown once at a time, however many calls were refused. */
export function showPermissionDenied(message: string): void {
  if (alerts.get().some((alert) => alert.isOpen && alert.title === "Permission Denied")) return;
  void showAlert({
    style: "error",
    title: "Permission Denied",
    body: message,
    buttons: [{ label: "Okay", value: "okay" }],
  });
}

/** Asks a yes-or-no question. @returns true when the first button was pressed */
export async function ask(question: {
  title: string;
  body: ReactNode;
  sub_body?: ReactNode;
  yes: string;
  no?: string;
  style?: AlertStyle;
}): Promise<boolean> {
  const answer = await showAlert({
    style: question.style ?? "warning",
    title: question.title,
    body: question.body,
    sub_body: question.sub_body,
    // What loses nothing is under the Enter key.
    buttons: [
      { label: question.yes, value: "yes", style: "quiet" },
      { label: question.no ?? "Cancel", value: "no" },
    ],
  });
  return answer === "yes";
}

interface Proof {
  reason: "step_up" | "sign_in";
  message: string;
  answer: (isProved: boolean) => void;
}
export const proofs = createStore<Proof | undefined>(undefined);

/** Asks who is sitting here: again for a sensitive act, or to go on after the session has run out. */
export function askForProof(reason: Proof["reason"], message: string): Promise<boolean> {
  const open = proofs.get();
  if (open) return Promise.resolve(false);
  return new Promise((resolve) =>
    proofs.set(() => ({
      reason,
      message,
      answer: (isProved) => {
        proofs.set(() => undefined);
        resolve(isProved);
      },
    })),
  );
}
