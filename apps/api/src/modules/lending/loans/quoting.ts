import { QuoteError, quote } from "@manilla/credit";
import { InvalidFields } from "../../../errors.ts";

/** A combination that the calculators refuse becomes a message at its field. @throws InvalidFields */
export function quoteOrRefuse(request: Parameters<typeof quote>[0]): ReturnType<typeof quote> {
  try {
    return quote(request);
  } catch (error) {
    if (error instanceof QuoteError) throw new InvalidFields({ [error.field]: [error.message] });
    throw error;
  }
}
