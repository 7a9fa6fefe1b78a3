import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { State, Store } from "../state.ts";
import type { World } from "../world.ts";

export const CHANNELS = ["sms", "email", "push"] as const;

/** What somebody would have received on a phone or in a mailbox. */
export interface Message {
  id: number;
  channel: (typeof CHANNELS)[number];
  to: string;
  subject: string;
  text: string;
  received_at: string;
}

export interface MessageFilter {
  to?: string;
  channel?: string;
  contains?: string;
}

/** The outcome of messages to a number, address or topic: the networks' refusals, a mail that is refused or comes back, an app that was removed. */
export const ADDRESS_OUTCOMES = [
  "works",
  "dnd",
  "rejected",
  "failed",
  "expired",
  "refused",
  "bounced",
  "unregistered",
] as const;
export type AddressOutcome = (typeof ADDRESS_OUTCOMES)[number];

const MAX_MESSAGES = 3_000;
const isPhone = (to: string): boolean => /^\+?[\d\s()-]{6,}$/.test(to);
/** One spelling for each number and address. */
export const addressKey = (to: string): string =>
  isPhone(to) ? `+${to.replace(/\D/g, "").replace(/^0/, "234")}` : to.trim().toLowerCase();
export const outcomeFor = (state: State, to: string): AddressOutcome => state.addresses[addressKey(to)] ?? "works";

/** Says the outcome of messages to somebody. */
export function setAddress(state: State, body: unknown): string {
  const { to, outcome } = z
    .object({ to: z.string().trim().min(3).max(200), outcome: z.enum(ADDRESS_OUTCOMES) })
    .parse(body);
  if (outcome === "works") delete state.addresses[addressKey(to)];
  else state.addresses[addressKey(to)] = outcome;
  return `${addressKey(to)}: ${outcome}`;
}

/** Puts a message in the inbox. */
export function receive(store: Store, message: Omit<Message, "id" | "received_at">): Message {
  const received: Message = { id: store.nextId(), ...message, received_at: new Date().toISOString() };
  store.state.messages.push(received);
  if (store.state.messages.length > MAX_MESSAGES)
    store.state.messages.splice(0, store.state.messages.length - MAX_MESSAGES);
  store.touch();
  return received;
}

/** Phone numbers are the same with +234, 234 or 0 in front. */
function isTo(message: Message, wanted: string): boolean {
  const digits = wanted.replace(/^[+\s]*(234|0)/, "").replace(/[\s()-]/g, "");
  if (message.channel === "sms" && /^\d{4,}$/.test(digits)) return message.to.includes(digits);
  return message.to.toLowerCase().includes(wanted.trim().toLowerCase());
}

/** The messages that fit, newest first. */
export function findMessages(state: State, { to, channel, contains }: MessageFilter): Message[] {
  const text = contains?.toLowerCase();
  return state.messages
    .filter((message) => !to || isTo(message, to))
    .filter((message) => !channel || message.channel === channel)
    .filter((message) => !text || `${message.subject}\n${message.text}`.toLowerCase().includes(text))
    .toReversed();
}

/** `GET /inbox/messages`, `DELETE /inbox/messages` and `PUT /inbox/addresses` with `{to, outcome}`. */
export function registerInbox(app: FastifyInstance, world: World): void {
  const { state, touch } = world.store;
  app.get<{ Querystring: MessageFilter }>("/inbox/messages", (request) => ({
    messages: findMessages(state, request.query),
  }));
  app.put("/inbox/addresses", (request) => {
    setAddress(state, request.body);
    touch();
    return { addresses: state.addresses };
  });
  app.delete("/inbox/messages", () => {
    state.messages = [];
    touch();
    return { messages: [] };
  });
}
