import * as calls from "@manilla/contract/people/appeals";
import { noun } from "../../../house.ts";
import { handlers } from "./handlers.ts";

export const appeals = noun({
  calls,
  handlers,
  personal: { deleted: ["appeals"], exported: { appeals: "text, status, created_at" } },
});
