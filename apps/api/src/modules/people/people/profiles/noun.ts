import * as calls from "@manilla/contract/people/profiles";
import { noun } from "../../../../house.ts";
import { erasePerson } from "./erasing.ts";
import { handlers } from "./handlers.ts";

export const profiles = noun({ calls, handlers, approvals: { erase_person: erasePerson } });
