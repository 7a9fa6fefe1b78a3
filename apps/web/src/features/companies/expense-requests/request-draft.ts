/** What is typed of a new request, kept on this device until it is sent: a phone that takes a picture of a receipt may forget the page meanwhile. */
import type { RequestKind } from "@manilla/contract/companies/expense-lines";
import { useEffect } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { draftKey, readDraft, writeDraft } from "../../../shared/form/drafts.ts";
import { BLANK, type Line } from "./line.ts";

interface Typed {
  kind: RequestKind;
  advance: string;
  purpose: string;
  lines: readonly Line[];
}

const isBlank = ({ purpose, lines }: Typed): boolean =>
  purpose === "" && JSON.stringify(lines) === JSON.stringify([BLANK]);

const keyOf = (advance_id: string | null): string => draftKey(calls.expenseRequests.create.path, { advance_id });

/** What was typed before, of a new request for this advance or for none. */
export function readRequestDraft(advance_id: string | null): Typed | undefined {
  const kept = readDraft(keyOf(advance_id)) as (Omit<Typed, "lines"> & { lines: string }) | undefined;
  return kept && { ...kept, lines: JSON.parse(kept.lines) as Line[] };
}

/** Keeps what is typed; undefined where a request is changed, which is kept by the server. */
export function useRequestDraft(advance_id: string | null, typed: Typed | undefined): void {
  const key = keyOf(advance_id);
  const text = typed && !isBlank(typed) ? JSON.stringify(typed.lines) : undefined;
  useEffect(() => {
    if (typed) writeDraft(key, text === undefined ? undefined : { ...typed, lines: text });
    // By what is typed, not by the object that holds it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, text, typed?.kind, typed?.advance, typed?.purpose]);
}

/** It was sent. */
export const forgetRequestDraft = (advance_id: string | null): void => writeDraft(keyOf(advance_id), undefined);
