import * as calls from "@manilla/contract/platform/session";
import { noun } from "../../../house.ts";
import { forgetExpired } from "./expiry.ts";
import { handlers } from "./handlers.ts";

export const session = noun({
  calls,
  handlers,
  periodic: [{ name: "forget what has expired", every_milliseconds: 600_000, run: forgetExpired }],
});
