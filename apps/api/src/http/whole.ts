/** Handlers that are one transaction from the first statement to the last: the key is claimed in it and the answer stored in it, in one commit. */
import type { Endpoint, Input, Output } from "@manilla/contract/endpoint";
import type { Context, Handler } from "../app.ts";
import type { Tx } from "../db/database.ts";

const whole = new WeakSet<object>();

/** A handler whose whole work is one transaction; before it there is nothing that would have to be remembered if it fails. */
export function inOneTransaction<E extends Endpoint>(
  work: (tx: Tx, context: Context, input: Input<E>) => Promise<Output<E>>,
): Handler<E> {
  const handler = (context: Context, input: Input<E>): Promise<Output<E>> =>
    context.once((tx) => work(tx, context, input));
  whole.add(handler);
  return handler as Handler<E>;
}

/** Whether a handler was made by {@link inOneTransaction}. */
export const isWhole = (handler: object): boolean => whole.has(handler);
