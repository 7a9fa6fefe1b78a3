/** Firebase Cloud Messaging, HTTP v1: one message to one person's topic. An app that is gone answers 404 with `UNREGISTERED` in `error.details` (firebase.google.com, ErrorCode). */
import type { Config } from "../../config.ts";
import { AddressRefused, ProviderRefused, callProvider } from "../http.ts";
import type { Taken } from "../index.ts";

export interface PushPort {
  /** @throws AddressRefused where the app was removed from the phone */
  send(message: { user_id: string; title: string; body: string; reference: string }): Promise<Taken>;
}

const isUnregistered = (body: unknown): boolean => {
  const { details } = (body as { error?: { details?: { errorCode?: string }[] } }).error ?? {};
  return Array.isArray(details) && details.some(({ errorCode }) => errorCode === "UNREGISTERED");
};

/** Firebase Cloud Messaging v1 behind our port. */
export function createFcmPush(config: Config): PushPort {
  return {
    async send({ user_id, title, body, reference }) {
      try {
        const { name } = await callProvider<{ name: string }>({
          provider: "Firebase",
          method: "POST",
          url: `${config.FCM_URL}/v1/projects/${encodeURIComponent(config.FCM_PROJECT)}/messages:send`,
          headers: { authorization: `Bearer ${config.FCM_ACCESS_KEY ?? ""}` },
          // A second copy after a crash takes the first one's place on the screen.
          body: {
            message: {
              topic: `person-${user_id}`,
              notification: { title, body },
              data: { reference },
              android: { notification: { tag: reference } },
              apns: { headers: { "apns-collapse-id": reference.slice(0, 64) } },
            },
          },
        });
        return { provider_reference: name };
      } catch (error) {
        if (error instanceof ProviderRefused && isUnregistered(error.body))
          throw new AddressRefused("The app is not on the phone any more.", { cause: error });
        throw error;
      }
    },
  };
}
