/** What an import would do, before anything is written. */
import type { trial } from "@manilla/contract/people/imports";
import type { z } from "zod";
import type { Cells } from "./rows.ts";
import type { Verdict } from "./run.ts";

const MAX_SHOWN_ROWS = 200;
const ORDER = { refused: 0, already: 1, created: 2 } as const;

/** Counts, and the rows to look at: those that would not go in come first. @param placeOf among those of one verdict, before their numbers */
export function trialOf(
  rows: readonly Cells[],
  verdicts: readonly Verdict[],
  placeOf: (verdict: Verdict) => number = () => 0,
): z.output<typeof trial> {
  const count = (verdict: Verdict["verdict"]): number => verdicts.filter((each) => each.verdict === verdict).length;
  const shown = verdicts
    .toSorted(
      (one, two) => ORDER[one.verdict] - ORDER[two.verdict] || placeOf(one) - placeOf(two) || one.number - two.number,
    )
    .slice(0, MAX_SHOWN_ROWS);
  return {
    total_count: rows.length,
    created_count: count("created"),
    already_count: count("already"),
    refused_count: count("refused"),
    rows: shown.map(({ number, verdict, reasons, user_id }) => {
      const { name, first_name = "", last_name = "", email } = rows[number - 1]!;
      return {
        id: String(number),
        number,
        verdict,
        reasons: reasons ?? [],
        name: name || `${first_name} ${last_name}`.trim() || null,
        email: email || null,
        user_id: verdict === "already" ? user_id : null,
      };
    }),
  };
}
