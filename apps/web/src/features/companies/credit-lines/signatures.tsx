import type { ReactNode } from "react";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { When } from "../../../shared/ui/kit.tsx";

interface Signatory {
  id: string;
  name: string;
  signed_at: string | null;
}

/** Who signs for the company, and who has. */
export const Signatures = ({ signatories }: { signatories: readonly Signatory[] }): ReactNode =>
  signatories.length > 0 && (
    <>
      <p className="small muted">For the company sign</p>
      <ul className="list">
        {signatories.map(({ id, name, signed_at }) => (
          <li key={id}>
            {name}{" "}
            {signed_at ? (
              <>
                <ToneBadge tone="success">Signed</ToneBadge> <When at={signed_at} />
              </>
            ) : (
              <ToneBadge tone="neutral">Not yet</ToneBadge>
            )}
          </li>
        ))}
      </ul>
    </>
  );
