import * as calls from "@manilla/contract/platform/audit";
import { noun } from "../../../house/index.ts";
import { sealAudit } from "./seal.ts";
import { handlers } from "./handlers.ts";

export const audit = noun({
  calls,
  handlers,
  periodic: [
    {
      name: "seal the audit trail",
      every_milliseconds: 1_000,
      run: ({ db, config }) => sealAudit(db, config.DATA_FOLDER),
    },
  ],
});
