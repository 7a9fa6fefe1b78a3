import { accountTypes, type AccountType } from "@manilla/contract/accounts";
import type { Endpoint } from "@manilla/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import { calls } from "../api/calls.gen.ts";
import { type Answer, send } from "../api/call.ts";
import { CallError } from "../api/errors.ts";
import { FRESH_FOR_MS, queryClient, SESSION_KEY } from "../api/query-client.ts";
import { isOwnPath } from "./own-path.ts";

export type Session = Answer<typeof calls.session.find>;

/** Only says that a session may exist, so that the sign-in page need not ask first. The token itself no script can see. */
const HINT = "manilla.signed-in-until";
const readHint = (): number => {
  try {
    return Number(localStorage.getItem(HINT) ?? 0);
  } catch {
    return 0;
  }
};
/** Who is signed in with this browser: its other tabs share the cookie, and are notified by the browser when it changes. */
const WHO = "manilla.signed-in-as";
const writeHint = (until: number, who = ""): void => {
  try {
    for (const [key, value] of Object.entries({ [HINT]: until ? String(until) : "", [WHO]: who }))
      if (value) localStorage.setItem(key, value);
      else localStorage.removeItem(key);
  } catch {
    // Without storage the sign-in page asks the server each time.
  }
};
export const mayBeSignedIn = (): boolean => readHint() > Date.now();

async function fetchSession(): Promise<Session | null> {
  try {
    const session = await send(calls.session.find, {});
    writeHint(Date.parse(session.expires_at), session.user.id);
    return session;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    writeHint(0);
    return null;
  }
}

const options = { queryKey: SESSION_KEY, queryFn: fetchSession, staleTime: FRESH_FOR_MS };

/** The session, requested once and kept: null for a guest. @throws CallError when the server cannot be reached */
export const loadSession = (): Promise<Session | null> => queryClient.ensureQueryData(options);

/** Asks again: after signing in, after a change of rights. */
export const reloadSession = (): Promise<Session | null> => queryClient.fetchQuery({ ...options, staleTime: 0 });

/** Forgets everything of the person who was signed in: answers, hint, their drafts when they leave on purpose. */
export function forgetSession(): void {
  writeHint(0);
  queryClient.clear();
  queryClient.setQueryData(SESSION_KEY, null);
}

/**
 * Another tab has signed out, or signed somebody else in: nothing of the former person stays here, for what is asked from now on is answered to the other one.
 * @param leave goes to where this tab begins anew, with whether somebody is signed in
 * @returns ends the watching
 */
export function onOtherPerson(leave: (isSignedIn: boolean) => void): () => void {
  const look = ({ key, newValue }: StorageEvent): void => {
    const known = queryClient.getQueryData<Session | null>(SESSION_KEY);
    if (key !== WHO || !known || known.user.id === newValue) return;
    queryClient.clear();
    leave(newValue !== null);
  };
  addEventListener("storage", look);
  return () => removeEventListener("storage", look);
}

export function useMaybeSession(): Session | null {
  return useQuery({ ...options, enabled: mayBeSignedIn() }).data ?? null;
}

/** The session on a screen whose guard has seen to it that there is one. */
export function useSession(): Session {
  const session = useMaybeSession();
  if (!session) throw new CallError({ status: 401, message: "Please sign in." });
  return session;
}

export type Wanted = Pick<Endpoint, "can" | "audience">;

/** Whether a session may make a call: one of its permissions, under one of its account types. The server decides again. */
export function maySend(session: Session | null, call: Wanted): boolean {
  if (call.can === "public") return true;
  if (!session) return false;
  const audiences: readonly string[] = typeof call.audience === "string" ? [call.audience] : call.audience;
  const isInvited =
    audiences.includes("any") ||
    audiences.includes("public") ||
    session.account_types.some((type) => audiences.includes(type));
  return (
    isInvited && (call.can === "signed_in" || call.can.some((permission) => session.permissions.includes(permission)))
  );
}

/** Whether the person may make this call. */
export const useMay = (call: Wanted): boolean => maySend(useMaybeSession(), call);

export const accountTypeOf = (path: string): AccountType | undefined =>
  accountTypes.find((type) => type === path.split("/")[1]);

/** Where to go after signing in: the given own path, or home at once, for a root that forwards is blank while its next page comes. */
export const landingOf = (redirect: string | null, session: Session | null): string =>
  isOwnPath(redirect) && !/^\/(login|logout|register)/.test(redirect)
    ? redirect
    : `/${session?.account_types[0] ?? "customer"}/dashboard`;
