/** What a request keeps as JSON. */

/** The person whom a request is about; null for requests about nobody. */
export const personOf = (payload: Record<string, unknown>): string | null =>
  typeof payload["user_id"] === "string" ? payload["user_id"] : null;

/** As JSON, kobo as numbers. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item));

/** The reverse for what holds no other numbers than kobo. */
export const fromJson = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value ?? {}), (_, item: unknown) =>
    typeof item === "number" ? BigInt(item) : item,
  ) as Record<string, unknown>;
