/** Links to stored files: good for a moment, for one file and one session. A stolen link is worth nothing. */
import type { Session } from "../request.ts";
import { timingSafeEqual } from "node:crypto";
import type { App } from "../house/app.ts";
import { clock } from "../clock.ts";
import { NotAllowed } from "../errors.ts";

/** Long enough to load a page of pictures on a slow phone, too short to be passed on. */
const LINK_SECONDS = 90;

type Parts = Pick<App, "encryption">;
type Holder = Pick<Session, "id" | "user_id">;

const sealOf = ({ encryption }: Parts, { id, user_id }: Holder, file_id: string, until: number): string =>
  encryption.hash("file-link", `${file_id}:${id}:${user_id}:${until}`).toString("base64url");

/** The address of a file for this session. @param until seconds since 1970 after which it is worth nothing */
export function fileLink(
  parts: Parts,
  holder: Holder,
  file_id: string,
  until: number = Math.floor(clock.milliseconds() / 1_000) + LINK_SECONDS,
): string {
  return `/api/files/${file_id}?${new URLSearchParams({ until: String(until), seal: sealOf(parts, holder, file_id, until) }).toString()}`;
}

/** @throws NotAllowed when the link was altered, was made for another session or person, or its moment is over */
export function requireFileLink(
  parts: Parts,
  holder: Holder,
  file_id: string,
  { until, seal }: { until: number; seal: string },
): void {
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(parts, holder, file_id, until))))
    throw new NotAllowed("This link is not yours or was altered. Open the document again.", "link_refused");
  if (until < clock.milliseconds() / 1_000)
    throw new NotAllowed("This link has expired. Open the document again.", "link_expired");
}
