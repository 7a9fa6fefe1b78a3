/** Statements of a wallet over any range of business days: opening + what moved = closing, the same on the screen and in every file. */
import { z } from "zod";
import { kobo } from "./money.ts";
import { businessDate as day } from "./time.ts";

/** Both days belong to it; without them it is the month so far. */
export const statementRange = { from: day.optional(), to: day.optional() } as const;

const statementFigures = {
  opening_kobo: kobo,
  in_kobo: kobo,
  out_kobo: kobo,
  closing_kobo: kobo,
  movements: z.int(),
} as const;

export const statement = z.object({
  from: day,
  to: day,
  ...statementFigures,
  /** The first ones; the files have all. */
  lines: z.array(
    z.object({
      id: z.uuid(),
      on: day,
      what: z.string(),
      note: z.string().nullable(),
      reference: z.string(),
      amount_kobo: kobo,
      balance_kobo: kobo,
    }),
  ),
});
