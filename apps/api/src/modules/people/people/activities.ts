import { type ActivityType, activityLevel } from "@manilla/contract/platform/activities";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";

export interface NewActivity {
  type: ActivityType;
  creator_id: string | null;
  target_id: string | null;
  /** For the wording, for example the name of the product. */
  data?: Record<string, string | number>;
}

/** Records one of the specification's 21 activities with who made it and whom it concerns. */
export async function recordActivity(
  tx: Tx | Database,
  { type, creator_id, target_id, data = {} }: NewActivity,
): Promise<void> {
  const id = uuidv7();
  await tx
    .insertInto("activities")
    .values({ id, type, level: activityLevel(type), data: JSON.stringify(data) })
    .execute();
  const users = [
    ...(creator_id ? [{ activity_id: id, user_id: creator_id, position: "creator" }] : []),
    ...(target_id ? [{ activity_id: id, user_id: target_id, position: "target" }] : []),
  ];
  if (users.length > 0) await tx.insertInto("activity_users").values(users).execute();
}
