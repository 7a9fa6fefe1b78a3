import { createBrowserRouter, type LoaderFunctionArgs, matchPath, redirect, type RouteObject } from "react-router";
import { loadSession, mayBeSignedIn } from "../shared/session/session.ts";
import { loadScreen } from "./chunk.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { decide, OPEN_ON_APP_HOST } from "./guards.ts";
import { Root } from "./root.tsx";
import { addressesOf, screens } from "./screens/index.ts";
import type { Screen } from "./screens/screen.ts";

const addresses = screens.flatMap((screen) => addressesOf(screen).map((address) => ({ ...address, screen })));
/** Whether a path belongs to a screen other than "not found". */
const exists = (path: string): boolean => addresses.some((address) => address.path !== "/*" && matchPath(address.path, path) !== null);

/** The hosts on which only the mobile product's open pages are shown: written into the page by the server's configuration, if any. */
const appHost = document.querySelector<HTMLMetaElement>('meta[name="manilla-app-host"]')?.content;

const guarded =
  (screen: Screen, type: Parameters<typeof decide>[0]["type"]) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search, host } = new URL(request.url);
    const isOpen = screen.audience === "public" || (screen.audience === "guest" && !mayBeSignedIn());
    const session = isOpen ? null : await loadSession();
    const instead = decide({ screen, type, from: pathname + search, session, allowedHere: host === appHost ? OPEN_ON_APP_HOST : undefined, exists });
    return instead === undefined ? null : redirect(instead);
  };

const routeOf = ({ path, type, screen }: (typeof addresses)[number]): RouteObject => ({
  path,
  handle: { title: screen.title, path: screen.path },
  loader: guarded(screen, type),
  lazy: { Component: async () => (await loadScreen(screen.load)).default },
  errorElement: <ErrorScreen />,
});

const bare = addresses.filter(({ screen }) => screen.bare).map(routeOf);
const inShell = addresses.filter(({ screen }) => !screen.bare).map(routeOf);

/** The router, made of the table of screens. */
export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <ErrorScreen />,
    // Nothing is painted before the first screen is there: its ground is already the right colour.
    HydrateFallback: () => null,
    children: [...bare, { lazy: { Component: async () => (await loadScreen(() => import("./shell/shell.tsx"))).default }, errorElement: <ErrorScreen />, children: inShell }],
  },
]);
