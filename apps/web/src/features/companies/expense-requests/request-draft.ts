/** What is typed of a new request, kept on this device until it is sent: a phone that takes a picture of a receipt may forget the page in the meantime. */
import { useEffect } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { draftKey, readDraft, writeDraft } from "../../../shared/form/drafts.ts";
import { BLANK, type Content, type Line } from "./line.ts";

type Typed = Pick<Content, "kind" | "purpose"> & { advance: string };
const keyOf = (advance_id: string | null): string => draftKey(calls.expenseRequests.create.path, { advance_id });
const NOTHING = JSON.stringify([BLANK]);

/** What was typed before, of a new request for this advance or for none. */
export function readRequestDraft(advance_id: string | null): (Typed & { lines: Line[] }) | undefined {
  const kept = readDraft(keyOf(advance_id)) as (Typed & { lines: string }) | undefined;
  return kept && { ...kept, lines: JSON.parse(kept.lines) as Line[] };
}

/** Keeps what is typed of a new request. @returns forgets it, once it was sent */
export function useRequestDraft(isNew: boolean, advance_id: string | null, lines: readonly Line[], typed: Typed) {
  const key = keyOf(advance_id);
  const text = JSON.stringify(lines);
  const { kind, advance, purpose } = typed;
  useEffect(() => {
    if (isNew) writeDraft(key, purpose || text !== NOTHING ? { kind, advance, purpose, lines: text } : undefined);
  }, [isNew, key, kind, advance, purpose, text]);
  return () => isNew && writeDraft(key, undefined);
}
