/** The only place that reads the wall clock: sessions, codes and audit live on it. Credit lives on the business date. */
export const clock = {
  now: (): Date => new Date(),
  milliseconds: (): number => Date.now(),
};

/** The calendar day in Africa/Lagos (always UTC+1), `yyyy-mm-dd`. */
export function dayInLagos(date: Date): string {
  return new Date(date.getTime() + 3_600_000).toISOString().slice(0, 10);
}
