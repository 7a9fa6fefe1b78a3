/** What operations read of it. */
import { sentence } from "@manilla/contract/formats";
import type { SecurityEvent } from "@manilla/contract/platform/security-events";
import type { Note } from "../notifications/index.ts";

export const tooOften = (kind: SecurityEvent, count: number, network_address: string): Note => ({
  kind: "security",
  title: `${sentence(kind)} unusually often`,
  body: `${count} times within this hour from ${network_address}. Look at who it is.`,
  link: `/admin/security-events`,
});
