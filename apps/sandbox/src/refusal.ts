/** An answer that a provider gives instead of doing what was asked; each provider's module gives it its own shape. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The error's message, or what was wrong with the first field, when a schema refused the body. */
export function describe(error: unknown): { status: number; message: string; code: string | undefined } {
  if (error instanceof Refusal) return { status: error.status, message: error.message, code: error.code };
  if (error instanceof Error && "issues" in error && Array.isArray(error.issues)) {
    const issue = error.issues[0] as { path: PropertyKey[]; message: string } | undefined;
    return {
      status: 400,
      message: `${issue?.path.join(".") ?? "body"}: ${issue?.message ?? "is not valid"}`,
      code: "validation_error",
    };
  }
  const status =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  return { status, message: error instanceof Error ? error.message : String(error), code: undefined };
}
