import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

type Listener = (event: object) => void;

/** The worker as a browser runs it, over a cache that writes down what is put into it. */
function started(fetched: () => Promise<string>) {
  const listeners = new Map<string, Listener>();
  const kept: string[] = [];
  const cache = {
    add: async (path: string) => void kept.push(path),
    put: async (path: string) => void kept.push(path),
  };
  const caches = {
    open: async () => cache,
    keys: async () => ["offline-1", "older"],
    delete: async () => true,
    match: async (path: string) => `kept ${path}`,
  };
  const self = { addEventListener: (name: string, listener: Listener) => listeners.set(name, listener) };
  const code = readFileSync(join(import.meta.dirname, "../../public/service-worker.js"), "utf8");
  runInNewContext(code, { self, caches, fetch: fetched, URL, Promise });
  const ask = (path: string, mode: string): Promise<string> | undefined => {
    let answer: Promise<string> | undefined;
    listeners.get("fetch")?.({
      request: { url: `https://manilla.example${path}`, mode },
      respondWith: (given: Promise<string>) => (answer = given),
    });
    return answer;
  };
  return { listeners, kept, ask };
}

describe("the service worker", () => {
  it("keeps the offline page alone, whatever is asked for", async () => {
    const { listeners, kept, ask } = started(async () => "from the network");
    let installing: Promise<void> | undefined;
    listeners.get("install")?.({ waitUntil: (given: Promise<void>) => (installing = given) });
    await installing;
    expect(await ask("/customer/dashboard", "navigate")).toBe("from the network");
    for (const path of ["/api/personal/loans", "/api/documents/1/file", "/assets/main.js", "/customer/dashboard"])
      expect(ask(path, "cors")).toBeUndefined();
    expect(ask("/api/documents/1/file", "navigate")).toBeUndefined();
    expect(kept).toEqual(["/offline.html"]);
  });

  it("shows it where a page cannot be reached", async () => {
    const { ask } = started(() => Promise.reject(new TypeError("no network")));
    expect(await ask("/customer/repayments", "navigate")).toBe("kept /offline.html");
  });
});
