import { describe, expect, it } from "vitest";
import { SENDS_ALL, hasTransfers, realTransfers, replayTransfers } from "../../../../../../test/real-transfers.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const isThere = hasTransfers();
const world = isThere ? await useLendingWorld("without bank statements") : undefined;
/** `npm run chaos -- transfers` sends all of them. */
const SAMPLE = SENDS_ALL ? Infinity : 300;

describe.runIf(isThere)("real transfers from other banks", () => {
  it("end in their accounts to the kobo, each once, whether the wallets take them at once or later", async () => {
    expect(realTransfers().length).toBe(3_772);
    const rows = realTransfers(SAMPLE);
    expect(rows.length).toBeGreaterThan(Math.min(SAMPLE / 2, 3_771));
    await replayTransfers(world!, rows);
  });
});
