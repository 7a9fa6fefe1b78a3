import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addFaults, isDeclined } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import { type AddressOutcome, type Message, addressKey, findMessages, outcomeFor, receive } from "./messages.ts";

/** `2026-01-15 09:30:00`, as they write moments. */
const inLagos = (moment: Date): string =>
  new Date(moment.getTime() + 3_600_000).toISOString().slice(0, 19).replace("T", " ");

const smsSchema = z.object({
  api_key: z.string().min(1),
  to: z.union([z.string().min(5), z.array(z.string().min(5)).max(100)]),
  from: z.string().min(1).max(16),
  sms: z.string().min(1).max(1600),
  type: z.string().optional(),
  channel: z.string().optional(),
});

const REPORTED: Partial<Record<AddressOutcome, string>> = {
  rejected: "Rejected",
  failed: "Message Failed",
  expired: "Expired",
};

/** Their numbers are long and never come again, also when the sandbox starts again. */
const numberOf = ({ id, received_at }: Message): string => `30${Date.parse(received_at)}${id}`;

/** The report as published (developers.termii.com, Events and Reports): the do-not-disturb list stops the generic route only. */
function reportDelivery(world: World, message: Message, channel: string): void {
  const { id, to, text, subject } = message;
  const outcome = outcomeFor(world.store.state, to);
  const status =
    outcome === "dnd" && channel !== "dnd" ? "DND Active on Phone Number" : (REPORTED[outcome] ?? "DELIVERED");
  world.webhooks.send("termii", `outbound: ${status}`, {
    type: "outbound",
    id: `${id}-${channel}`,
    message_id: numberOf(message),
    receiver: to.slice(1),
    sender: subject,
    message: text,
    sent_at: inLagos(new Date()),
    cost: "3.9",
    status,
    channel,
  });
}

/** Termii: `POST /termii/api/sms/send` and `GET /termii/api/sms/inbox` (history). */
export function termii(world: World) {
  return (app: FastifyInstance): void => {
    addFaults(app, world, "termii");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ code: status, status: "error", message });
    });
    app.post("/api/sms/send", (request) => {
      const { to, sms, from, channel = "generic" } = smsSchema.parse(request.body);
      if (isDeclined(request)) throw new Refusal(400, "Country Inactive. Contact Administrator to activate country.");
      const sent = [to]
        .flat()
        .map((number) => receive(world.store, { channel: "sms", to: addressKey(number), subject: from, text: sms }));
      for (const message of sent) reportDelivery(world, message, channel);
      return {
        code: "ok",
        balance: 1_047.57,
        message_id: sent[0] ? numberOf(sent[0]) : "",
        message: "Successfully Sent",
        user: "Manilla",
      };
    });
    app.get<{ Querystring: { api_key?: string; message_id?: string } }>("/api/sms/inbox", (request) => {
      if (!request.query.api_key) throw new Refusal(401, "Unauthenticated");
      const wanted = request.query.message_id;
      return findMessages(world.store.state, { channel: "sms" })
        .filter((message) => wanted === undefined || numberOf(message) === wanted)
        .map((message) => ({
          sender: message.subject,
          receiver: message.to.slice(1),
          message: message.text,
          amount: 1,
          reroute: 0,
          status: "Message Sent",
          sms_type: "plain",
          send_by: "api",
          media_url: null,
          message_id: numberOf(message),
          notify_url: null,
          notify_id: null,
          created_at: inLagos(new Date(message.received_at)),
        }));
    });
  };
}

const pushSchema = z.object({
  message: z
    .object({
      token: z.string().min(1).optional(),
      topic: z.string().min(1).optional(),
      notification: z.object({ title: z.string().default(""), body: z.string().default("") }).optional(),
      data: z.record(z.string(), z.string()).optional(),
    })
    .refine(({ token, topic }) => Boolean(token) !== Boolean(topic), "wants exactly one of token and topic"),
});

const FCM_STATUS: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  404: "NOT_FOUND",
  500: "INTERNAL",
};

/** Firebase Cloud Messaging v1: `POST /fcm/v1/projects/:project/messages:send`. */
export function fcm(world: World) {
  return (app: FastifyInstance): void => {
    addFaults(app, world, "fcm");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      const details =
        error instanceof Refusal && error.code
          ? [{ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode: error.code }]
          : undefined;
      return reply
        .code(status)
        .send({
          error: { code: status, message, status: FCM_STATUS[status] ?? "INTERNAL", ...(details && { details }) },
        });
    });
    app.post<{ Params: { project: string } }>("/v1/projects/:project/messages::send", (request) => {
      if (!/^Bearer \S+/.test(request.headers.authorization ?? ""))
        throw new Refusal(401, "Request had invalid authentication credentials.");
      const { message } = pushSchema.parse(request.body);
      const to = message.token ?? `/topics/${message.topic}`;
      if (isDeclined(request) || outcomeFor(world.store.state, to) === "unregistered")
        throw new Refusal(404, "Requested entity was not found.", "UNREGISTERED");
      const { id } = receive(world.store, {
        channel: "push",
        to,
        subject: message.notification?.title ?? "",
        text: message.notification?.body ?? JSON.stringify(message.data ?? {}),
      });
      return { name: `projects/${request.params.project}/messages/0:${Date.now()}%${id}` };
    });
  };
}
