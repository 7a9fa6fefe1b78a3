/** The only place that reads the wall clock: sessions, codes and audit live on it. Credit lives on the business date. */
export const clock = { now: (): Date => new Date(), milliseconds: (): number => Date.now() };

/** The calendar day in Africa/Lagos (always UTC+1), `yyyy-mm-dd`. */
export { isoDay as dayInLagos } from "@manilla/contract/formats";
