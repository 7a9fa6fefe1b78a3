import * as calls from "@manilla/contract/platform/configuration";
import { noun } from "../../../house/index.ts";
import { changeConfiguration } from "./changing.ts";
import { handlers } from "./handlers.ts";
import { withdrawConfiguration } from "./stricter.ts";

export const configuration = noun({
  calls,
  handlers,
  approvals: { change_configuration: changeConfiguration, withdraw_configuration: withdrawConfiguration },
});
