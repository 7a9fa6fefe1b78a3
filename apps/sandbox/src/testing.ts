import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Sandbox, startSandbox } from "./main.ts";
import type { Settings } from "./world.ts";

interface ReceivedWebhook {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  raw: string;
  event: string;
  data: Record<string, unknown>;
}

interface Answer {
  status: number;
  body: unknown;
}

/** The value at a path like `data.recipient.id` of an answer, as text. */
export function valueAt(body: unknown, path: string): string {
  const value = path
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], body);
  if (value === undefined || value === null)
    throw new Error(`There is no ${path} in ${JSON.stringify(body).slice(0, 300)}`);
  return String(value);
}

export interface Fixture {
  sandbox: Sandbox;
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  form: (path: string, fields: Record<string, string>) => Promise<Response>;
  text: (path: string) => Promise<string>;
  webhooks: ReceivedWebhook[];
  /** Waits until `count` events of this name have come. */
  waitFor: (event: string, count?: number) => Promise<ReceivedWebhook[]>;
  close: () => Promise<void>;
}

/** A sandbox with a listener in the application's place. `answers` are the listener's first statuses, 200 afterwards. */
export async function startFixture(settings: Partial<Settings> = {}, answers: number[] = []): Promise<Fixture> {
  const webhooks: ReceivedWebhook[] = [];
  const waiting = new Set<() => void>();
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        const { event, data } = JSON.parse(raw) as { event: string; data: Record<string, unknown> };
        webhooks.push({ path: request.url ?? "", headers: request.headers, raw, event, data });
        response.writeHead(answers.shift() ?? 200).end();
        for (const wake of waiting) wake();
      });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const target = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/api/webhooks`;
  const sandbox = await startSandbox({
    port: 0,
    smtp_port: 0,
    webhook_target: target,
    paystack_secret: "sk_test_sandbox",
    mono_webhook_secret: "mono_webhook_sandbox",
    ...settings,
  });
  const defaults = {
    "content-type": "application/json",
    authorization: "Bearer sk_test_sandbox",
    "mono-sec-key": "mono_test_sandbox",
  };
  return {
    sandbox,
    webhooks,
    call: async (method, path, body, headers = {}) => {
      const answer = await fetch(sandbox.url + path, {
        method,
        headers: { ...defaults, ...headers },
        body: body === undefined ? (method === "GET" ? null : "{}") : JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    },
    form: (path, fields) =>
      fetch(sandbox.url + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }),
    text: async (path) => (await fetch(sandbox.url + path)).text(),
    waitFor: (event, count = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = webhooks.filter((webhook) => webhook.event === event);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      await sandbox.close();
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
