/** The person whom a request is about; null for requests about nobody. */
export const personOf = (payload: Record<string, unknown>): string | null =>
  typeof payload["user_id"] === "string" ? payload["user_id"] : null;
