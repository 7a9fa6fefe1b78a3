import { z } from "zod";
import { get } from "../endpoint.ts";

/** Records for the command palette: grouped, each with the address of its screen. */
export const search = get("/search", {
  spec: "added",
  because: "Ctrl-K finds a person by the last digits on the phone.",
  summary: "Find people, loans and payments by name, phone, e-mail, reference or last digits",
  can: "signed_in",
  query: z.strictObject({ q: z.string().min(2).max(100) }),
  response: z.object({
    groups: z.array(
      z.object({
        noun: z.string(),
        items: z.array(z.object({ id: z.string(), label: z.string(), detail: z.string(), link: z.string() })),
      }),
    ),
  }),
});
