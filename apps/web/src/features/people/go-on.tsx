import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useRecordSteps } from "../../shared/list/record-queue.tsx";
import { createStore } from "../../shared/ui/store.ts";
import "../../shared/ui/kit-styles.ts";
import { toast } from "../../shared/ui/toasts.tsx";
import styles from "./person.module.css";

const KEY = "manilla.go-on";

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) !== "no";
  } catch {
    return true;
  }
}

const isGoingOn = createStore(remembered());

/** Whether the next case opens by itself; remembered on this device. */
export function GoOnSwitch(): ReactNode {
  const isOn = isGoingOn.use();
  const change = (next: boolean): void => {
    isGoingOn.set(() => next);
    try {
      localStorage.setItem(KEY, next ? "yes" : "no");
    } catch {
      // Then it holds for this visit.
    }
  };
  return <Checkbox className={styles.goOn} size="sm" label="After a decision, open the next case" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />;
}

/** After a decision: the next case of the list that this one was opened from. Anywhere else the case stays open. */
export function useGoOn(): () => void {
  const { at, step } = useRecordSteps();
  return () => {
    if (at < 0 || !isGoingOn.get()) return;
    void step(1).then((isThere) => isThere || toast("That was the last case of the list.", { tone: "neutral" }));
  };
}
