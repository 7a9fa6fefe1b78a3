import { sentence } from "@manilla/contract/formats";
import { AGAIN_TEXT, CallError, errorText } from "../api/errors.ts";

/** What is wrong with something that is sent as a whole, as one line: "Rule 2, name: this field is required". @param item what one of its parts is called */
export function wholeFailure(error: unknown, item: string): string {
  const [name, [message] = []] = (error instanceof CallError && Object.entries(error.fields)[0]) || [];
  if (name === undefined || message === undefined)
    return error instanceof CallError && error.isNetwork ? `${errorText(error)} ${AGAIN_TEXT}` : errorText(error);
  const [, at, field] = /\.(\d+)(?:\.(\w+))?/.exec(name) ?? [];
  if (at === undefined) return name.includes("name") ? `${sentence(name)}: ${message}` : message;
  const words = field && sentence(field.replace(/_kobo$/, "").replaceAll("_", " ")).toLowerCase();
  return `${item} ${Number(at) + 1}${words ? `, ${words}` : ""}: ${message}`;
}
