/** What is refused at the door: when a process is full, saying so through router, limits and hooks would take the time of those who are in. */
import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyInstance } from "fastify";
import { uuidv7 } from "uuidv7";
import { Busy } from "../errors.ts";
import { noteRefused } from "./operations.ts";
import { refusal } from "./refusal.ts";

/** A call of ours; a browser does not ask again for a stream that was refused, so these come in. */
const isCall = ({ url = "", headers }: IncomingMessage): boolean =>
  url.startsWith("/api/") && headers.accept !== "text/event-stream";

/** What may move money or sign somebody in: no more is known at the door. */
const mayBeUrgent = ({ method }: IncomingMessage): boolean => method === "POST";

const { status, message, code, retry_after_seconds } = new Busy();
const NAME = "request id";
/** The same each time but for the name of the request: made once, because a crowd is refused thousands of times a second. */
const [BEFORE_NAME = "", AFTER_NAME = ""] = JSON.stringify(refusal(message, code, NAME)).split(NAME);
const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "retry-after": String(retry_after_seconds),
  "x-content-type-options": "nosniff",
} as const;

/** Answers calls with 503 while the process is full, before anything else looks at them. */
export function refuseWhenFull(server: FastifyInstance, isFull: (mayBeUrgent: boolean) => boolean): void {
  const inside = server.server.listeners("request") as RequestListener[];
  server.server.removeAllListeners("request");
  server.server.on("request", (request, response) => {
    if (!isFull(mayBeUrgent(request)) || !isCall(request)) {
      for (const listener of inside) listener.call(server.server, request, response);
      return;
    }
    const id = uuidv7();
    noteRefused();
    const text = BEFORE_NAME + id + AFTER_NAME;
    // With its length the answer is one write.
    response.writeHead(status, { ...HEADERS, "x-request-id": id, "content-length": Buffer.byteLength(text) }).end(text);
  });
}
