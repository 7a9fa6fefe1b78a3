import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addFaults, isDeclined } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import { receive } from "./messages.ts";

const smsSchema = z.object({
  api_key: z.string().min(1), to: z.union([z.string().min(5), z.array(z.string().min(5)).max(100)]), from: z.string().min(1).max(16), sms: z.string().min(1).max(1600),
  type: z.string().optional(), channel: z.string().optional(),
});

/** Termii: `POST /termii/api/sms/send`. */
export function termii(world: World) {
  return (app: FastifyInstance): void => {
    addFaults(app, world, "termii");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ code: status, status: "error", message });
    });
    app.post("/api/sms/send", (request) => {
      const { to, sms, from } = smsSchema.parse(request.body);
      if (isDeclined(request)) throw new Refusal(400, "Country Inactive. Contact Administrator to activate country.");
      const ids = [to].flat().map((number) => receive(world.store, { channel: "sms", to: `+${number.replace(/\D/g, "").replace(/^0/, "234")}`, subject: from, text: sms }).id);
      return { code: "ok", balance: 1_047.57, message_id: String(ids[0]), message: "Successfully Sent", user: "Manilla" };
    });
  };
}

const pushSchema = z.object({
  message: z.object({
    token: z.string().min(1).optional(), topic: z.string().min(1).optional(), notification: z.object({ title: z.string().default(""), body: z.string().default("") }).optional(),
    data: z.record(z.string(), z.string()).optional(),
  }).refine(({ token, topic }) => Boolean(token) !== Boolean(topic), "wants exactly one of token and topic"),
});

const FCM_STATUS: Record<number, string> = { 400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND", 500: "INTERNAL" };

/** Firebase Cloud Messaging v1: `POST /fcm/v1/projects/:project/messages:send`. */
export function fcm(world: World) {
  return (app: FastifyInstance): void => {
    addFaults(app, world, "fcm");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ error: { code: status, message, status: FCM_STATUS[status] ?? "INTERNAL" } });
    });
    app.post<{ Params: { project: string } }>("/v1/projects/:project/messages::send", (request) => {
      if (!/^Bearer \S+/.test(request.headers.authorization ?? "")) throw new Refusal(401, "Request had invalid authentication credentials.");
      const { message } = pushSchema.parse(request.body);
      if (isDeclined(request)) throw new Refusal(404, "Requested entity was not found.");
      const { id } = receive(world.store, {
        channel: "push", to: message.token ?? `/topics/${message.topic}`, subject: message.notification?.title ?? "", text: message.notification?.body ?? JSON.stringify(message.data ?? {}),
      });
      return { name: `projects/${request.params.project}/messages/${id}` };
    });
  };
}
