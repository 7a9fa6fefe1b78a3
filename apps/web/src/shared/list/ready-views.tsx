/** Views of a list that come with it, one for each job: beside the list as data, above it as tabs. */
import { isoDay } from "@manilla/contract/formats";
import { type ReactNode, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { serverNow } from "../api/call.ts";
import { useMaybeSession } from "../session/session.ts";
import styles from "./list.module.css";
import { viewAddress } from "./saved-views.ts";

/** What a view's address may speak of: the business day, days from it, and who looks. */
export interface ViewFacts {
  today: string;
  in: (days: number) => string;
  me: string;
}
export interface ReadyView {
  name: string;
  /** As the list writes it: `f.status=past_due&sortColumn=days_past_due&sortOrder=desc`; `{me}` and `{today}` are filled in. */
  address: string | ((facts: ViewFacts) => string);
  /** Roles that begin with it; `true` for everybody who has it. */
  first?: readonly string[] | true;
  /** What it means that nothing is in it. */
  empty?: string;
}

/** A view with its address as of today. */
export interface ViewTab {
  name: string;
  address: string;
  first: boolean;
  empty: string | undefined;
}

const DAY_MS = 86_400_000;

/** The views with their addresses as of today. */
export function useReadyViews(views: readonly ReadyView[] = []): ViewTab[] {
  const session = useMaybeSession();
  return useMemo(() => {
    // As the figures of the home page count: the calendar may be a day ahead of the books.
    const today = Date.parse(String(session?.configuration["business_date"] ?? isoDay(new Date(serverNow()))));
    const daysOn = (days: number): string => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
    const facts: ViewFacts = { today: daysOn(0), in: daysOn, me: session?.user.id ?? "" };
    return views.map(({ name, address, first, empty }) => ({
      name,
      address: viewAddress(
        new URLSearchParams(
          typeof address === "string"
            ? address.replace(/\{(me|today)\}/g, (_, name: "me" | "today") => facts[name])
            : address(facts),
        ),
      ),
      empty,
      first: first === true || (first?.some((role) => session?.user.roles.some(({ slug }) => slug === role)) ?? false),
    }));
  }, [views, session]);
}

/** All, and each view; the one that the address asks for is marked. */
export function ReadyTabs({ views }: { views: readonly ViewTab[] }): ReactNode {
  const [query] = useSearchParams();
  const here = viewAddress(query);
  if (views.length === 0) return null;
  return (
    <nav className={styles.ready} aria-label="Views">
      {[{ name: "All", address: "" }, ...views].map(({ name, address }) => (
        <Link key={name} to={`?${address}`} aria-current={here === address ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
