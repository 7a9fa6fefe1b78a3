import { queueNames, type QueueName } from "@manilla/contract/people/queues";

/** Queues whose page is not `users/<name>`; two have no page and are filters of the whole list. */
const elsewhere: Partial<Record<QueueName, string>> = {
  all: "/admin/users",
  "decline-users": "/admin/decline-users",
  "referred-users": "/admin/referred-users",
  "merchant-pre-approved": "/admin/users/merchant/pre-approved",
  verified: "/admin/users?f.profile_status=verified",
  blacklisted: "/admin/users?f.is_blacklisted=yes",
};

export const pageOfQueue = (queue: QueueName): string => elsewhere[queue] ?? `/admin/users/${queue}`;

/** The queue of an address; `/admin/users` itself, and what is no queue, is everybody. */
export const queueOfPage = (pathname: string): QueueName =>
  queueNames.find((name) => pageOfQueue(name) === pathname.replace(/\/$/, "")) ?? "all";
