/** Figures of a whole provider, which are shown a while where counting them took long: on a busy machine all of them take long. */
import { expect } from "vitest";

/** Expects of a figure what it comes to once it is counted anew. */
export const counted = (figure: () => Promise<unknown>) => expect.poll(figure, { timeout: 60_000, interval: 500 });
