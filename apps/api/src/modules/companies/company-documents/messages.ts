import { sentence } from "@manilla/contract/formats";
import type { Message } from "../../platform/notifications/index.ts";

interface Paper {
  id: string;
  kind: string;
}
const aboutPaper = ({ id }: Paper) =>
  ({ kind: "company", link: "/corporate/settings/profile/company", about: `company_document:${id}` }) as const;

export const verified = (paper: Paper): Message => ({
  ...aboutPaper(paper),
  title: `${sentence(paper.kind)}: verified`,
  body: "We have checked this paper of your company, and it counts.",
});

export const refused = (paper: Paper, reason: string): Message => ({
  ...aboutPaper(paper),
  also: ["mail"],
  title: `${sentence(paper.kind)}: not accepted`,
  body: `We could not accept this paper of your company: ${reason}. Send another one under Company Profile.`,
});
