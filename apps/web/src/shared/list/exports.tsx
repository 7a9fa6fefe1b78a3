import type { Endpoint } from "@manilla/contract/endpoint";
import { fileSize } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { type CallInput, fetchFile, saveFile } from "../api/call.ts";
import { errorText } from "../api/errors.ts";
import { createStore } from "../ui/store.ts";
import { toast } from "../ui/toasts.tsx";
import styles from "./list.module.css";
import type { ListCall } from "./use-list.ts";

/** K027, K028. */
const NAMES = { xlsx: "download.xlsx", csv: "data.csv" } as const;

interface Running {
  id: number;
  label: string;
  received: number;
  cancel: () => void;
}
const running = createStore<readonly Running[]>([]);
let lastId = 0;

/** Exports the filtered rows, all of them. Goes on while other screens are looked at; can be cancelled. */
export async function startExport(call: ListCall, input: CallInput<Endpoint>, type: keyof typeof NAMES, label: string): Promise<void> {
  const id = ++lastId;
  const control = new AbortController();
  running.set((list) => [...list, { id, label, received: 0, cancel: () => control.abort() }]);
  const whole = { ...input, query: { ...(input.query as Record<string, unknown>), exportType: type } } as CallInput<Endpoint>;
  try {
    const { blob } = await fetchFile(call as Endpoint, whole, { signal: control.signal, onProgress: (received) => running.set((list) => list.map((item) => (item.id === id ? { ...item, received } : item))) });
    saveFile(blob, NAMES[type]);
    toast(`${label} is ready: ${NAMES[type]}, ${fileSize(blob.size)}.`);
  } catch (error) {
    if (control.signal.aborted) toast("Export cancelled.", { tone: "neutral" });
    else toast(`The export failed. ${errorText(error)}`, { tone: "danger" });
  } finally {
    running.set((list) => list.filter((item) => item.id !== id));
  }
}

/** Exports under way, on whatever screen one is. */
export function ExportDock(): ReactNode {
  const list = running.use();
  if (list.length === 0) return null;
  return (
    <div className={styles.dock} role="status">
      {list.map(({ id, label, received, cancel }) => (
        <div key={id}>
          <span>
            Exporting {label}… {fileSize(received)}
          </span>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      ))}
    </div>
  );
}
