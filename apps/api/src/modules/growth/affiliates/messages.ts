/** What affiliates read. */
import type { Letter } from "../../platform/notifications/index.ts";

export const welcomeAffiliate = (affiliate: { id: string; name: string; link: string }): Letter => ({
  subject: "You are a Manilla affiliate",
  text: `Hello ${affiliate.name},\n\nwho registers through this link is counted as yours:\n${affiliate.link}`,
  about: `affiliate:${affiliate.id}`,
});
