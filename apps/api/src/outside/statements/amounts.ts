/** What the statement providers' answers have in common. */
import type { z } from "zod";
import { OutcomeUnknown } from "../http.ts";
import type { ConnectedMovement } from "./port.ts";

/** @throws OutcomeUnknown when the answer has another shape than the provider published */
export function shapeOf<Shape extends z.ZodType>(shape: Shape, answer: unknown, provider: string): z.output<Shape> {
  const parsed = shape.safeParse(answer);
  if (!parsed.success) throw new OutcomeUnknown(`${provider} answered in an unknown shape`);
  return parsed.data;
}

/** Naira with at most two decimals, as text or number, in kobo. @throws OutcomeUnknown when it is none */
export function koboOfNaira(amount: string | number): bigint {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(
    (typeof amount === "number" ? amount.toFixed(2) : amount).replaceAll(",", "").trim(),
  );
  if (!match) throw new OutcomeUnknown("a statement provider sent an amount that cannot be read");
  const kobo = BigInt(match[2] ?? "0") * 100n + BigInt((match[3] ?? "").padEnd(2, "0"));
  return match[1] ? -kobo : kobo;
}

/** Oldest first, whichever way the provider sends them. */
export const inOrder = (movements: ConnectedMovement[]): ConnectedMovement[] =>
  (movements[0]?.date ?? "") > (movements.at(-1)?.date ?? "") ? movements.toReversed() : movements;
