/** What colleagues read about cases. */
import type { Note } from "../../platform/notifications/index.ts";

export const caseGiven = ({ user_id, name }: { user_id: string; name: string }): Note => ({
  kind: "assignment",
  title: "A case is yours",
  body: name,
  link: `/admin/users/${user_id}`,
  names: user_id,
});
