import type { Page } from "@manilla/contract/page";
import { count } from "@manilla/contract/formats";

const BEFORE = { at_least: "more than ", estimated: "about ", exact: "", counted: "" } as const;

/** Whether the total was counted; otherwise it is being counted, and the list asks for it again. */
export const isCounted = ({ meta }: Page<unknown>): boolean => meta.total_is === "exact" || meta.total_is === "counted";

/** How many rows there are, and how surely: "18,312", "about 18,312" or "more than 10,000". */
export const totalInWords = ({ meta, total_count }: Page<unknown>): string =>
  BEFORE[meta.total_is] + count(total_count);
