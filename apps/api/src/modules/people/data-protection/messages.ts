import type { Message, Note } from "../../platform/notifications/index.ts";

const KINDS = {
  export: "a copy of their data",
  erasure: "their data to be erased",
  correction: "a correction",
} as const;

/** To those who answer. */
export const dataRequested = ({ name, kind }: { name: string; kind: keyof typeof KINDS }): Note => ({
  kind: "data_request",
  title: "A request about data",
  body: `${name} asks for ${KINDS[kind]}.`,
  link: "/admin/data-requests",
});

export const answered = ({ id }: { id: string }, { answer }: { answer: string }): Message => ({
  kind: "profile",
  title: "Your request about your data",
  body: answer,
  link: "/customer/settings/profile",
  also: ["mail"],
  about: `data-request:${id}`,
});
