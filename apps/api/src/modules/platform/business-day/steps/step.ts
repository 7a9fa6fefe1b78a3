import type { App } from "../../../../app.ts";
import type { Tx } from "../../../../db/database.ts";

/** The day that is closed and the one that begins. What a step decides about arrears and dues, it decides for the day that begins. */
export interface Day {
  closing: string;
  opening: string;
}

export interface Progress {
  /** Where the next batch goes on; null when the step is done. */
  cursor: string | null;
  counts: Record<string, number>;
}

/**
 * One step of the close. A batch of a step and its cursor are committed together, so that a killed run goes on where it stopped; a step that
 * calls providers makes its own transactions and may see a batch twice, which changes nothing.
 */
export type Step =
  | { name: string; batch(app: App, tx: Tx, day: Day, cursor: string | null): Promise<Progress> }
  | { name: string; outside(app: App, day: Day, cursor: string | null): Promise<Progress> };

/** Below every UUID. */
export const BEGINNING = "00000000-0000-0000-0000-000000000000";
