/**
 * Single transfers over HTTP at 64 connections: a call that only the bench has, declared and served as every other (session, permission, validation,
 * the ledger's key and floors, envelope) over the ledger's writer. Baseline: the TPC-B-like load, as for the ledger itself.
 */
import fastify from "fastify";
import { post } from "@manilla/contract/endpoint";
import { positiveKobo } from "@manilla/contract/money";
import { createLedgerWriter, prepareLedger } from "@manilla/ledger";
import pg from "pg";
import { z } from "zod";
import { serve } from "../../apps/api/src/http/serve.ts";
import cookie from "@fastify/cookie";
import { type Figure, loadNow, median } from "./figure.ts";
import { makeWorld, measureBaseline, prepareBaseline } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { startBenchApp } from "./world.ts";

const ROUNDS = 5;
const SECONDS = 2;
const SCALE = 20;

const transfer = post("/bench/transfers/{mode}", {
  spec: "added",
  summary: "A transfer between two accounts",
  has_own_key: true,
  audience: "admin",
  can: ["provider:can_view_loans"],
  params: z.strictObject({ mode: z.enum(["hot", "random"]) }),
  body: z.strictObject({
    key: z.string().min(1).max(100),
    amount_kobo: positiveKobo,
    description: z.string().max(100),
  }),
  response: z.object({ transaction_id: z.uuid(), recorded_at: z.string() }),
});

/** @returns requests a second beside transactions a second of the baseline */
export async function benchLedgerHttp(options: { url: string; app_url: string; folder: string }): Promise<Figure[]> {
  const owner = new pg.Pool({ connectionString: options.url, max: 8 });
  await prepareLedger(owner);
  const world = await makeWorld(owner);
  const isReal = await prepareBaseline(options.url, owner, SCALE);
  const { app, token, stop } = await startBenchApp(options);
  // On two cores the server has one and the database the other: one statement at a time, and the larger for it.
  const writer = createLedgerWriter(app.pool, { lanes: 1 });
  const wallet = () => world.wallets[Math.floor(Math.random() * world.wallets.length)] ?? "";
  const server = fastify();
  await server.register(cookie);
  serve(server, app, transfer, async (_, { params, body }) => {
    const [debit, credit] =
      params.mode === "random"
        ? [wallet(), wallet()]
        : Math.random() < 0.5
          ? [world.hot.id, wallet()]
          : [wallet(), world.hot.id];
    return writer.post({
      key: body.key,
      kind: "transfer",
      description: body.description,
      effective_on: "2026-03-14",
      actor: "bench",
      postings: [
        { account: debit, amount_kobo: body.amount_kobo },
        { account: credit, amount_kobo: -body.amount_kobo },
      ],
    });
  });
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const load = startLoad();
  const ask = (mode: string, seconds: number) =>
    load.run({
      url: `${address}/bench/transfers/${mode}`,
      headers: { authorization: `Bearer ${token}` },
      body: '{"key":"http-{n}","amount_kobo":100,"description":"Bench transfer"}',
      seconds,
      in_flight: 64,
    });
  await ask("hot", 1);
  const rounds: { hot: number; random: number; baseline: number; p99: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const baseline = await measureBaseline(options.url, owner, isReal, SCALE, SECONDS);
    const hot = await ask("hot", SECONDS);
    rounds.push({ baseline, hot: hot.rate, p99: hot.p99, random: (await ask("random", SECONDS)).rate });
  }
  load.stop();
  await server.close();
  await writer.close();
  await owner.end();
  await stop();
  const at = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const shown = { load: loadNow() };
  return [
    {
      name: "ledger over HTTP, 64 connections, hot account on one side, transfers a second",
      ours: at(({ hot }) => hot),
      baseline: at(({ baseline }) => baseline),
      ratio: at(({ hot, baseline }) => hot / baseline),
      target: "≥ 2.4",
      note: `p99 ${at(({ p99 }) => p99).toFixed(0)} ms, ${ROUNDS} rounds`,
      ...shown,
    },
    {
      name: "    … random pairs",
      ours: at(({ random }) => random),
      baseline: at(({ baseline }) => baseline),
      ratio: at(({ random, baseline }) => random / baseline),
      target: "≥ 2.4",
      ...shown,
    },
    {
      name: "    … hot beside random",
      ours: at(({ hot }) => hot),
      baseline: at(({ random }) => random),
      ratio: at(({ hot, random }) => hot / random),
      target: "≥ 0.85",
      ...shown,
    },
  ];
}
