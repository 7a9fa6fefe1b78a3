/** The door of webhooks. */
export { processWebhook, workOnWebhooks } from "./process.ts";
