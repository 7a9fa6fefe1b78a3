import { queryClient, SESSION_KEY } from "../api/query-client.ts";
import { forgetAll, remember, remembered } from "../ui/device.ts";

/** Fields that are never kept on a device. */
const SECRET = /password|(?<!bank_)code|otp|pin|token|secret|cvv|bvn|nin$|card_number/i;
/** An old draft surprises more than it helps. */
const RETENTION_MS = 7 * 24 * 3_600_000;

type Kept = Record<string, string | number | boolean | null>;

/** Where a form's draft is kept: by person, call and record, so that nobody sees another's. */
export function draftKey(path: string, params: unknown): string {
  const session = queryClient.getQueryData<{ user?: { id?: string } } | null>(SESSION_KEY);
  return `draft.${session?.user?.id ?? "guest"}.${path}.${JSON.stringify(params ?? {})}`;
}

/** What of a form may be kept: no secrets, no files. */
export function keepable(values: Readonly<Record<string, unknown>>): Kept {
  const entries = Object.entries(values).filter(
    (entry): entry is [string, Kept[string]] =>
      !SECRET.test(entry[0]) && ["string", "number", "boolean"].includes(typeof entry[1]),
  );
  return Object.fromEntries(entries);
}

/** The draft of a form, unless it is too old. @param now for tests */
export function readDraft(key: string, now = Date.now()): Kept | undefined {
  const draft = remembered<{ at: number; values: Kept } | undefined>(key, undefined);
  return draft && now - draft.at < RETENTION_MS ? draft.values : undefined;
}

/** Keeps a draft; undefined removes it. */
export function writeDraft(key: string, values: Readonly<Record<string, unknown>> | undefined): void {
  const kept = values && keepable(values);
  remember(
    key,
    kept && Object.values(kept).some((value) => value !== "" && value !== false)
      ? { at: Date.now(), values: kept }
      : undefined,
  );
}

/** Removes every draft, at sign-out. */
export const forgetDrafts = (): void => forgetAll("draft.");
