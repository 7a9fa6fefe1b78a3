/**
 * `node scripts/first-administrators.ts <mail> <mail>`: the first people of an empty installation. Two, because nobody alone may do what is sensitive.
 * Prints a password for each, which has to be changed at the first sign-in. Refused as soon as there is an administrator: the next ones are made
 * in the application, where a second person agrees. Reads the application's own environment.
 */
import { randomBytes } from "node:crypto";
import { readConfig } from "../apps/api/src/config.ts";
import { migrate } from "../apps/api/src/db/migrate.ts";
import { createApp } from "../apps/api/src/main.ts";
import { createPerson } from "../apps/api/src/modules/people/people/index.ts";
import { hashPassword } from "../apps/api/src/modules/platform/session/index.ts";

const mails = process.argv.slice(2);
if (mails.length < 2 || mails.some((mail) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mail))) {
  console.error("Say the mail addresses of two people or more.");
  process.exit(1);
}
const config = readConfig({ ...process.env, RUN: "api", LOG_LEVEL: "error" });
await migrate(config.DATABASE_OWNER_URL ?? config.DATABASE_URL);
const { app, stop } = await createApp(config);
try {
  const lines = await app.db.transaction().execute(async (tx) => {
    const existing = await tx
      .selectFrom("user_roles")
      .select("user_id")
      .where("role", "=", "super_admin")
      .limit(1)
      .execute();
    if (existing.length > 0)
      throw new Error("There is an administrator already: the next one is made in the application.");
    const made: string[] = [];
    for (const email of mails) {
      const password = `${randomBytes(12).toString("base64url")}-7`;
      const [name = email] = email.split("@");
      await createPerson(tx, app, {
        name,
        last_name: "Administrator",
        email: email.toLowerCase(),
        phone: null,
        password_hash: await hashPassword(password),
        change_password_at: null,
        roles: ["super_admin"],
        staff_account_type: "personal",
        registration_source: "installation",
      });
      made.push(`${email.toLowerCase()}  ${password}`);
    }
    return made;
  });
  console.log(lines.join("\n"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stop();
}
