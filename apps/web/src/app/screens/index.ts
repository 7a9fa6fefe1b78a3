import { adminScreens } from "./admin.ts";
import { communicationScreens } from "./communications.ts";
import { corporateScreens } from "./corporate.ts";
import { customerScreens } from "./customer.ts";
import { documentScreens } from "./documents.ts";
import { everyone } from "./everyone.ts";
import { publicScreens } from "./public.ts";
import type { Screen } from "./screen.ts";

/** Every screen there is. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  ...everyone,
  ...adminScreens,
  ...communicationScreens,
  ...documentScreens,
  ...corporateScreens,
  ...customerScreens,
];

export { addressesOf } from "./addresses.ts";
