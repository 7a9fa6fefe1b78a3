import fastify from "fastify";
import { expect, it } from "vitest";
import { registerSecurityHeaders } from "./security-headers.ts";
import { withoutHeadersOfPages } from "./web.ts";

const server = fastify();
registerSecurityHeaders(server);
server.get<{ Params: { name: string } }>(
  "/assets/:name",
  { onSend: async (request, reply) => withoutHeadersOfPages(request, reply) },
  (_, reply) => reply.send("x"),
);

it("the parts of a page come without the headers of pages; what runs or opens by itself keeps its policy", async () => {
  const headersOf = async (name: string) => (await server.inject(`/assets/${name}`)).headers;
  for (const name of ["list-1.js", "list-1.css", "inter-1.woff2"]) {
    const headers = await headersOf(name);
    expect(headers["content-security-policy"], name).toBeUndefined();
    expect(headers["x-frame-options"], name).toBeUndefined();
    expect(headers["x-content-type-options"], name).toBe("nosniff");
    expect(headers["cross-origin-resource-policy"], name).toBe("same-origin");
  }
  for (const name of ["pdf.worker-1.mjs", "mark.svg"])
    expect((await headersOf(name))["content-security-policy"], name).toMatch(/default-src/);
});
