import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen("R024", "notifications", "Notifications", "notifications", ["admin", "corporate", "customer"], {
    menus: { admin: "Account 2 n" },
  }),
];
