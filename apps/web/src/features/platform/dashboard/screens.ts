import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen("R036", "dashboard", "Dashboard", "dashboard", "admin", "Account 1 d", {
    asks: ["/configurations", "/notification/unread?limit=20"],
  }),
  screen("R036", "dashboard", "Dashboard", "company-dashboard", "corporate", "Dashboard 1 d", {
    asks: ["/companies/dashboard", "/notification/unread?limit=20"],
  }),
  screen("R036", "dashboard", "Dashboard", "home/home", "customer", "Dashboard 1 d", {
    asks: ["/repayments", "/personal/loans", "/personal/onboarding/v2", "/personal/credit-limit"],
  }),
];
