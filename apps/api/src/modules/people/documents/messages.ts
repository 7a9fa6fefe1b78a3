/** What people are told about their documents. */
import type { Message } from "../../platform/notifications/index.ts";

export const sendAgain = ({ document_id, words }: { document_id: string; words: string }): Message => ({
  kind: "document",
  title: "Please send a document again",
  body: words,
  link: "/customer/settings/profile",
  about: `document:${document_id}`,
});
