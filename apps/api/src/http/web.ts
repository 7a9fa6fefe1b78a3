import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { notThere } from "./refusal.ts";
import { COOKIE_NAME } from "./session.ts";
import { createPageMaker, type Pages } from "./web-pages.ts";

const built = join(import.meta.dirname, "../../../web/dist");

/** There are as many pages as routes: each is compressed once, when it is first requested. */
function createCompressor(): (page: string) => Buffer {
  const known = new Map<string, Buffer>();
  return (page) => {
    const bytes = known.get(page) ?? brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    known.set(page, bytes);
    return bytes;
  };
}

/** What protects a page, or says how many requests are left, and means nothing to a script, a style or a font. */
const OF_PAGES = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "referrer-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
] as const;
/** A worker (`.mjs`) runs under the policy of its own answer, and a picture can be opened as a page: they keep everything. */
const IS_PART_OF_A_PAGE = /\.(?:js|css|woff2)$/;

/** A list's page has forty files, and with these headers each was a kilobyte larger: a tenth of what a phone had to fetch. */
export function withoutHeadersOfPages(
  { url }: Pick<FastifyRequest, "url">,
  reply: Pick<FastifyReply, "statusCode" | "removeHeader">,
): void {
  if (reply.statusCode !== 200 || !IS_PART_OF_A_PAGE.test(url)) return;
  for (const name of OF_PAGES) reply.removeHeader(name);
}

/** The built web application on the same address; every address that is not a file is the application's own route. */
export async function registerWebApplication(server: FastifyInstance, config: Config): Promise<void> {
  // A build that was broken off, or one of an earlier version, is none.
  if (!["index.html", ".vite/pages.json"].every((name) => existsSync(join(built, name)))) {
    server.setNotFoundHandler(notThere);
    return;
  }
  // On the production app's host the download guard sends people to the application's own page (ambiguity A18).
  const host = config.PRODUCTION_APP_HOST
    ? `<meta name="manilla-app-host" content="${config.PRODUCTION_APP_HOST}" />`
    : "";
  const pagesFile = join(built, ".vite/pages.json");
  const pages: Pages = existsSync(pagesFile)
    ? (JSON.parse(readFileSync(pagesFile, "utf8")) as Pages)
    : { pages: [], login: "", frame: "" };
  const pageOf = createPageMaker(
    readFileSync(join(built, "index.html"), "utf8").replace("</head>", `${host}</head>`),
    pages,
  );
  const compressed = createCompressor();
  await server.register(fastifyStatic, {
    root: built,
    index: false,
    preCompressed: true,
    // Each of these few files is a route, so that every other address is the application's own.
    wildcard: false,
    globIgnore: ["assets/**"],
    setHeaders(response, path) {
      // Hashed names never change; everything else is requested again.
      void response.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  // One route for more than a thousand files: a route for each took longer than everything else of a start. What is no name of a build is not looked for.
  const names = new Set(readdirSync(join(built, "assets")));
  server.get<{ Params: { name: string } }>(
    "/assets/:name",
    { onSend: async (request, reply) => withoutHeadersOfPages(request, reply) },
    (request, reply) =>
      names.has(request.params.name) ? reply.sendFile(`assets/${request.params.name}`) : notThere(request, reply),
  );
  server.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !request.url.startsWith("/api/") &&
      !request.url.startsWith("/assets/");
    if (!isPage) return notThere(request, reply);
    const page = pageOf(request.url, request.cookies[COOKIE_NAME] !== undefined);
    void reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("vary", "cookie, accept-encoding");
    return /\bbr\b/.test(request.headers["accept-encoding"] ?? "")
      ? reply.header("content-encoding", "br").send(compressed(page))
      : reply.send(page);
  });
}
