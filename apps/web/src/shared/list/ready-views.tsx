/** Views of a list that come with it, one for each job: beside the list as data, above it as tabs. */
import { isoDay, naira } from "@manilla/contract/formats";
import { type ReactNode, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { serverNow } from "../api/call.ts";
import { useMaybeSession } from "../session/session.ts";
import styles from "./list.module.css";
import { viewAddress } from "./saved-views.ts";
import { type FilterValue, parseState } from "./url-state.ts";
import type { ListCall } from "./use-list.ts";
import { isCountable, tally, useViewFigures, type ViewFigure } from "./view-figures.ts";

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

/** All, and each view; the one that the address asks for is marked. @param figures how much is in each of them, where the list says it */
export function ReadyTabs({
  views,
  figures = new Map(),
}: {
  views: readonly ViewTab[];
  figures?: ReadonlyMap<string, ViewFigure>;
}): ReactNode {
  const [query] = useSearchParams();
  const here = viewAddress(query);
  if (views.length === 0) return null;
  return (
    <nav className={styles.ready} aria-label="Views" data-tiles={figures.size > 0}>
      {[{ name: "All", address: "" }, ...views].map(({ name, address }) => (
        <Link key={name} to={`?${address}`} aria-current={here === address ? "page" : undefined}>
          {name}
          <Tile of={figures.get(address)} />
        </Link>
      ))}
    </nav>
  );
}

function Tile({ of }: { of: ViewFigure | undefined }): ReactNode {
  if (!of) return null;
  return (
    <span className={styles.tile}>
      <strong>{tally(of)}</strong>
      {of.sum_kobo !== null && of.count > 0 && <small>{naira(of.sum_kobo)}</small>}
    </span>
  );
}

/** How much is in the list and in each of its views, by their addresses; a view that narrows by more than filters has none. @param sum `true`: only how many */
export function useTiles(
  call: ListCall,
  params: unknown,
  fixed: Readonly<Record<string, FilterValue>> | undefined,
  views: readonly ViewTab[],
  sum: string | true | undefined,
): ReadonlyMap<string, ViewFigure> {
  const addresses = ["", ...views.map(({ address }) => address)].filter((address) => isCountable(call.list, address));
  const column = typeof sum === "string" ? sum : undefined;
  const figures = useViewFigures(
    addresses.map((address) => ({
      call,
      params,
      filter: { ...parseState(new URLSearchParams(address), call.list).filters, ...fixed },
      sum: column,
    })),
    sum !== undefined,
  );
  return new Map(addresses.flatMap((address, place) => (figures[place] ? [[address, figures[place]] as const] : [])));
}
