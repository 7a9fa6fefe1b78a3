/** What batches of transfers are for, and the verdicts on their rows. No zod: the browser reads it. */
export const batchKinds = { payments: "Payments", salary: "Salaries" } as const;
export type BatchKind = keyof typeof batchKinds;
export const batchKindNames = Object.keys(batchKinds) as [BatchKind, ...BatchKind[]];

export const rowVerdicts = {
  waiting: "Being checked",
  ready: "Ready",
  look: "To be confirmed",
  refused: "To be corrected",
  dropped: "Left out",
} as const;
export type RowVerdict = keyof typeof rowVerdicts;
export const rowVerdictNames = Object.keys(rowVerdicts) as [RowVerdict, ...RowVerdict[]];

export const MAX_BATCH_ROWS = 10_000;
