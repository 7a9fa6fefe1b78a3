const HOURS_A_DAY = 24;

/** A span as people say it: minutes, hours or days. @param span in hours; null is a dash */
export function hours(span: number | null): string {
  if (span === null) return "–";
  if (span < 1) return `${Math.max(1, Math.round(span * 60))} min`;
  if (span < 2 * HOURS_A_DAY) return `${Math.round(span)} h`;
  return `${Math.round(span / HOURS_A_DAY)} days`;
}
