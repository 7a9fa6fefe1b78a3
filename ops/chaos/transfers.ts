/** All real transfers from other banks through the partner bank's webhook, and all to other banks by the declared calls: balances as published. */
import { hasTransfers, realTransfers, replayTransfers } from "../../test/real-transfers.ts";
import { realPayments, replayPayments } from "../../test/real-payments.ts";
import { startLendingWorld } from "../../test/lending.ts";

if (hasTransfers()) {
  const world = await startLendingWorld("without bank statements");
  const rows = realTransfers();
  const since = performance.now();
  const held = await replayTransfers(world, rows);
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  console.log(`${rows.length} transfers in ${seconds} s, ${held} of them held on the way: balances as published.`);
  const before = performance.now();
  const { sent } = await replayPayments(world, realPayments());
  console.log(
    `${sent} transfers to other banks in ${((performance.now() - before) / 1_000).toFixed(1)} s: balances as published.`,
  );
  await world.stop();
}
