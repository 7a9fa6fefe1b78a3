import type { App } from "../../../house/app.ts";

type Value = string | number | boolean;

/** What every screen may know: public rows of `configuration`, the business date, and where the demo's sandbox is. */
export async function readPublicConfiguration({
  db,
  config,
}: Pick<App, "db" | "config">): Promise<Record<string, Value>> {
  const rows = await db.selectFrom("configuration").select(["key", "value"]).where("is_public", "=", true).execute();
  const calendar = await db.selectFrom("business_calendar").select("business_date").executeTakeFirst();
  return {
    ...Object.fromEntries(rows.map(({ key, value }) => [key, value as Value])),
    business_date: calendar?.business_date ?? "",
    production_app_host: config.PRODUCTION_APP_HOST ?? "",
    ...(config.MOBILE_APP_LINK && { app_redirect_url: config.MOBILE_APP_LINK }),
    is_demo: config.DEMO,
    ...(config.SANDBOX_URL && { sandbox_url: config.SANDBOX_URL }),
  };
}
