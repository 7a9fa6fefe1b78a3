import { readFileSync } from "node:fs";
import { join } from "node:path";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

const repository = join(import.meta.dirname, "../../../..");
/** The reference page is a single bundle that writes its own inline parts; only here may a script be inline. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'";

async function makeReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const server = fastify();
  await server.register(scalar, {
    routePrefix: "/api/docs",
    configuration: {
      title: "Manilla API",
      content: () => JSON.parse(readFileSync(join(repository, "docs/openapi.json"), "utf8")) as Record<string, unknown>,
      withDefaultFonts: false,
      telemetry: false,
    },
  });
  return server;
}

/** The calls' reference page under `/api/docs`. Made when somebody first opens it: it reads and checks the whole document, for which no start waits. */
export function registerReference(server: FastifyInstance): void {
  let reference: Promise<FastifyInstance> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reference ??= makeReference();
    const { statusCode, headers, rawPayload } = await (await reference).inject({ url: request.url });
    for (const name of ["content-type", "location", "cache-control", "etag"])
      if (headers[name] !== undefined) void reply.header(name, headers[name]);
    return reply.code(statusCode).header("content-security-policy", POLICY).send(rawPayload);
  };
  server.get("/api/docs", answer);
  server.get("/api/docs/*", answer);
}
