import type { Tone } from "@manilla/contract/badges";
import { day, sentence } from "@manilla/contract/formats";
import { displayPhone } from "@manilla/contract/phone";
import type { ReactNode } from "react";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";

export type Person = Answer<typeof calls.people.find>["user"];

/** Words for a value that may be missing. */
export const orDash = (value: string | number | null | undefined): ReactNode =>
  value === null || value === undefined || value === "" ? <span className="muted">–</span> : value;

/** What the wire calls a thing, as people read it. */
export const words = (slug: string | null): ReactNode => (slug === null ? orDash(null) : sentence(slug));

export const outcomeTones: Record<"passed" | "attention" | "failed", Tone> = {
  passed: "success",
  attention: "warning",
  failed: "danger",
};

/** A person as actions see them: the state is the profile's, and what they restate is at hand. */
export const asCase = (person: Person) => ({
  ...person,
  ...person.profile,
  id: person.id,
  queue: person.status,
  status: person.profile.status,
  profile_status: person.profile.status,
});

/** A slug as a heading; the two numbers keep their capitals. */
export const named = (slug: string): string =>
  sentence(slug).replace(/\b(bvn|nin)\b/gi, (number) => number.toUpperCase());

/** A value that a source gave as text: dates and phone numbers are shown as everywhere else. */
export const asShown = (value: string | null): string | null =>
  value === null
    ? null
    : /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? day(value)
      : /^\+234\d{10}$/.test(value)
        ? displayPhone(value)
        : value;
