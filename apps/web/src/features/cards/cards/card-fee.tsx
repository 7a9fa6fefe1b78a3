import { feeOf } from "@manilla/contract/cards/card-fees";
import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useSession } from "../../../shared/session/session.ts";
import { Facts } from "../../../shared/ui/kit.tsx";

/** What making a card costs, each charge in its line, before it is requested; nothing where it is free. */
export function CardFee({ isPhysical, isCompany }: { isPhysical: boolean; isCompany: boolean }): ReactNode {
  const { configuration } = useSession();
  const of = (key: string): number => Number(configuration[key] ?? 0);
  const fee = BigInt(of(isPhysical ? "card_fee_physical_kobo" : "card_fee_virtual_kobo"));
  const { fee_kobo, vat_kobo } = feeOf(fee, of("card_fee_vat_percent"));
  if (fee_kobo === 0n) return null;
  const wallet = isCompany ? "the company's wallet" : "the cash wallet";
  return (
    <section aria-label="What it costs">
      <Facts
        items={[
          { label: "Making the card", value: naira(fee_kobo), figure: true },
          { label: "VAT", value: naira(vat_kobo), figure: true },
          { label: "To pay", value: naira(fee_kobo + vat_kobo), figure: true },
        ]}
      />
      <p className="small muted">Taken from {wallet} when the card is made, or as soon as the money is there.</p>
    </section>
  );
}
