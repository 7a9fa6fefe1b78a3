import type { App } from "../../app.ts";

/** Hands messages to the providers. A message may arrive twice after a crash; it never gets lost. */
export async function sendMessages({ queue, outside }: App): Promise<void> {
  await queue.work("send-sms", (message) => outside.sms.send(message));
  await queue.work("send-mail", (message) => outside.mail.send(message));
  await queue.work("send-push", (message) => outside.push.send(message));
}
