import { useEffect, useState } from "react";
import { serverNow } from "../api/call.ts";
import { useMaybeSession } from "./session.ts";

/** K002: the expiry is checked every second. */
const CHECK_EVERY_MS = 1_000;
/** The end is announced this long before. */
export const ANNOUNCE_BEFORE_MS = 60_000;
/** Pages that the expiry leaves alone (line 103). */
const isExempt = (path: string): boolean => /^\/(login|logout|register|upload-documents)(\/|$)/.test(path);

/** Where an expired session goes: the logout route with `expired` and the way back. */
export const expiredAddress = (path: string): string => `/logout?expired=1&redirect=${encodeURIComponent(path)}`;

export type Expiry = "valid" | "ending" | "over";

/** A session's phase at a moment. @param now and @param expiresAt in milliseconds; the end itself counts as over (A57) */
export function expiryAt(now: number, expiresAt: number): Expiry {
  if (now >= expiresAt) return "over";
  return expiresAt - now <= ANNOUNCE_BEFORE_MS ? "ending" : "valid";
}

/** Watches the session's end, every second. @param onOver called once, with the current path, when it is over */
export function useExpiry(onOver: (path: string) => void): Expiry {
  const expiresAt = useMaybeSession()?.expires_at;
  const [expiry, setExpiry] = useState<Expiry>("valid");
  useEffect(() => {
    if (!expiresAt) return setExpiry("valid");
    const end = Date.parse(expiresAt);
    const check = (): void => {
      const standing = expiryAt(serverNow(), end);
      setExpiry(standing);
      if (standing !== "over" || isExempt(location.pathname)) return;
      clearInterval(timer);
      onOver(location.pathname + location.search);
    };
    const timer = setInterval(check, CHECK_EVERY_MS);
    check();
    return () => clearInterval(timer);
  }, [expiresAt, onOver]);
  return expiry;
}
