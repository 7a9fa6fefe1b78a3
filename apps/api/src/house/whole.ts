/** Handlers that are one transaction from the first statement to the last: where money moves, the key is claimed in it and the answer stored in it, in one commit. */
import type { Endpoint, Input, Output } from "@manilla/contract/endpoint";
import type { Context, Handler } from "./app.ts";
import type { Tx } from "../db/database.ts";

/** What several requests do in one transaction; undefined for one that has to go by itself, of which nothing may be written then. */
export type Together<E extends Endpoint> = (
  tx: Tx,
  requests: readonly { context: Context; input: Input<E> }[],
) => Promise<(Output<E> | undefined)[]>;

const whole = new WeakMap<object, Together<Endpoint> | undefined>();

/**
 * A handler whose whole work is one transaction; before it there is nothing that would have to be remembered if it fails.
 * @param together the same work for requests that arrive together (gathered.ts)
 */
export function inOneTransaction<E extends Endpoint>(
  work: (tx: Tx, context: Context, input: Input<E>) => Promise<Output<E>>,
  together?: Together<E>,
): Handler<E> {
  const handler = (context: Context, input: Input<E>): Promise<Output<E>> =>
    context.once((tx) => work(tx, context, input));
  // The endpoint's own types were checked above.
  whole.set(handler, together as Together<Endpoint> | undefined);
  return handler as Handler<E>;
}

/**
 * The same after something was asked that changes nothing here, a bank's name for an account: asked again by a repeated request, which gets the stored
 * answer though it would be refused by then.
 */
export function inOneTransactionAfter<E extends Endpoint, Found>(
  ask: (context: Context, input: Input<E>) => Promise<Found>,
  work: (tx: Tx, context: Context, input: Input<E>, found: Found) => Promise<Output<E>>,
): Handler<E> {
  const handler = async (context: Context, input: Input<E>): Promise<Output<E>> => {
    const found = await ask(context, input);
    return context.once((tx) => work(tx, context, input, found));
  };
  whole.set(handler, undefined);
  return handler as Handler<E>;
}

/** Whether a handler was made by one of them. */
export const isWhole = (handler: object): boolean => whole.has(handler);

/** How a handler's requests go together, where they do. */
export const togetherOf = (handler: object): Together<Endpoint> | undefined => whole.get(handler);
