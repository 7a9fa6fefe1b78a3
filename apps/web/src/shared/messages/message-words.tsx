import type { categories, channels } from "@manilla/contract/people/message-variables";

export type Channel = (typeof channels)[number];
export type Category = (typeof categories)[number];

/** Ways of a message, as people call them. */
export const channelNames: Record<Channel, string> = { mail: "E-mail", sms: "SMS", push: "Push", in_app: "In the app" };
/** A message's status, where it differs from the state's name. */
export const statusWords: Readonly<Record<string, string>> = { waiting: "Awaiting approval" };
/** Kinds of messages, as people call them. */
export const categoryNames: Record<Category, string> = { service: "Service", marketing: "Offer" };

export const channelChoices = Object.entries(channelNames).map(([value, label]) => ({ value, label }));
export const categoryChoices = [
  { value: "service", label: "Service: what the person has to know" },
  { value: "marketing", label: "Offer: respects opt-outs and how often one is written to" },
];

/** The rules of a message's texts; a mail has a subject as well. */
export const textRules = (channel: unknown): Record<string, string> => ({
  channel: "required",
  category: "required",
  subject: channel === "mail" ? "required|max:150" : "nullable|max:150",
  body: "required|min:3|max:4000",
});
