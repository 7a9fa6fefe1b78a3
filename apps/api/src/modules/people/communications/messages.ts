import { counted as people } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

interface Outgrown {
  id: string;
  name: string;
  /** Who would be reached now, and how many there were when it was made. */
  people: number;
  counted: number;
}

export const outgrown = ({ id, name, people: now, counted }: Outgrown): Note => ({
  kind: "message",
  title: `Not sent: ${name}`,
  body: `It was made for ${people(counted, "person", "people")} and would reach ${people(now, "person", "people")} by now. Nothing was sent. Send it again, and a second person reviews it.`,
  link: `/admin/communications/${id}`,
});
