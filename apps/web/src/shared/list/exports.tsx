import type { Endpoint } from "@manilla/contract/endpoint";
import { count, counted, fileSize } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { type CallInput, fetchFile, saveFile } from "../api/call.ts";
import { errorText } from "../api/errors.ts";
import { useLive } from "../ui/live.ts";
import { createStore } from "../ui/store.ts";
import { toast } from "../ui/toasts.tsx";
import styles from "./list.module.css";
import type { ListCall } from "./use-list.ts";

/** K027, K028. */
const NAMES = { xlsx: "download.xlsx", csv: "data.csv" } as const;

interface Running {
  /** Under this name the server tells how far it is. */
  id: string;
  label: string;
  rows: number;
  total: number | undefined;
  cancel: () => void;
}
const running = createStore<readonly Running[]>([]);
const change = (id: string, changes: Partial<Running>): void =>
  running.set((list) => list.map((item) => (item.id === id ? { ...item, ...changes } : item)));

/**
 * Exports the filtered rows, all of them. Goes on while other screens are looked at; can be cancelled; says when it is ready, and
 * stays until that was seen.
 * @param what.total how many rows the filter matches, as far as the list knows
 */
export async function startExport(
  call: ListCall,
  input: CallInput<Endpoint>,
  type: keyof typeof NAMES,
  what: { label: string; total: number | undefined },
): Promise<void> {
  const id = crypto.randomUUID();
  const control = new AbortController();
  running.set((list) => [...list, { id, ...what, rows: 0, cancel: () => control.abort() }]);
  const whole = {
    ...input,
    query: { ...(input.query as Record<string, unknown>), exportType: type },
  } as CallInput<Endpoint>;
  try {
    const { blob } = await fetchFile(call as Endpoint, whole, {
      signal: control.signal,
      headers: { "x-export-id": id },
    });
    const save = (): void => saveFile(blob, NAMES[type]);
    save();
    toast(`The export of ${what.label} is ready: ${NAMES[type]}, ${fileSize(blob.size)}.`, {
      action: { label: "Save again", run: save },
    });
  } catch (error) {
    if (control.signal.aborted) toast("Export cancelled.", { tone: "neutral" });
    else
      toast(`The export failed. ${errorText(error)}`, {
        tone: "danger",
        action: { label: "Try again", run: () => void startExport(call, input, type, what) },
      });
  } finally {
    running.set((list) => list.filter((item) => item.id !== id));
  }
}

/** Exports under way, on whatever screen one is. */
export function ExportDock(): ReactNode {
  const list = running.use();
  useLive("export", ({ id, rows }) => {
    if (typeof id === "string" && typeof rows === "number") change(id, { rows });
  });
  if (list.length === 0) return null;
  return (
    <div className={styles.dock} role="status">
      {list.map(({ id, label, rows, total, cancel }) => {
        // Rows may be added while they are written.
        const share = total ? Math.min(1, rows / total) : undefined;
        return (
          <div key={id}>
            <span>
              Exporting {label}…{" "}
              {total
                ? `${count(rows)} of ${counted(total, "row")}, ${Math.round((share ?? 0) * 100)}%`
                : counted(rows, "row")}
            </span>
            <progress value={share} aria-label={`Export of ${label}`} />
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          </div>
        );
      })}
    </div>
  );
}
