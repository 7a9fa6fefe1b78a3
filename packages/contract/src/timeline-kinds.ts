/** What entries of a timeline are about: one may look at some of them. No zod: screens read it too. */
export const timelineKindNames = {
  money: "Money",
  messages: "Messages",
  attempts: "Attempts",
  calls: "Calls",
  decisions: "Decisions",
  papers: "Papers",
  notes: "Notes",
  changes: "Changes",
} as const;
export type TimelineKind = keyof typeof timelineKindNames;
export const timelineKinds = Object.keys(timelineKindNames) as [TimelineKind, ...TimelineKind[]];
