/** How far the demo's first start is, as every answer says while its past is lived (apps/api/src/http/demo-past.ts). */
import { createStore } from "../ui/store.ts";

/** The day that is lived now. */
interface LivedDay {
  date: string;
  day: number;
  days: number;
}
export const demoPast = createStore<LivedDay | undefined>(undefined);

/** Reads an answer's header; one without it changes nothing, because {@link stillLived} asks until the past is done. */
export function noteDemoPast(header: string | null): void {
  const [, day, days, date = ""] = /^(\d+)\/(\d+) (\S+)$/.exec(header ?? "") ?? [];
  if (day !== undefined) demoPast.set(() => ({ day: Number(day), days: Number(days), date }));
}

/** Asks how far it is. @returns whether it is still lived; a server that does not answer has not said that it is done */
export async function stillLived(): Promise<boolean> {
  const response = await fetch("/readyz").catch(() => undefined);
  noteDemoPast(response?.headers.get("x-demo-past") ?? null);
  if (!response?.ok) return true;
  demoPast.set(() => undefined);
  return false;
}
