/** Ways and kinds of messages, and the variables of their texts; no schemas, so that the browser may have it. */
export const channels = ["mail", "sms", "push", "in_app"] as const;
/** Marketing respects opt-out, quiet hours and the frequency cap; service messages quiet hours only. */
export const categories = ["service", "marketing"] as const;

/** The variables that a text may have in braces, with their values. */
export const variables = {
  name: "First name",
  last_name: "Last name",
  full_name: "Whole name",
  company: "Employer",
  limit: "Limit, in naira",
  available: "What of the limit is left, in naira",
  next_due: "Next instalment, in naira",
  due: "Due today and before, in naira",
  overdue: "Overdue, in naira",
  next_due_on: "Next due date",
} as const;
export type VariableName = keyof typeof variables;
export const variableNames = Object.keys(variables) as VariableName[];
/** The names in braces of a text. */
export const variablesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name ?? "");

/** Those that do not exist. */
export const unknownVariables = (text: string): string[] =>
  variablesOf(text).filter((name) => !variableNames.some((known) => known === name));
