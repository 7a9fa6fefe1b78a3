import type { Endpoint } from "@manilla/contract/endpoint";
import * as contract from "@manilla/contract/calls";
import { expect, it } from "vitest";
import { calls } from "../api/calls.gen.ts";
import { type ActingCall, inputOf } from "./facts.ts";

const acting = Object.entries(calls).flatMap(([noun, ofNoun]) =>
  Object.entries(ofNoun as Record<string, ActingCall>)
    .filter(([, call]) => call.action !== undefined)
    .map(([name, call]) => [`${noun}.${name}`, call, (contract as Record<string, object>)[noun]] as const),
);

it("what a screen sends with an action about a record is a part of the call's body", () => {
  expect(acting.length).toBeGreaterThan(50);
  const record = { id: "0192f1c2-0000-7000-8000-000000000000", status: "pending", version: 3, abilities: {} };
  const wrong = acting.flatMap(([title, call, ofNoun]) => {
    const { body: schema } = (ofNoun as Record<string, Endpoint>)[title.split(".")[1] ?? ""]!;
    const result = schema.safeParse(inputOf(call, record).body);
    const unknown = result.success ? [] : result.error.issues.filter(({ code }) => code === "unrecognized_keys");
    return unknown.length > 0 ? [title] : [];
  });
  expect(wrong).toEqual([]);
  expect(acting.some(([, call]) => "version" in inputOf(call, record).body)).toBe(true);
});
