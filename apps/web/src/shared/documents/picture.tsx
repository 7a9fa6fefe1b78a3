import { type ReactNode, useEffect, useState } from "react";
import styles from "./documents.module.css";
import { useView, ViewTools } from "./view-tools.tsx";

/** A picture that can be enlarged and turned; enlarged, it scrolls inside its frame. */
export function Picture({ blob, name }: { blob: Blob; name: string }): ReactNode {
  const view = useView();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <>
      <ViewTools view={view} />
      <div className={styles.picture} tabIndex={0} role="region" aria-label="Document, scrolls when enlarged">
        <div style={{ width: `${view.zoom * 100}%` }} data-aside={view.quarters % 2 === 1}>
          {address && <img src={address} alt={name} style={{ rotate: `${view.quarters * 90}deg` }} />}
        </div>
      </div>
    </>
  );
}
