/** Everything behind the door: its routes and its frame. Fetched when the first such page is opened; the sign-in page goes without. */
import { matchPath, type RouteObject } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";
import { movedRoutes } from "./moved.ts";
import { routesOf } from "./route.tsx";
import { addressesOf } from "./addresses.ts";
import { screens } from "./screens.gen.ts";
import Shell from "./shell/shell.tsx";

const paths = screens.flatMap((screen) => addressesOf(screen).map(({ path }) => path)).filter((path) => path !== "/*");
const written = new Set(screens.map(({ path }) => path));
const exists = (path: string): boolean => written.has(path) || paths.some((known) => matchPath(known, path) !== null);
const isOpen = (audience: unknown): boolean => audience === "public" || audience === "guest";
const behind = screens.filter(({ audience }) => !isOpen(audience));

export const signedInRoutes: RouteObject[] = [
  ...movedRoutes,
  ...behind.filter(({ bare }) => bare).flatMap((screen) => routesOf(screen, exists)),
  {
    Component: Shell,
    errorElement: <ErrorScreen />,
    children: behind.filter(({ bare }) => !bare).flatMap((screen) => routesOf(screen, exists)),
  },
];
