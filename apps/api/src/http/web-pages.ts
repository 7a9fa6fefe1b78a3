/** The page of the web application for one address: what it will need is named in its head, so that nothing waits for a script to ask for it. */

interface PageFiles {
  path: string;
  is_open: boolean;
  has_frame: boolean;
  scripts: readonly string[];
  styles: readonly string[];
  asks: readonly string[];
}

/** What the build wrote (scripts/build-pages.ts). */
export interface Pages {
  pages: readonly PageFiles[];
  /** The sign-in page and the frame, as they look before any script has run. */
  login: string;
  frame: string;
}

const SESSION = "/api/session";
/** On a slow line the code of a page is seconds away. */
const OPENING = '<p class="opening" role="status">Opening Manilla…</p>';

/** A router's path as an expression: `:id` one part, `:id?` one or none, `*` all the rest. */
const expressionOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll(/[.+()]/g, "\\$&")
      .replaceAll(/\/:\w+\?/g, "(?:/[^/]+)?")
      .replaceAll(/:\w+/g, "[^/]+")
      .replace(/\/\*$/, "/.*")}/?$`,
  );

/** Paths without parameters first, as the router has it; `*` last. */
const weight = ({ path }: PageFiles): number => (path.match(/:/g) ?? []).length + (path.includes("*") ? 100 : 0);

const hintsOf = ({ scripts, styles }: PageFiles): string =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join("");
const asksOf = (addresses: readonly string[]): string =>
  addresses
    .map((ask) => {
      // After a space: the call's own path, by which the page finds the parameters in the address.
      const [address = "", call] = ask.split(" ");
      return `<link rel="preload" as="fetch" crossorigin href="${address.replaceAll("&", "&amp;")}"${call === undefined ? "" : ` data-call="${call}"`}>`;
    })
    .join("");

/**
 * @param index the built index.html
 * @returns makes the page for a request's address; `hasSession` says whether the request brings a session's cookie (it may have ended)
 */
export function createPageMaker(
  index: string,
  { pages, login, frame }: Pages,
): (url: string, hasSession: boolean) => string {
  const known = pages
    .toSorted((a, b) => weight(a) - weight(b))
    .map((page) => ({ page, expression: expressionOf(page.path) }));
  const find = (path: string): PageFiles | undefined => known.find(({ expression }) => expression.test(path))?.page;
  const signIn = find("/login");
  const page = (hints: string, shown = OPENING): string =>
    index
      .replace("</head>", () => `${hints}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${shown}</div>`);
  return (url, hasSession) => {
    const [path = "/", query] = url.split("?");
    const found = find(path);
    if (!found) return index;
    if (found.is_open)
      return page(hintsOf(found), path === "/login" && !hasSession && !query?.includes("expired") ? login : OPENING);
    // Somebody without a session will be led to the sign-in page: nothing behind the door is fetched.
    if (!hasSession) return page(signIn ? hintsOf(signIn) : "");
    const asks = asksOf([SESSION, ...(query === undefined ? found.asks : [])]);
    return page(asks + hintsOf(found), found.has_frame ? frame : OPENING);
  };
}
