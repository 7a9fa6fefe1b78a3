/** Notifications about documents. */
import { day } from "@manilla/contract/formats";
import type { Letter, Message } from "../../platform/notifications/index.ts";

export const sendAgain = ({ document_id, words }: { document_id: string; words: string }): Message => ({
  kind: "document",
  title: "Please send a document again",
  body: words,
  link: "/customer/settings/profile",
  about: `document:${document_id}`,
});

export const documentsWanted = (request: {
  request_id: string;
  name: string;
  types: readonly string[];
  note: string | undefined;
  until: string;
  link: string;
}): Letter => ({
  subject: "Please send us your documents",
  text: [
    `Hello ${request.name},\n`,
    "please send us:",
    ...request.types.map((type) => `- ${type.replaceAll("_", " ")}`),
    request.note ? `\n${request.note}\n` : "",
    `Use this link, which works until ${day(request.until)}:\n${request.link}\n`,
  ].join("\n"),
  about: `documents:${request.request_id}`,
});
