import { createBrowserRouter, matchPath } from "react-router";
import { loadChunk } from "./chunk.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { Root } from "./root.tsx";
import { routesOf } from "./route.tsx";
import { addressesOf } from "./addresses.ts";
import { openScreens } from "./open-screens.gen.ts";

const loadSignedIn = (): Promise<typeof import("./signed-in.tsx")> => loadChunk(() => import("./signed-in.tsx"));
let isComplete = false;

const openPaths = openScreens
  .flatMap((screen) => addressesOf(screen).map(({ path }) => path))
  .filter((path) => path !== "/*");
// Guards with a target are only on signed-in screens, whose routes know all paths.
const exists = (path: string): boolean => openPaths.some((known) => matchPath(known, path) !== null);

// Somebody who opens a page behind the door needs its code at once; somebody at the door, once they begin to type.
if (!exists(location.pathname)) void import("./signed-in.tsx");
else addEventListener("keydown", () => void import("./signed-in.tsx"), { once: true });

/** The router, made of the table of screens: the open ones from the beginning, the others when the first of them is visited. */
export const router = createBrowserRouter(
  [
    {
      id: "root",
      element: <Root />,
      errorElement: <ErrorScreen />,
      // Nothing is painted before the first screen is there: its ground is already the right colour.
      HydrateFallback: () => null,
      children: openScreens.flatMap((screen) => routesOf(screen, exists)),
    },
  ],
  {
    async patchRoutesOnNavigation({ patch }) {
      if (isComplete) return;
      const { signedInRoutes } = await loadSignedIn();
      isComplete = true;
      patch("root", signedInRoutes);
    },
  },
);
