/** The same done to several people, each with a verdict of its own. */
import { z } from "zod";

/** Whom it is done to: at most 100 at once. */
export const severalIds = z.array(z.uuid()).min(1, { error: "this field is required" }).max(100);

/** The answer: for each person whether it was done, and else why not. @param more what the work says of each */
export const verdicts = <More extends z.ZodRawShape = Record<never, never>>(more?: More) =>
  z.object({
    results: z.array(
      z.object({ user_id: z.uuid(), is_done: z.boolean(), ...(more as More), reason: z.string().nullable() }),
    ),
  });
