import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useRecordSteps } from "./record-queue.tsx";
import { createStore } from "../ui/store.ts";
import "../ui/kit-styles.ts";
import { toast } from "../ui/toasts.tsx";
import styles from "./list.module.css";

const KEY = "manilla.go-on";

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) !== "no";
  } catch {
    return true;
  }
}

const isGoingOn = createStore(remembered());

/** Whether the next record opens by itself; remembered on this device. @param noun what the records are called */
export function GoOnSwitch({ noun }: { noun: string }): ReactNode {
  const isOn = isGoingOn.use();
  const change = (next: boolean): void => {
    isGoingOn.set(() => next);
    try {
      localStorage.setItem(KEY, next ? "yes" : "no");
    } catch {
      // Then it holds for this visit.
    }
  };
  return (
    <Checkbox
      className={styles.goOn}
      size="sm"
      label={`After a decision, open the next ${noun}`}
      checked={isOn}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}

/** After a decision: the next record of the list that this one was opened from. Anywhere else it stays open. */
export function useGoOn(noun: string): () => void {
  const { at, step } = useRecordSteps();
  return () => {
    if (at < 0 || !isGoingOn.get()) return;
    void step(1).then((isThere) => isThere || toast(`That was the last ${noun} of the list.`, { tone: "neutral" }));
  };
}
