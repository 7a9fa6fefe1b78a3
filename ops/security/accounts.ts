/** E2: whether an address is known cannot be told from the time that a refusal takes. */
import { performance } from "node:perf_hooks";
import { listDemoLogins } from "../../apps/api/demo/seed.ts";
import { type SecurityWorld, median } from "./world.ts";

const ROUNDS = 5;

/** Known and unknown turn about, first one then the other in front, so that what else the machine does falls on both. */
export async function tryAddresses({ running, check, forgive }: SecurityWorld): Promise<void> {
  const time = async (path: string, body: object): Promise<number> => {
    const before = performance.now();
    const response = await fetch(`${running.address}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (response.status === 429) throw new Error(`${path} is throttled: nothing was measured`);
    return performance.now() - before;
  };
  const tries: Record<string, (email: string) => Promise<number>> = {
    "signing in": (email) => time("/login/token", { email, password: "not-the-password-1" }),
    "a new password": (email) => time("/auth/v2/request-password-reset", { email }),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await forgive();
      for (const [index, { email }] of listDemoLogins().entries()) {
        const order = (round + index) % 2 === 0 ? ["known", "unknown"] : ["unknown", "known"];
        // The first round warms plans, caches and the hash that stands for nobody.
        for (const which of order) {
          const took = await attempt(which === "known" ? email : `no-${email}`);
          if (round > 0) (which === "known" ? known : unknown).push(took);
        }
      }
    }
    await forgive();
    const [knownTime, unknownTime] = [median(known), median(unknown)];
    check(
      `known and unknown addresses take the same time (${name}, ${known.length} times each)`,
      Math.abs(knownTime - unknownTime) / knownTime < 0.2,
      `medians ${knownTime.toFixed(1)} ms and ${unknownTime.toFixed(1)} ms`,
    );
  }
}
