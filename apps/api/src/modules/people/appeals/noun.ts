import * as calls from "@manilla/contract/people/appeals";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { handlers } from "./handlers.ts";

export const appeals = noun({
  calls,
  handlers,
  personal: {
    deleted: ["appeals"],
    exported: { appeals: "text, status, created_at" },
    erase: (tx, { user_id }) => eraseHistory(tx, "appeals", user_id),
  },
});
