/**
 * Lists over HTTP, each beside bare handlers of the same run without a session: one with the rows and an exact count, and, where the list does not count
 * each time, one with the rows alone.
 */
import fastify from "fastify";
import type pg from "pg";
import { type Figure, loadNow, median } from "./figure.ts";
import { type LoadGenerator, startLoad } from "./load.ts";
import { othersLike } from "./others.ts";

const [ROUNDS, SECONDS, IN_FLIGHT] = [3, 1, 8];
/** What a list that does not count reaches beside one that does, and what it keeps of the same SQL (design/performance.md). */
const [OF_EXACT, OF_SAME, MAX_P99] = [28, 0.7, 50];
/** Keys of far pages are remembered in the background. */
const FAR_MILLISECONDS = 8_000;
/** Connections that nobody uses end after half a minute (createPool). A bare statement that reads millions of rows takes longer: what comes after it would be measured while it opens new ones. */
const COLD_MILLISECONDS = 25_000;

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

/** Asks until the list knows its total. @returns how it has it from now on */
export async function waitForTotal(url: string, headers: Record<string, string>): Promise<string> {
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(url, { headers });
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    const { datatable } = (await answer.json()) as { datatable: { meta: { total_is: string } } };
    if (datatable.meta.total_is !== "at_least") return datatable.meta.total_is;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return "at_least";
}

interface Measurer {
  owner: pg.Pool;
  address: string;
  bare_address: string;
  load: LoadGenerator;
}

/** Where the total is counted each time, that is the same SQL; else what the rows alone reach is the bound (docs/decisions/0012). */
async function measure(at: number, list: Listed, { owner, address, bare_address, load }: Measurer): Promise<Figure[]> {
  const { name, path, query, token } = list;
  const url = `${address}/api${path}?${new URLSearchParams({ limit: "20", ...query })}`;
  const headers = { authorization: `Bearer ${token}` };
  const isExact = (await waitForTotal(url, headers)) === "exact" && !query["page"];
  if (query["page"]) await new Promise((resolve) => setTimeout(resolve, FAR_MILLISECONDS));
  // Searches of one person come one at a time (http/turns.ts): as many people search as there are in flight.
  const as = query["search"] ? { tokens: await othersLike(owner, token, IN_FLIGHT) } : { headers };
  const ask = (target: string) =>
    load.run({ url: target, seconds: SECONDS, in_flight: IN_FLIGHT, ...(target === url && as) });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Far behind, a bare offset is what the list does not do: it is measured once, below.
    const began = performance.now();
    const same = query["page"] ? Number.NaN : (await ask(`${bare_address}/${isExact ? "exact" : "rows"}/${at}`)).rate;
    if (performance.now() - began > COLD_MILLISECONDS) await ask(url);
    rounds.push({ same, ours: await ask(url) });
  }
  const [ours, same] = [median(rounds.map((one) => one.ours.rate)), median(rounds.map((one) => one.same))];
  const ofSame = median(rounds.map((one) => one.ours.rate / one.same));
  const p99 = { milliseconds: median(rounds.map((one) => one.ours.p99)), at_most: MAX_P99 };
  const note = "bare with exact count";
  const load_then = { load: loadNow() };
  const beside = { ours, baseline: same, ratio: ofSame, target: `≥ ${OF_SAME}`, ...load_then };
  if (isExact) return [{ name: `${name}, requests a second`, ...beside, p99, note }];
  const exact = (await ask(`${bare_address}/exact/${at}`)).rate;
  const most = query["page"] ? OF_EXACT : Math.min(OF_EXACT, (OF_SAME * same) / exact);
  return [
    {
      name: `${name}, requests a second`,
      ours,
      baseline: exact,
      ratio: ours / exact,
      target: `≥ ${most === OF_EXACT ? most : most.toFixed(2)}`,
      p99,
      note,
      ...load_then,
    },
    ...(query["page"] ? [] : [{ name: "    … beside a bare handler of the rows alone", ...beside }]),
  ];
}

/** @param address of the API @returns requests a second of each list beside those of its bare handlers */
export async function benchListed(owner: pg.Pool, address: string, lists: readonly Listed[]): Promise<Figure[]> {
  const bare = fastify();
  const at = (params: unknown): Listed => lists[Number((params as { at: string }).at)]!;
  const rowsOf = async ({ rows, where, order }: Listed) =>
    (await owner.query(`select ${rows} where ${where} order by ${order} limit 20`)).rows;
  const countOf = async ({ counted, where }: Listed) =>
    (await owner.query<{ n: number }>(`select count(*)::int as n from ${counted} where ${where}`)).rows[0]!.n;
  bare.get("/rows/:at", async ({ params }) => ({ items: await rowsOf(at(params)) }));
  bare.get("/exact/:at", async ({ params }) => {
    const [items, total] = await Promise.all([rowsOf(at(params)), countOf(at(params))]);
    return { items, total };
  });
  const bare_address = await bare.listen({ port: 0, host: "127.0.0.1" });
  const load = startLoad();
  const figures: Figure[] = [];
  for (const [number, list] of lists.entries()) {
    const done = await measure(number, list, { owner, address, bare_address, load });
    for (const { name, ours, ratio, note } of done)
      console.error(`${name.padEnd(78)}${ours.toFixed(0).padStart(8)}${ratio.toFixed(2).padStart(9)}  ${note ?? ""}`);
    figures.push(...done);
  }
  load.stop();
  await bare.close();
  return figures;
}
