import type { Config } from "../../config.ts";
import { callProvider } from "../http.ts";

/** Firebase Cloud Messaging, HTTP v1: one message to one person's topic. */
export interface PushPort {
  send(message: { user_id: string; title: string; body: string; reference: string }): Promise<void>;
}

export function createFcmPush(config: Config): PushPort {
  return {
    async send({ user_id, title, body, reference }) {
      await callProvider({
        provider: "Firebase", method: "POST", url: `${config.FCM_URL}/v1/projects/${encodeURIComponent(config.FCM_PROJECT)}/messages:send`,
        headers: { authorization: `Bearer ${config.FCM_ACCESS_KEY ?? ""}` },
        body: { message: { topic: `person-${user_id}`, notification: { title, body }, data: { reference } } },
      });
    },
  };
}
