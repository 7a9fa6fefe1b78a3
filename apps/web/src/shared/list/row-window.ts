/** So many rows stand ready above and below what is seen. */
const AROUND = 12;
/** The window moves in steps of so many rows: not every pixel of scrolling draws. */
const STEP = 6;

interface Place {
  rows: number;
  /** Of one row, in pixels; all are alike. */
  height: number;
  /** How far it is scrolled, in pixels. */
  top: number;
  /** How much is seen, in pixels. */
  room: number;
}

/** Which rows stand in the page: those in sight and some around them. @returns the first, and the one after the last */
export function windowOf({ rows, height, top, room }: Place): { first: number; end: number } {
  const from = Math.floor(Math.max(0, top) / height) - AROUND;
  const first = Math.max(0, Math.min(Math.floor(from / STEP) * STEP, Math.max(0, rows - 1)));
  const end = Math.ceil((Math.max(0, top) + room) / height) + AROUND;
  return { first, end: Math.min(rows, Math.ceil(end / STEP) * STEP) };
}

/** How far to scroll so that a row is seen, below a head that stays: no further than needed. @param place.head its height in pixels */
export function topOf({ index, height, head, top, room }: Omit<Place, "rows"> & { index: number; head: number }): number {
  const from = index * height;
  if (from < top) return from;
  return from + height + head > top + room ? from + height + head - room : top;
}
