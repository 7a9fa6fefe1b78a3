/** Figures of a whole provider, which are shown a while where counting them took long: on a busy machine all of them take long. */
import { expect } from "vitest";

/** Waits until a figure that is counted anew is what is expected. */
export const counted = async (figure: () => Promise<unknown>, expected: unknown): Promise<void> => {
  await expect.poll(figure, { timeout: 60_000, interval: 500 }).toEqual(expected);
};
