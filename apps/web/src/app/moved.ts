/** Addresses that screens had before: bookmarks and old messages lead on to where they are now. */
import { type LoaderFunctionArgs, redirect, type RouteObject } from "react-router";

export const MOVED: Readonly<Record<string, string>> = { "/customer/wallets/statement": "/customer/statement" };

/** The router's routes for them; what was asked after the `?` stays. */
export const movedRoutes: RouteObject[] = Object.entries(MOVED).map(([path, now]) => ({
  path,
  loader: ({ request }: LoaderFunctionArgs) => redirect(`${now}${new URL(request.url).search}`),
}));
