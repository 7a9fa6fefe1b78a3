import * as calls from "@manilla/contract/people/personal-wallets";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const personalWallets = noun({
  calls,
  handlers,
  personal: { kept: { personal_movements: "Booked money of the person." } },
});
