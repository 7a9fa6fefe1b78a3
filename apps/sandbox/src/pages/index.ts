import type { FastifyInstance } from "fastify";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "../world.ts";

const asset = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");

/** All pages for people. */
export function registerPages(app: FastifyInstance, _world: World): void {
  const style = asset("style.css");
  app.get("/style.css", (_request, reply) => reply.type("text/css").send(style));
}
