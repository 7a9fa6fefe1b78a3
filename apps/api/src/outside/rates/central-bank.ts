/** The central bank's list of rates (`RATES_URL`, cbn.gov.ng): rows of a currency and a day, naira with four digits behind the point. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, callProvider } from "../http.ts";
import type { RatesPort } from "./port.ts";

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

export function createRates({ RATES_URL }: Config): RatesPort {
  return {
    async dollar() {
      if (!RATES_URL) throw new NotReached("No source of exchange rates is configured (RATES_URL).");
      const url = `${RATES_URL}/GetAllExchangeRates`;
      const read = listed.safeParse(
        await callProvider<unknown>({ provider: "exchange rates", method: "GET", url, headers: {} }),
      );
      const dollars = (read.data ?? []).filter(({ currency }) => currency.trim().toUpperCase() === "US DOLLAR");
      const [newest] = dollars.toSorted((left, right) => right.ratedate.localeCompare(left.ratedate));
      const day = z.iso.date().safeParse(newest?.ratedate.slice(0, 10));
      const mid_e4 = newest && e4Of(newest.centralrate);
      if (!mid_e4 || !day.success) throw new OutcomeUnknown("The list of exchange rates has an unknown shape");
      return { mid_e4, rated_on: day.data };
    },
  };
}
