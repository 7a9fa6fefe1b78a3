/** Server-sent events: how they are written, whom they still reach, and how many streams one person may have. */
import type { ServerEvent } from "../request.ts";
import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { TooMany } from "../errors.ts";

const HEARTBEAT_MILLISECONDS = 25_000;
const RETRY_SECONDS = 60;
/** A browser keeps six connections to one address open, and a person has a few browsers. */
export const MAX_STREAMS = 24;

/** Open streams of this process by person; people without one are not in it. */
const streams = new Map<string, Set<ServerResponse>>();

function claimStream(person: string, stream: ServerResponse): () => void {
  const open = streams.get(person) ?? new Set();
  if (open.size >= MAX_STREAMS) throw new TooMany(RETRY_SECONDS, "Too many windows are open. Please close some.");
  streams.set(person, open.add(stream));
  return () => {
    open.delete(stream);
    if (open.size === 0) streams.delete(person);
  };
}

/** Ends every stream: a server that closes would wait for them, and a browser comes back by itself. */
export function endStreams(): void {
  for (const open of streams.values()) for (const stream of open) stream.destroy();
}

interface Listener {
  user_id: string;
  /** Asked before each event and at each heartbeat: a stream ends with the session that opened it. */
  isWelcome(): Promise<boolean>;
}

/**
 * Writes events until the listener leaves, or is no longer welcome.
 * @throws TooMany when the person has {@link MAX_STREAMS} already
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncIterable<ServerEvent>,
  { user_id, isWelcome }: Listener,
): Promise<void> {
  const leave = claimStream(user_id, reply.raw);
  reply.hijack();
  const raw = reply.raw;
  const iterator = events[Symbol.asyncIterator]();
  // A database that does not answer says nothing in anybody's favour: the browser comes back by itself.
  const mayHear = (): Promise<boolean> => isWelcome().catch(() => false);
  const beat = async (): Promise<void> => {
    if (await mayHear()) raw.write(": still here\n\n");
    // A wait for the next event ends with the signal of the context.
    else raw.destroy();
  };
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MILLISECONDS);
  try {
    raw.writeHead(200, {
      "x-request-id": request.id,
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    for (let next = await iterator.next(); !next.done && (await mayHear()); next = await iterator.next())
      raw.write(`event: ${next.value.event}\ndata: ${JSON.stringify(next.value.data)}\n\n`);
  } finally {
    clearInterval(heartbeat);
    leave();
    raw.end();
    await iterator.return?.();
  }
}
