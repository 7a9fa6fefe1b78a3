import type pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { countedOnce } from "./counted-once.ts";

const owner = { pool: {} as pg.Pool };
const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe("counted once", () => {
  it("counts anew each time where counting is quick", async () => {
    const once = countedOnce<{ figure: number }>();
    let counted = 0;
    const ask = async () => (await once(owner, async () => ({ figure: (counted += 1) }))).figure;
    expect([await ask(), await ask(), await ask()]).toEqual([1, 2, 3]);
  });

  it("shows the last figures while slow ones are counted anew, and never old ones", async () => {
    vi.useFakeTimers();
    try {
      const once = countedOnce<{ figure: number }>();
      let counted = 0;
      const ask = async () =>
        (
          await once(owner, async () => {
            const figure = (counted += 1);
            await after(0);
            await new Promise((resolve) => setTimeout(resolve, 400));
            return { figure };
          })
        ).figure;
      const first = [ask(), ask()];
      let others = 0;
      expect(await once(owner, async () => ({ figure: (others -= 1) }), "another question")).toMatchObject({
        figure: -1,
      });
      await after(500);
      expect(await Promise.all(first)).toEqual([1, 1]);
      expect(await ask()).toBe(1);
      await after(11_000);
      expect([await ask(), await ask()]).toEqual([1, 1]);
      await after(500);
      expect([await ask(), counted]).toEqual([2, 2]);
      await after(60_000);
      const late = ask();
      await after(500);
      expect(await late).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps what takes a while for twenty times as long, and then makes the caller wait for it", async () => {
    vi.useFakeTimers();
    try {
      const once = countedOnce<{ figure: number }>();
      let counted = 0;
      const ask = async () => {
        const answer = once(owner, async () => {
          const figure = (counted += 1);
          await new Promise((resolve) => setTimeout(resolve, 200));
          return { figure };
        });
        await after(200);
        return (await answer).figure;
      };
      expect([await ask(), await ask()]).toEqual([1, 1]);
      await after(3_000);
      expect(await ask()).toBe(1);
      await after(1_000);
      expect([await ask(), await ask()]).toEqual([2, 2]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("says when counting began, also of figures that are kept", async () => {
    vi.useFakeTimers();
    try {
      const once = countedOnce<{ figure: number }>();
      const began = new Date();
      const ask = async () => {
        const answer = once(owner, async () => {
          await new Promise((resolve) => setTimeout(resolve, 200));
          return { figure: 1 };
        });
        await after(200);
        return (await answer).counted_at;
      };
      expect(await ask()).toEqual(began);
      await after(2_000);
      expect(await ask()).toEqual(began);
      await after(5_000);
      expect((await ask()).getTime()).toBeGreaterThan(began.getTime() + 7_000);
    } finally {
      vi.useRealTimers();
    }
  });
});
