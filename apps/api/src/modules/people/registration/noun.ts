import * as calls from "@manilla/contract/people/registration";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const registration = noun({
  calls,
  handlers,
  personal: { kept: { consents: "Proves that they agreed." }, exported: { consents: "kind, wording, given_at" } },
});
