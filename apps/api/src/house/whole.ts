/** Handlers that are one transaction from the first statement to the last: where money moves, the key is claimed in it and the answer stored in it, in one commit. */
import type { Endpoint, Input, Output } from "@manilla/contract/endpoint";
import type { Context, Handler } from "./app.ts";
import type { Tx } from "../db/database.ts";

/** What several requests do in one transaction; undefined for one that has to go by itself, of which nothing may be written then. */
export type Together<E extends Endpoint, Found = unknown> = (
  tx: Tx,
  requests: readonly { context: Context; input: Input<E>; /** Was asked before. */ found: Found }[],
) => Promise<(Output<E> | undefined)[]>;

interface Gathers {
  together: Together<Endpoint> | undefined;
  /** What is looked up before the transaction; once for a request, however it goes on. */
  ask?(context: Context, input: Input<Endpoint>): Promise<unknown>;
  /** Each request is of another person, in whose scopes it all runs (db/scope.ts `enterScopes`). */
  isOfPeople: boolean;
}
const whole = new WeakMap<object, Gathers>();
const ALONE: Gathers = { together: undefined, isOfPeople: false };

/**
 * A handler whose whole work is one transaction; before it there is nothing that would have to be remembered if it fails.
 * @param together the same work for requests of the provider's staff that arrive together (gathered.ts)
 * @param ofPeople the same for customers' requests about what is their own, each of another person
 */
export function inOneTransaction<E extends Endpoint>(
  work: (tx: Tx, context: Context, input: Input<E>) => Promise<Output<E>>,
  together?: Together<E>,
  ofPeople?: Together<E>,
): Handler<E> {
  const handler = (context: Context, input: Input<E>): Promise<Output<E>> =>
    context.once((tx) => work(tx, context, input));
  // The endpoint's own types were checked above.
  whole.set(handler, { together: (together ?? ofPeople) as Gathers["together"], isOfPeople: ofPeople !== undefined });
  return handler as Handler<E>;
}

/**
 * The same after something was asked that changes nothing here, a bank's name for an account: asked again by a repeated request, which gets the stored
 * answer though it would be refused by then.
 * @param ofPeople as for {@link inOneTransaction}
 */
export function inOneTransactionAfter<E extends Endpoint, Found>(
  ask: (context: Context, input: Input<E>) => Promise<Found>,
  work: (tx: Tx, context: Context, input: Input<E>, found: Found) => Promise<Output<E>>,
  ofPeople?: Together<E, Found>,
): Handler<E> {
  const answers = new WeakMap<Context, Promise<Found>>();
  const askOnce = (context: Context, input: Input<E>): Promise<Found> => {
    const answer = answers.get(context) ?? ask(context, input);
    answers.set(context, answer);
    return answer;
  };
  const handler = async (context: Context, input: Input<E>): Promise<Output<E>> => {
    const found = await askOnce(context, input);
    return context.once((tx) => work(tx, context, input, found));
  };
  whole.set(handler, {
    together: ofPeople as Gathers["together"],
    ask: askOnce as Gathers["ask"],
    isOfPeople: ofPeople !== undefined,
  });
  return handler as Handler<E>;
}

/** Whether a handler was made by one of them. */
export const isWhole = (handler: object): boolean => whole.has(handler);

/** How a handler's requests go together, where they do. */
export const gathersOf = (handler: object): Gathers => whole.get(handler) ?? ALONE;
