import * as calls from "@manilla/contract/people/assignments";
import { noun } from "../../../house/index.ts";
import { attendCase, endAssignment, giveReadyCases, releaseColleague, resumeCase } from "./index.ts";
import { handlers } from "./handlers.ts";
import { ofContacts } from "./timeline.ts";

export const assignments = noun({
  calls,
  handlers,
  timelines: ofContacts,
  periodic: [{ name: "give ready cases to the pool", every_milliseconds: 3_000, run: giveReadyCases }],
  person: { attend: attendCase, resume: resumeCase, endAssignment, release: releaseColleague },
  personal: { blanked: { assignment_contacts: { note: null }, assignments: { end_reason: null } } },
});
