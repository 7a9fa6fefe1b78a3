/** The payroll service (`PAYROLL_URL`). There is no published Nigerian shape: ours is the smallest that any system can speak, amounts in naira as text. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, ProviderRefused, callProvider } from "../http.ts";
import { koboOfNaira } from "../statements/amounts.ts";
import type { DeductionAnswer, PayrollPort } from "./port.ts";

const REASONS: Readonly<Record<string, DeductionAnswer["reason"]>> = {
  LEFT: "left",
  UNPAID_LEAVE: "leave",
  INSUFFICIENT_PAY: "part",
};
const answered = z.object({
  lines: z.array(
    z.object({
      // Of a line: what no file has is no answer of ours.
      number: z.int().positive().max(1_000_000),
      amount: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
      reason: z.string().nullish(),
    }),
  ),
});
/** Naira with two digits behind the point. */
const asNaira = (kobo: bigint): string => `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`;

export function createPayroll({ PAYROLL_URL, PAYROLL_API_KEY = "" }: Config): PayrollPort {
  const call = (method: "GET" | "POST", path: string, body?: unknown) => {
    if (!PAYROLL_URL) throw new NotReached("No payroll service is configured (PAYROLL_URL).");
    const headers = { "x-api-key": PAYROLL_API_KEY };
    return callProvider<unknown>({ provider: "payroll", method, url: `${PAYROLL_URL}${path}`, headers, body });
  };
  return {
    is_there: PAYROLL_URL !== undefined,
    async send({ lines, ...file }) {
      const asked = lines.map(({ amount_kobo, ...line }) => ({ ...line, amount: asNaira(amount_kobo) }));
      await call("POST", "/deductions", { ...file, lines: asked });
    },
    async ask(reference) {
      try {
        const read = answered.safeParse(await call("GET", `/deductions/${encodeURIComponent(reference)}`));
        if (!read.success) throw new OutcomeUnknown("The payroll answered in an unknown shape");
        return read.data.lines.map(({ number, amount, reason }) => ({
          number,
          amount_kobo: koboOfNaira(amount),
          reason: REASONS[reason ?? ""] ?? null,
        }));
      } catch (error) {
        if (error instanceof ProviderRefused && error.status === 404) return undefined;
        throw error;
      }
    },
  };
}
