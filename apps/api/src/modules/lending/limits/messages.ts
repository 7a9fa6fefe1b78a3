import { naira } from "../../../documents/letter.ts";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface AboutRequest {
  id: string;
  requested_kobo: bigint;
}

const to = { kind: "limit", link: "/customer/credit-application" } as const;

/** To those who decide. */
export const limitRequested = ({
  name,
  kind,
  requested_kobo,
}: {
  name: string;
  kind: "limit_increase" | "credit_application";
  requested_kobo: bigint;
}): Note => ({
  kind: "limit",
  title: kind === "limit_increase" ? "A higher limit is requested" : "A credit application",
  body: `${name} asks for ${naira(requested_kobo)}.`,
  link: kind === "limit_increase" ? "/admin/users/limit-increase-request" : "/admin/users/credit-applications",
});

export const increaseRejected = ({ id, requested_kobo }: AboutRequest, { reason }: { reason: string }): Message => ({
  ...to,
  title: "Your limit stays as it is",
  body: `You asked for ${naira(requested_kobo)}. ${reason}`,
  also: ["mail"],
  about: `limit:${id}`,
});

export const applicationDeclined = ({ id, requested_kobo }: AboutRequest, { reason }: { reason: string }): Message => ({
  ...to,
  title: "Your credit application was declined",
  body: `You asked for ${naira(requested_kobo)}. ${reason}`,
  also: ["mail"],
  about: `limit:${id}`,
});

export const newLimit = ({ user_id }: { user_id: string }): Message => ({
  ...to,
  title: "You have a new limit",
  body: "See what you can borrow now.",
  about: `user:${user_id}`,
});
