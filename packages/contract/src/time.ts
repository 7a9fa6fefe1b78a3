import { z } from "zod";

/** A moment: ISO 8601 with zone on the wire, `Date` inside. */
export const moment = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** When figures over everything were counted: what takes long to count is kept for a while, and screens say how old it is. */
export const counted = { counted_at: moment };

const wrong = { error: "this field must be a date, year-month-day" };
/** A business date, `yyyy-mm-dd`, in Africa/Lagos; a plain string everywhere, so that no zone can move it. The database knows no year 0. */
export const businessDate = z.iso.date(wrong).refine((day) => !day.startsWith("0000"), wrong);

/** The provider's zone. No daylight saving: always one hour ahead of UTC. */
export const ZONE = "Africa/Lagos";
