import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkError, goingTo, loadChunk } from "./chunk.ts";

const never = (): Promise<string> => new Promise(() => undefined);
const opened: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  opened.length = 0;
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  vi.stubGlobal("location", {
    pathname: "/admin/users",
    search: "?page=2",
    reload: () => void opened.push("again"),
    assign: (path: string) => void opened.push(path),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How it ended so far. */
function watched<Result>(loading: Promise<Result>): { ended: () => unknown } {
  let end: unknown = "still loading";
  loading.then(
    (result) => (end = result),
    (error: unknown) => (end = error),
  );
  return { ended: () => end };
}

describe("a part of the code (K005, E021)", () => {
  it("that does not come is an error after 120 seconds and not before", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const { ended } = watched(loadChunk(never));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(ended()).toBe("still loading");
    await vi.advanceTimersByTimeAsync(1);
    expect(ended()).toBeInstanceOf(ChunkError);
    expect(opened).toEqual([]);
  });

  it("that does not come in time is asked for once more by opening the page afresh; when it does not come again either, it is an error", async () => {
    vi.stubGlobal("navigator", { onLine: true });
    const first = watched(loadChunk(never));
    await vi.advanceTimersByTimeAsync(120_000);
    expect([opened, first.ended()]).toEqual([["again"], "still loading"]);
    const second = watched(loadChunk(() => Promise.reject(new Error("404"))));
    await vi.advanceTimersByTimeAsync(0);
    expect(second.ended()).toBeInstanceOf(ChunkError);
    expect(opened).toEqual(["again"]);
    // A minute later a newer version may be there; where somebody was going is where the page opens.
    await vi.advanceTimersByTimeAsync(60_001);
    goingTo("/admin/loans/pending");
    void loadChunk(() => Promise.reject(new Error("404")));
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toEqual(["again", "/admin/loans/pending"]);
  });

  it("that comes in time is the part, and nothing happens when the time is over", async () => {
    vi.stubGlobal("navigator", { onLine: true });
    expect(await loadChunk(() => Promise.resolve("part"))).toBe("part");
    await vi.advanceTimersByTimeAsync(200_000);
    expect(opened).toEqual([]);
  });
});
