import type { AccountType } from "@manilla/contract/accounts";
import type { ComponentType } from "react";
import { type LoaderFunctionArgs, redirect, type RouteObject } from "react-router";
import { loadSession, mayBeSignedIn } from "../shared/session/session.ts";
import { deny } from "../shared/session/denied.ts";
import { goingTo, loadChunk } from "./chunk.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { decide, OPEN_ON_APP_HOST } from "./guards.ts";
import { addressesOf } from "./addresses.ts";
import type { Screen } from "../shared/screens.ts";

/** The host on which only the mobile product's open pages are shown (A18): written into the page by the server's configuration, if any. */
const appHost = document.querySelector<HTMLMetaElement>('meta[name="manilla-app-host"]')?.content;

const guarded =
  (screen: Screen, type: AccountType | undefined, exists: (path: string) => boolean) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search, host } = new URL(request.url);
    goingTo(pathname + search);
    const isOpen = screen.audience === "public" || (screen.audience === "guest" && !mayBeSignedIn());
    const session = isOpen ? null : await loadSession();
    const instead = decide({
      screen,
      type,
      from: pathname + search,
      session,
      allowedHere: host === appHost ? OPEN_ON_APP_HOST : undefined,
      exists,
    });
    // Only a missing permission leads a signed-in person from a screen of theirs to the root.
    if (instead === "/" && session && type) deny(screen.title);
    return instead === undefined ? null : redirect(instead);
  };

/**
 * A screen's code. If it does not load, its replacement throws when drawn: the router shows the screen's own error
 * page for that, and nothing at all for a part that failed while it was fetched.
 */
const componentOf = (screen: Screen) => (): Promise<ComponentType> =>
  loadChunk(screen.load).then(
    (loaded) => loaded.default,
    (error: unknown) => () => {
      throw error;
    },
  );

/**
 * The router's routes for a screen: one for each of its addresses, with its guards and its code fetched when it is opened.
 * @param exists whether a path has a screen: no guard leads to a door that is not there
 */
export const routesOf = (screen: Screen, exists: (path: string) => boolean): RouteObject[] =>
  addressesOf(screen).map(({ path, type }) => ({
    path,
    handle: { title: screen.title, crumb: screen.crumb, path: screen.path },
    loader: guarded(screen, type, exists),
    // A filter or a page of a list changes nothing about who may look.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: { Component: componentOf(screen) },
    errorElement: <ErrorScreen />,
  }));
