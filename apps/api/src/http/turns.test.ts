import { setImmediate as soon, setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { takeTurn } from "./turns.ts";

it("the second of one line waits until the first has ended, and another line waits for nobody", async () => {
  const seen: string[] = [];
  const take = async (line: string, name: string): Promise<() => void> => {
    const end = await takeTurn(line);
    seen.push(name);
    return end;
  };
  const first = await take("ada", "first");
  const second = take("ada", "second");
  const third = take("ada", "third");
  await take("bola", "other");
  await soon();
  expect(seen).toEqual(["first", "other"]);
  first();
  (await second)();
  await third;
  expect(seen).toEqual(["first", "other", "second", "third"]);
});

it("ending twice lets nobody in before their turn", async () => {
  const seen: string[] = [];
  const first = await takeTurn("chidi");
  const second = takeTurn("chidi").then((end) => (seen.push("second"), end));
  const third = takeTurn("chidi").then(() => seen.push("third"));
  first();
  first();
  const end = await second;
  await soon();
  expect(seen).toEqual(["second"]);
  end();
  await third;
  expect(seen).toEqual(["second", "third"]);
});

it("requests up to the limit are served at once; the next one follows the first that ends", async () => {
  const seen: string[] = [];
  const take = async (name: string): Promise<() => void> => {
    const end = await takeTurn("dayo", { at_once: 2 });
    seen.push(name);
    return end;
  };
  const [, second] = [await take("first"), await take("second")];
  const waiting = [take("third"), take("fourth")];
  await soon();
  expect(seen).toEqual(["first", "second"]);
  second();
  await waiting[0];
  await soon();
  expect(seen).toEqual(["first", "second", "third"]);
});

it("of a paced line the next turn begins after twice the time that the one before took", async () => {
  const first = await takeTurn("eniola", { is_paced: true });
  const second = takeTurn("eniola", { is_paced: true });
  const began = performance.now();
  await pause(60);
  first();
  (await second)();
  // Timers may be a little early.
  expect(performance.now() - began).toBeGreaterThanOrEqual(176);
  const end = await takeTurn("eniola", { is_paced: true });
  end();
});
