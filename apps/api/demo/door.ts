/** The demo's people use the application through the same door as everybody: declared calls, with session, permission, validation and idempotency. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { App } from "../src/house/app.ts";
import { createServer } from "../src/http/server.ts";
import { openSession } from "../src/http/session.ts";
import { getRow } from "../src/db/row.ts";

interface Input {
  params?: Record<string, string>;
  body?: unknown;
  /** A file, in the field that the call names. */
  file?: { name: string; media_type: string; bytes: Buffer };
}

export interface Door {
  /** Signs somebody in. @throws when nobody has this address */
  as(email: string): Promise<string>;
  /** @returns the answer's data as it travels @throws with the answer's words when it is not a success */
  call<E extends Endpoint>(endpoint: E, token: string, input?: Input): Promise<z.input<E["response"]>>;
  /** Opens it to this machine, for providers that have to ask at once; it stays open. @returns its address */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** A multipart body, as a browser sends it. */
async function formOf(
  endpoint: Endpoint,
  { name, media_type, bytes }: NonNullable<Input["file"]>,
  fields: unknown,
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields ?? {})) form.append(field, String(value));
  form.append(endpoint.files?.field ?? "document", new Blob([new Uint8Array(bytes)], { type: media_type }), name);
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
  };
}

/** Makes declared calls without a network, as any person of the demo. */
export async function openDoor(app: App): Promise<Door> {
  const server = await createServer(app);
  const tokens = new Map<string, string>();
  let address: Promise<string> | undefined;
  return {
    async as(email) {
      const known = tokens.get(email);
      if (known) return known;
      const { id: user_id } = await getRow(app.db, "users", { email }, ["id"]);
      const { token } = await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "Demo" });
      tokens.set(email, token);
      return token;
    },
    async call(endpoint, token, { params = {}, body, file } = {}) {
      const url = `/api${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))}`;
      const headers = {
        authorization: `Bearer ${token}`,
        ...(endpoint.effect !== "none" && { "idempotency-key": uuidv7() }),
      };
      const form = file && (await formOf(endpoint, file, body));
      const answer = await server.inject({
        method: endpoint.method,
        url,
        headers: { ...headers, ...form?.headers },
        ...(endpoint.method !== "GET" && { payload: form?.payload ?? ((body ?? {}) as object) }),
      });
      const { data, message, errors } = answer.json<{ data: never; message: string; errors?: unknown }>();
      if (answer.statusCode !== 200)
        throw new Error(
          `The demo's world could not be made: ${endpoint.path} answered ${answer.statusCode}: ${message} ${JSON.stringify(errors ?? {})}`,
        );
      return data;
    },
    listen: () => (address ??= server.listen({ host: "127.0.0.1", port: 0 })),
    async close() {
      // Nobody of them is signed in when the first person looks at the list of sessions.
      for (const token of tokens.values())
        await server.inject({ method: "POST", url: "/api/logout", headers: { authorization: `Bearer ${token}` } });
      await server.close();
    },
  };
}
