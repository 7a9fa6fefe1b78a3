import { displayPhone } from "@manilla/contract/phone";
import { counted } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";

/** Whom one reaches, by which way, when; who the provider is; what happens with a complaint. */
export function Contacts(): ReactNode {
  return (
    <Answered of={useCall(calls.session.configurations, {})} height={220}>
      {(data) => <Ways data={data} />}
    </Answered>
  );
}

function Ways({ data }: { data: Answer<typeof calls.session.configurations> }): ReactNode {
  const text = (key: string): string => String(data[key] ?? "");
  const [phone, whatsapp, email] = [text("support_phone"), text("support_whatsapp"), text("support_email")];
  return (
    <div className="stack">
      <Facts
        items={[
          phone && { label: "Phone", value: <a href={`tel:${phone}`}>{displayPhone(phone)}</a> },
          whatsapp && {
            label: "WhatsApp",
            value: <a href={`https://wa.me/${whatsapp.replace(/\D/g, "")}`}>{displayPhone(whatsapp)}</a>,
          },
          email && { label: "E-mail", value: <a href={`mailto:${email}`}>{email}</a> },
          text("support_hours") && { label: "Hours", value: text("support_hours") },
          text("provider_address") && { label: "Address", value: text("provider_address") },
          text("provider_licence") && { label: "Licence", value: text("provider_licence") },
        ]}
      />
      <p>
        A complaint gets a reference at once, an answer from a person, and an outcome within{" "}
        {counted(Number(data["complaint_days"] ?? 14), "day")}.
        {text("complaint_beyond") && ` If you are not content then, you can turn to ${text("complaint_beyond")}.`}
      </p>
    </div>
  );
}
