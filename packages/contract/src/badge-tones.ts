/** A status as word and tone, and how maps of them are written. */
import { sentence } from "./formats.ts";

/** What a colour says: nothing yet, under way, look here, well, failed. Status is always a word as well. */
export type Tone = "neutral" | "info" | "warning" | "success" | "danger";
export interface Badge {
  label: string;
  tone: Tone;
}

/** Statuses whose own words serve. */
export const all = (tone: Tone, ...keys: string[]): [string, Badge][] =>
  keys.map((key) => [key, { label: sentence(key), tone }]);
/** Statuses that share a label. */
export const named = (tone: Tone, label: string, ...keys: string[]): [string, Badge][] =>
  keys.map((key) => [key, { label, tone }]);
