/** As what a statement can be taken along. No zod: the browser reads it. */
export const statementFormats = ["pdf", "csv", "xlsx"] as const;
export type StatementFormat = (typeof statementFormats)[number];
