/** The link under every offer: it names a person and a channel, and only we can make it. */
import { timingSafeEqual } from "node:crypto";
import { channels } from "@manilla/contract/people/message-variables";
import type { App } from "../../../house/app.ts";
import { NotFound } from "../../../errors.ts";

type Channel = (typeof channels)[number];
const sealOf = (app: Pick<App, "encryption">, text: string): string =>
  app.encryption.hash("unsubscribe", text).toString("base64url");

/** The address that ends messages of one channel to one person, sealed by us. */
export function unsubscribeLink(app: Pick<App, "encryption" | "config">, user_id: string, channel: string): string {
  return `${app.config.public_url}/unsubscribe/${user_id}.${channel}.${sealOf(app, `${user_id}.${channel}`)}`;
}

/** Takes as long for a seal that is nearly right as for any other. */
const isEqual = (given: string | undefined, seal: string): boolean =>
  given?.length === seal.length && timingSafeEqual(Buffer.from(given), Buffer.from(seal));

/** @throws NotFound for a link that we did not make */
export function readLink(app: Pick<App, "encryption">, token: string): { user_id: string; channel: Channel } {
  const [user_id = "", name, seal] = token.split(".");
  const channel = channels.find((known) => known === name);
  if (!channel || !isEqual(seal, sealOf(app, `${user_id}.${channel}`))) throw new NotFound("This link");
  return { user_id, channel };
}
