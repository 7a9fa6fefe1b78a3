import type { Tone } from "@manilla/contract/badges";

/** How the name that was typed compares with the bank's. */
export const VERDICTS: Readonly<Record<"same" | "near" | "different", { words: string; tone: Tone }>> = {
  same: { words: "The same", tone: "success" },
  near: { words: "Nearly", tone: "warning" },
  different: { words: "Another", tone: "danger" },
};
