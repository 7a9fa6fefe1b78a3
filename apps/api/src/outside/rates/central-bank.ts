/** The central bank's list of rates (`RATES_URL`, cbn.gov.ng): rows of a currency and a day, naira with four digits behind the point. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, callProvider } from "../http.ts";
import type { PublishedRate, RatesPort } from "./port.ts";

/** Ten-thousandths of what is written; undefined for what is no rate. */
export function e4Of(text: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,6})(?:\.(\d{1,4})0*)?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const rate = BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, "0"));
  return rate > 0n ? rate : undefined;
}

const listed = z
  .array(
    z.object({
      currency: z.string().max(60),
      ratedate: z.string().max(30),
      centralrate: z.union([z.string().max(20), z.number().transform(String)]),
    }),
  )
  .max(100_000);

/** The list's names of the currencies that we know. */
const CODES: Readonly<Record<string, string>> = {
  "US DOLLAR": "USD",
  EURO: "EUR",
  "POUNDS STERLING": "GBP",
  "POUND STERLING": "GBP",
  "SOUTH AFRICAN RAND": "ZAR",
  "YUAN/RENMINBI": "CNY",
  "UAE DIRHAM": "AED",
};
const RECENT_DAYS = 60;

/** Each currency once a day: the list may have a day's rate several times, the newest first. */
function recentOf(rows: z.output<typeof listed>): (PublishedRate & { currency: string })[] {
  const known = rows.flatMap(({ currency, ratedate, centralrate }) => {
    const code = CODES[currency.trim().toUpperCase()];
    const [mid_e4, day] = [e4Of(centralrate), z.iso.date().safeParse(ratedate.slice(0, 10))];
    return code && mid_e4 && day.success ? [{ currency: code, mid_e4, rated_on: day.data }] : [];
  });
  const newest = known.reduce((last, { rated_on }) => (rated_on > last ? rated_on : last), "");
  const since = newest && new Date(Date.parse(newest) - RECENT_DAYS * 86_400_000).toISOString().slice(0, 10);
  const once = new Map<string, (typeof known)[number]>();
  for (const rate of known) {
    const key = `${rate.currency} ${rate.rated_on}`;
    if (rate.rated_on >= since && !once.has(key)) once.set(key, rate);
  }
  return [...once.values()];
}

export function createRates({ RATES_URL }: Config): RatesPort {
  const read = async () => {
    if (!RATES_URL) throw new NotReached("No source of exchange rates is configured (RATES_URL).");
    const url = `${RATES_URL}/GetAllExchangeRates`;
    return listed.safeParse(
      await callProvider<unknown>({ provider: "exchange rates", method: "GET", url, headers: {} }),
    );
  };
  return {
    async recent() {
      const list = await read();
      if (!list.success) throw new OutcomeUnknown("The list of exchange rates has an unknown shape");
      return recentOf(list.data);
    },
    async dollar() {
      const list = await read();
      const dollars = (list.data ?? []).filter(({ currency }) => currency.trim().toUpperCase() === "US DOLLAR");
      const [newest] = dollars.toSorted((left, right) => right.ratedate.localeCompare(left.ratedate));
      const day = z.iso.date().safeParse(newest?.ratedate.slice(0, 10));
      const mid_e4 = newest && e4Of(newest.centralrate);
      if (!mid_e4 || !day.success) throw new OutcomeUnknown("The list of exchange rates has an unknown shape");
      return { mid_e4, rated_on: day.data };
    },
  };
}
