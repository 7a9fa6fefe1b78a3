/** The only place that reads the wall clock: sessions, codes and audit live on it. Credit lives on the business date. */
export const clock = { now: (): Date => new Date(), milliseconds: (): number => Date.now() };

const DAY = 86_400_000;
/** 17:00 in Lagos of the day before: since when the homes say what changed. */
export const fiveYesterday = (): Date =>
  new Date(`${new Date(clock.milliseconds() + 3_600_000 - DAY).toISOString().slice(0, 10)}T17:00:00+01:00`);

/** The calendar day in Africa/Lagos (always UTC+1), `yyyy-mm-dd`. */
export { isoDay as dayInLagos } from "@manilla/contract/formats";

const ALONE_DAYS = 30;
/** Since when is summed up what one colleague did without a second person (decisions.md: thirty days). */
export const startOfAlone = (): Date => new Date(clock.milliseconds() - ALONE_DAYS * DAY);
