/** What the frame costs: processor time of a POST through the whole server (hooks, headers, validation both ways, envelope) beside a bare Fastify route with the same body. */
import fastify from "fastify";
import { post } from "@manilla/contract/endpoint";
import { kobo, positiveKobo } from "@manilla/contract/money";
import { businessDate } from "@manilla/contract/time";
import { z } from "zod";
import { serve } from "../../apps/api/src/http/serve.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { startLoad } from "./load.ts";
import { startBenchApp } from "./world.ts";

const ROUNDS = 5;
const SECONDS = 2;

const echo = post("/bench/echo", {
  spec: "added",
  summary: "Says what it was told",
  audience: "public",
  can: "public",
  body: z.strictObject({
    reference: z.string().min(1).max(60),
    account_id: z.uuid(),
    amount_kobo: positiveKobo,
    on: businessDate,
    note: z.string().max(200),
    urgent: z.boolean(),
    lines: z.array(z.strictObject({ name: z.string(), amount_kobo: positiveKobo })).max(10),
  }),
  response: z.object({
    reference: z.string(),
    total_kobo: kobo,
    on: z.string(),
    lines: z.array(z.object({ name: z.string(), amount_kobo: kobo })),
  }),
});
const BODY = JSON.stringify({
  reference: "R-{n}",
  account_id: "0196c6a5-5d6f-7a3b-8a6d-2f4f6b1c9d10",
  amount_kobo: 125_000,
  on: "2026-03-14",
  note: "as agreed",
  urgent: false,
  lines: [
    { name: "principal", amount_kobo: 100_000 },
    { name: "interest", amount_kobo: 25_000 },
  ],
});

/** @returns microseconds of this process for each call */
export async function benchOverhead(options: { app_url: string; folder: string }): Promise<Figure[]> {
  const { app, stop } = await startBenchApp(options);
  const server = await createServer(app);
  serve(server, app, echo, (_, { body }) => ({
    reference: body.reference,
    on: body.on,
    lines: body.lines,
    total_kobo: body.lines.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n),
  }));
  const raw = fastify();
  raw.post("/bench/echo", (request, reply) => {
    const body = request.body as { reference: string; on: string; lines: { amount_kobo: number }[] };
    void reply.send({
      reference: body.reference,
      on: body.on,
      lines: body.lines,
      total_kobo: body.lines.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0),
    });
  });
  const addresses = [
    await server.listen({ port: 0, host: "127.0.0.1" }),
    await raw.listen({ port: 0, host: "127.0.0.1" }),
  ] as const;
  const load = startLoad();
  const cost = async (address: string): Promise<number> => {
    const before = process.cpuUsage();
    const { rate } = await load.run({ url: `${address}/bench/echo`, body: BODY, seconds: SECONDS, in_flight: 8 });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / (rate * SECONDS);
  };
  for (const address of addresses) await cost(address);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await cost(addresses[0]), bare: await cost(addresses[1]) });
  load.stop();
  await server.close();
  await raw.close();
  await stop();
  return [
    {
      name: "HTTP overhead of a POST over raw Fastify, µs of processor a call",
      ours: median(rounds.map(({ ours }) => ours)),
      baseline: median(rounds.map(({ bare }) => bare)),
      ratio: median(rounds.map(({ ours, bare }) => ours - bare)),
      target: "≤ 150",
      load: loadNow(),
      note: "the difference is held against the target; helmet, cookies, compression and hooks are on",
    },
  ];
}
