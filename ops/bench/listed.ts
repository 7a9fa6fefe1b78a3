/** Lists over HTTP, each beside a bare handler that has the same two statements (rows and an exact count) and no session. */
import fastify from "fastify";
import type pg from "pg";
import { type Figure, loadNow, median } from "./figure.ts";
import { startLoad } from "./load.ts";

const [ROUNDS, SECONDS, IN_FLIGHT] = [3, 1, 8];

export interface Listed {
  name: string;
  /** Of the API, and what is asked of it. */
  path: string;
  query: Readonly<Record<string, string>>;
  token: string;
  /** The same as SQL: its columns and tables, what is counted, condition and order. */
  rows: string;
  counted: string;
  where: string;
  order: string;
}

/** @param address of the API @returns requests a second of each list beside those of its bare handler */
export async function benchListed(owner: pg.Pool, address: string, lists: readonly Listed[]): Promise<Figure[]> {
  const bare = fastify();
  bare.get("/:at", async ({ params }) => {
    const { rows, counted, where, order } = lists[Number((params as { at: string }).at)]!;
    const [page, total] = await Promise.all([
      owner.query(`select ${rows} where ${where} order by ${order} limit 20`),
      owner.query(`select count(*)::int as n from ${counted} where ${where}`),
    ]);
    return { items: page.rows, total: (total.rows[0] as { n: number }).n };
  });
  const bareAddress = await bare.listen({ port: 0, host: "127.0.0.1" });
  const load = startLoad();
  const figures: Figure[] = [];
  for (const [at, { name, path, query, token }] of lists.entries()) {
    const url = `${address}/api${path}?${new URLSearchParams({ limit: "20", ...query })}`;
    const how = { seconds: SECONDS, in_flight: IN_FLIGHT };
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const theirs = await load.run({ url: `${bareAddress}/${at}`, ...how });
      const ours = await load.run({ url, headers: { authorization: `Bearer ${token}` }, ...how });
      rounds.push({ ours, theirs });
    }
    figures.push({
      name: `${name}, requests a second`,
      ours: median(rounds.map(({ ours }) => ours.rate)),
      baseline: median(rounds.map(({ theirs }) => theirs.rate)),
      ratio: median(rounds.map(({ ours, theirs }) => ours.rate / theirs.rate)),
      target: "≥ 0.7",
      note: `bare with exact count; p99 ${median(rounds.map(({ ours }) => ours.p99)).toFixed(0)} ms`,
      load: loadNow(),
    });
  }
  load.stop();
  await bare.close();
  return figures;
}
