import { setImmediate as soon } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Busy } from "../errors.ts";
import { type Asking, ClientLeft, createPlaces } from "./places.ts";

const PATIENT = 60_000;
const ask = (person: string, more: Partial<Asking> = {}): Asking => ({
  person,
  urgency: "usual",
  whenLeft: () => () => undefined,
  ...more,
});

describe("places of a process", () => {
  it("who waits is served in the order of urgency, then of coming", async () => {
    const places = createPlaces(2, PATIENT);
    const seen: string[] = [];
    const [first, second] = [await places.take(ask("ada")), await places.take(ask("bola"))];
    const come = (person: string, urgency: Asking["urgency"]) =>
      places.take(ask(person, { urgency })).then((end) => (seen.push(person), end()));
    const all = [come("file", "last"), come("page", "usual"), come("money", "first"), come("another page", "usual")];
    await soon();
    expect(seen).toEqual([]);
    first();
    await Promise.all(all);
    expect(seen).toEqual(["money", "page", "another page", "file"]);
    second();
  });

  it("one person has at most half of the places", async () => {
    const places = createPlaces(4, PATIENT);
    const seen: string[] = [];
    const ends = await Promise.all([places.take(ask("heavy")), places.take(ask("heavy"))]);
    const third = places.take(ask("heavy", { urgency: "first" })).then((end) => (seen.push("heavy"), end));
    await places.take(ask("other")).then((end) => (seen.push("other"), end));
    expect(seen).toEqual(["other"]);
    ends[0]();
    // Twice is as good as once: nobody else gets in by it.
    ends[0]();
    await third;
    const fourth = places.take(ask("heavy")).then(() => seen.push("heavy again"));
    await soon();
    expect(seen).toEqual(["other", "heavy"]);
    ends[1]();
    await fourth;
  });

  it("nobody waits longer than the bound, and their place in the line is gone", async () => {
    const places = createPlaces(2, 20);
    const [first] = [await places.take(ask("ada")), await places.take(ask("bola"))];
    await expect(places.take(ask("chidi"))).rejects.toThrow(Busy);
    first();
    await expect(places.take(ask("dayo"))).resolves.toBeTypeOf("function");
  });

  it("what a client has left is not begun", async () => {
    const places = createPlaces(2, PATIENT);
    const [first] = [await places.take(ask("ada")), await places.take(ask("bola"))];
    let leave: () => void = () => undefined;
    const gone = places.take(ask("chidi", { whenLeft: (how) => ((leave = how), () => undefined) }));
    const next = places.take(ask("dayo"));
    leave();
    await expect(gone).rejects.toThrow(ClientLeft);
    first();
    await expect(next).resolves.toBeTypeOf("function");
  });
});
