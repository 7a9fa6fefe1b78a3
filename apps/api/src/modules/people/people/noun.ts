import * as calls from "@manilla/contract/people/people";
import { noun } from "../../../house.ts";
import { bypassIdentity } from "./bypass.ts";
import { peopleSearch } from "./search.ts";
import { handlers } from "./handlers.ts";

export const people = noun({ calls, handlers, approvals: { bypass_identity: bypassIdentity }, search: [peopleSearch] });
