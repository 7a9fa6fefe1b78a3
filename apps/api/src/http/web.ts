import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

const built = join(import.meta.dirname, "../../../web/dist");

/** The built web application on the same address; every address that is not a file is the application's own route. */
export async function registerWebApplication(server: FastifyInstance, config: Config): Promise<void> {
  if (!existsSync(join(built, "index.html"))) {
    server.setNotFoundHandler((request, reply) => reply.code(404).send({ success: false, message: "This address does not exist.", errors: {}, code: "not_found", request_id: request.id }));
    return;
  }
  // On the production app's host the download guard sends people to the application's own page (ambiguity A18).
  const host = config.PRODUCTION_APP_HOST ? `<meta name="manilla-app-host" content="${config.PRODUCTION_APP_HOST}" />` : "";
  const page = readFileSync(join(built, "index.html"), "utf8").replace("</head>", `${host}</head>`);
  await server.register(fastifyStatic, {
    root: built, wildcard: false, index: false, preCompressed: true,
    setHeaders(response, path) {
      // Hashed names never change; everything else is asked for again.
      void response.header("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  server.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === "GET" || request.method === "HEAD") && !request.url.startsWith("/api/") && !request.url.startsWith("/assets/");
    if (!isPage) return reply.code(404).send({ success: false, message: "This address does not exist.", errors: {}, code: "not_found", request_id: request.id });
    return reply.header("content-type", "text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
  });
}
