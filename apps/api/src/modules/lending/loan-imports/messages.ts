/** What the owner of a file of loans reads. */
import type { Note } from "../../platform/notifications/index.ts";

export const stopped = ({ id, file_name }: { id: string; file_name: string }): Note => ({
  kind: "loan_import",
  title: "A file of loans stopped",
  body: `${file_name} did not get to its end. What was brought in stays. Run it again, or give up the rest.`,
  link: `/admin/loans/imports/${id}`,
});
