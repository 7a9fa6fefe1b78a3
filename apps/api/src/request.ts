/** What a request brings and who makes it. */
import type { AccountType } from "@manilla/contract/accounts";
import type { Endpoint, FileKind } from "@manilla/contract/endpoint";
import type { Permission } from "@manilla/contract/permissions";

/** Who acts: a person in a request, or the system in a job. A customer's name is not written down; it is read when it is shown. */
export interface Actor {
  user_id: string | null;
  name: string;
  network_address?: string;
  request_id?: string;
  /** As whom a colleague of the provider looks at the application. */
  viewed_id?: string | null;
  /** What seals personal values; without it they are left out. */
  encryption?: { encrypt(user_id: string, data_key: Buffer, field: string, text: string): Buffer };
}

/** Who is calling. Read again for every request, so that a changed role or a blacklist acts on the next one (promises Z5). */
export interface Session {
  id: string;
  user_id: string;
  name: string;
  last_name: string;
  email: string;
  company_id: string | null;
  staff_account_type: "personal" | "business";
  roles: string[];
  permissions: ReadonlySet<Permission>;
  account_types: AccountType[];
  expires_at: Date;
  stepped_up_until: Date | null;
  /** By the person's own device, an authenticator or a passkey, not by a code that was sent. */
  stepped_up_by_device: boolean;
  has_second_factor: boolean;
  /** A colleague of the provider who looks at the application as this person: such a session changes nothing. `permissions` are the colleague's own. */
  viewed_by: { user_id: string; name: string; session_id: string; permissions: ReadonlySet<Permission> } | null;
  guards: Record<
    "password_changed" | "profile_updated" | "profile_approved" | "company_profile_updated" | "company_subscribed",
    boolean
  >;
}

/** Whose eyes it is: the colleague who views as somebody, else the session's own person. Papers and salaries follow their rights, and the look is theirs. */
export const lookerOf = (session: Session): { user_id: string; permissions: ReadonlySet<Permission> } =>
  session.viewed_by ?? session;

/** Whether somebody may send a call as one of the provider's people, and not only for a company or for themselves. */
export const isForProvider = ({ permissions }: Session, { can }: Pick<Endpoint, "can">): boolean =>
  typeof can !== "string" && can.some((each) => each.startsWith("provider:") && permissions.has(each));

/** A file that was sent: its type is read from the bytes, never from the name; the name is only shown, never a path. */
export interface UploadedFile {
  bytes: Buffer;
  kind: FileKind;
  media_type: string;
  original_name: string;
}

export interface ServerEvent {
  event: string;
  data: unknown;
}

/** One LISTEN connection for the whole process; each open browser hears what concerns its person. */
export interface Live {
  /** Events of one person from now on; ends when the caller stops iterating, or at once with the signal: a generator that waits cannot be stopped otherwise. */
  eventsOf(user_id: string, until?: AbortSignal): AsyncGenerator<ServerEvent>;
  /** What processes tell one another about something; nobody's browser hears it. */
  hear(topic: string, listener: (event: ServerEvent) => void): void;
  stop(): Promise<void>;
}
